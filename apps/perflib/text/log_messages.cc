#include "apps/perflib/text/log_messages.h"

#include <fmt/core.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>

#include "apps/perflib/run/messages.h"
#include "apps/perflib/sources/log_window.h"
#include "apps/perflib/text/anomaly_text.h"
#include "openperflib/base/try_internal.h"

namespace openperflib::apps {
namespace {

void report_remarks(std::span<const ChosenPaths::Remark> remarks) {
  for (const ChosenPaths::Remark& remark : remarks) print_error(remark.subject, remark.text);
}

}  // namespace

void report_opened(const LogFindings& findings) {
  for (const std::string& file : findings.without_zone) {
    print_error(file, "does not name its time zone; read as " + findings.assumed_zone);
  }
  for (const SourceFault& remark : findings.names_remarks) print_error(describe(remark));
}

std::expected<PacedSession, Failure> report_opening(SessionOpening opening) {
  report_opened(opening.findings);
  return std::move(opening.session);
}

bool report_anomalies(const LogFindings& findings) {
  constexpr std::size_t kMostShown = 20;
  const auto shown = std::min(findings.anomalies.size(), kMostShown);
  for (const LogAnomaly& anomaly : std::span(findings.anomalies).first(shown)) {
    print_error(anomaly_text(anomaly));
  }
  if (findings.anomaly_count > shown) {
    print_error(fmt::format("{} more such messages are not shown", findings.anomaly_count - shown));
  }
  return std::ranges::any_of(findings.anomalies, &LogAnomaly::is_loss);
}

std::expected<ChosenPaths, Failure> report_choice(PathChoice choice) {
  report_remarks(choice.chosen.remarks);
  OPENPERFLIB_TRY(std::move(choice.ended));
  return std::move(choice.chosen);
}

Step report_log_words(std::expected<std::vector<ChosenPaths::Remark>, Failure> remarks) {
  const auto hidden_logs = OPENPERFLIB_TRY(std::move(remarks));
  report_remarks(hidden_logs);
  return {};
}

void report_unmatched_path(const std::string& path, const std::string& hint) {
  print_error(path, hint.empty() ? "is not in the log" : "is not in the log; " + hint);
}

bool report_unmatched_paths(const CounterSession& session) {
  bool found = false;
  for (Query::PathId path = 0; path < session.paths().size(); ++path) {
    const std::string why = session.unmatched_text(path);
    if (why.empty()) continue;
    found = true;
    print_error(session.paths()[path], why);
  }
  return found;
}

void report_log_anomalies(const CounterSession& session) {
  if (session.log() != nullptr) report_anomalies(findings_of(*session.log()));
}

Failure report_no_row(const CounterSession& session, const LogOptions& options) {
  report_log_anomalies(session);
  if (session.log() != nullptr && session.log()->records() == 0) return why_no_samples(options);
  const bool lacks_some = report_unmatched_paths(session);
  return {.ending = lacks_some ? Ending::does_not_exist : Ending::failed};
}

}  // namespace openperflib::apps
