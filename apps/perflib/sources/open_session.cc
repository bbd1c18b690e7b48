#include "apps/perflib/sources/open_session.h"

#include <fmt/core.h>

#include <cmath>
#include <utility>

#include "apps/collection/environment.h"
#include "apps/perflib/sources/log_reading.h"
#include "apps/perflib/sources/log_window.h"
#include "apps/perflib/text/log_messages.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/query/paths/unquoted_path.h"

namespace openperflib::apps {
namespace {

std::expected<CounterSession, Failure> opened(const SourceOptions& source, const LogOptions& log,
                                              CounterSession::Clock::duration interval) {
  if (log.files.empty()) return open_machine_session(source, interval);
  return CounterSession::of_log(OPENPERFLIB_TRY(open_cursor(log)), titles_of(log), interval);
}

Step add_paths(CounterSession& session, const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    const auto added = session.add(path);
    if (!added.has_value()) return usage_error(path, not_a_path(added.error()));
  }
  if (paths.empty() && session.log() != nullptr) session.add_everything();
  return {};
}

// Signals have their default effect while a log is read to its end without waiting.
std::expected<PacedSession, Failure> paced(CounterSession session, int input_fd) {
  if (session.log() != nullptr && input_fd < 0) return PacedSession(std::move(session));
  auto waiting = PacedSession::with_signals(std::move(session), input_fd);
  if (!waiting.has_value()) return failed("cannot wait for signals");
  return *std::move(waiting);
}

}  // namespace

CounterSession::Clock::duration duration_of(double seconds) {
  return std::chrono::nanoseconds(std::llround(seconds * 1e9));
}

std::expected<PacedSession, Failure> open_session(const SourceOptions& source,
                                                  const LogOptions& log,
                                                  const std::vector<std::string>& paths,
                                                  double interval_seconds, int input_fd) {
  LogOptions chosen = log;
  if (input_fd < 0 && !log.files.empty()) {
    chosen.request = request_of(paths, log);  // otherwise other paths may be requested later
  }
  CounterSession session = OPENPERFLIB_TRY(opened(source, chosen, duration_of(interval_seconds)));
  OPENPERFLIB_TRY(check_quoted(paths, session.titles()->table()));
  OPENPERFLIB_TRY(add_paths(session, paths));
  return paced(std::move(session), input_fd);
}

std::expected<CounterSession, Failure> open_machine_session(const SourceOptions& source,
                                                            const std::vector<std::string>& paths,
                                                            double interval_seconds) {
  CounterSession session =
      OPENPERFLIB_TRY(open_machine_session(source, duration_of(interval_seconds)));
  OPENPERFLIB_TRY(check_quoted(paths, session.titles()->table()));
  OPENPERFLIB_TRY(add_paths(session, paths));
  return session;
}

std::string not_a_path(const Error& error) {
  return fmt::format(
      "not a counter path (byte {}); write '\\Object(instance)\\Counter' or '\\Object\\Counter', "
      "as "
      "`perflib list --paths` prints them",
      error.offset);
}

Step check_quoted(const std::vector<std::string>& words, const TitleTable& titles) {
  const auto unquoted = find_unquoted_paths(words, titles);
  if (unquoted.empty()) return {};
  return usage_error(unquoted.front().typed, describe(unquoted.front()));
}

Failure why_no_row(const CounterSession& session, const LogOptions& options) {
  report_log_anomalies(session);
  if (session.log() != nullptr && session.log()->records() == 0) return why_no_samples(options);
  const bool lacks_some = report_unmatched_paths(session);
  return {.ending = lacks_some ? Ending::does_not_exist : Ending::failed};
}

}  // namespace openperflib::apps
