#include "apps/perflib/sources/open_session.h"

#include <fmt/core.h>

#include <cmath>
#include <utility>

#include "apps/perflib/sources/job_messages.h"
#include "apps/perflib/sources/log_window.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/log_findings.h"
#include "openperflib/jobs/remainder_reading.h"
#include "openperflib/query/paths/unquoted_path.h"
#include "openperflib/sources/counter_source.h"
#include "openperflib/sources/open_session.h"

namespace openperflib::apps {
namespace {

// For a log without paths everything in it.
Step add_paths(CounterSession& session, const std::vector<std::string>& paths,
               ShortLives short_lives) {
  OPENPERFLIB_TRY(check_quoted(paths, session.titles()->table()));
  for (const std::string& path : paths) {
    const auto added = session.add(path);
    if (!added.has_value()) return usage_error(path, not_a_path(added.error()));
  }
  if (paths.empty() && session.log() != nullptr) session.add_everything();
  if (short_lives == ShortLives::counted) RemainderReading::add_to(session);
  return {};
}

// Without paths.
std::expected<CounterSession, Failure> opened(const CounterSource& source, const TitleTable& titles,
                                              double interval_seconds, ShortLives short_lives,
                                              QueryOptions::Units units) {
  SessionOptions how;
  how.units = units;
  if (short_lives != ShortLives::ignored) how.first_rates = QueryOptions::FirstRates::start;
  auto session = openperflib::open_session(source, titles, duration_of(interval_seconds), how);
  if (!session.has_value()) return std::unexpected(failure_of(session.error()));
  return *std::move(session);
}

std::expected<CounterSession, Failure> opened_machine(const SourceOptions& source,
                                                      const std::vector<std::string>& paths,
                                                      double interval_seconds,
                                                      ShortLives short_lives,
                                                      QueryOptions::Units units) {
  const CounterSource machine = OPENPERFLIB_TRY(machine_of(source));
  CounterSession session = OPENPERFLIB_TRY(
      opened(machine, source.environment->titles, interval_seconds, short_lives, units));
  OPENPERFLIB_TRY(add_paths(session, paths, short_lives));
  return session;
}

// What a query of the paths reads; a caller that listens to keys may request other paths later.
std::expected<CounterSource, Failure> chosen_source(const SourceOptions& source,
                                                    const LogOptions& log,
                                                    const std::vector<std::string>& paths,
                                                    ShortLives short_lives, int input_fd) {
  if (log.files.empty()) return OPENPERFLIB_TRY(machine_of(source));
  const LogWindow window = OPENPERFLIB_TRY(window_of(log));
  LogInputs inputs = inputs_of(log);
  if (input_fd < 0) {
    inputs.request = short_lives == ShortLives::counted ? request_with_remainder(paths, log)
                                                        : request_of(paths, log);
  }
  return LogFiles{.inputs = std::move(inputs), .window = window};
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

SessionOpening open_session(const SourceOptions& source, const LogOptions& log,
                            const std::vector<std::string>& paths, double interval_seconds,
                            ShortLives short_lives, int input_fd) {
  LogFindings findings;
  const auto begin = [&]() -> std::expected<PacedSession, Failure> {
    const CounterSource chosen =
        OPENPERFLIB_TRY(chosen_source(source, log, paths, short_lives, input_fd));
    CounterSession session =
        OPENPERFLIB_TRY(opened(chosen, source.environment->titles, interval_seconds, short_lives,
                               QueryOptions::Units::of_names));
    if (session.log() != nullptr) findings = findings_of(*session.log());
    OPENPERFLIB_TRY(add_paths(session, paths, short_lives));
    return paced(std::move(session), input_fd);
  };
  auto session = begin();
  return {.findings = std::move(findings), .session = std::move(session)};
}

std::expected<CounterSession, Failure> open_shown_machine(const SourceOptions& source,
                                                          const std::vector<std::string>& paths,
                                                          double interval_seconds,
                                                          ShortLives short_lives) {
  return opened_machine(source, paths, interval_seconds, short_lives,
                        QueryOptions::Units::of_names);
}

std::expected<CounterSession, Failure> open_machine_session(const SourceOptions& source,
                                                            const std::vector<std::string>& paths,
                                                            double interval_seconds) {
  return opened_machine(source, paths, interval_seconds, ShortLives::ignored,
                        QueryOptions::Units::of_readings);
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

}  // namespace openperflib::apps
