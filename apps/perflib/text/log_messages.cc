#include "apps/perflib/text/log_messages.h"

#include <fmt/core.h>

#include <algorithm>

#include "apps/perflib/run/messages.h"
#include "apps/perflib/text/anomaly_text.h"

namespace openperflib::apps {

void report_unknown_zones(std::span<const std::string> files, const std::string& zone) {
  for (const std::string& file : files) {
    print_error(file, "does not name its time zone; read as " + zone);
  }
}

void report_names(std::span<const SourceFault> remarks) {
  for (const SourceFault& remark : remarks) print_error(describe(remark));
}

bool report_anomalies(std::span<const LogAnomaly> anomalies, std::uint64_t count) {
  constexpr std::size_t kMostShown = 20;
  const auto shown = std::min(anomalies.size(), kMostShown);
  for (const LogAnomaly& anomaly : anomalies.first(shown)) print_error(anomaly_text(anomaly));
  if (count > shown) {
    print_error(fmt::format("{} more such messages are not shown", count - shown));
  }
  return std::ranges::any_of(anomalies, &LogAnomaly::is_loss);
}

bool report_anomalies(const LogReader& log) {
  return report_anomalies(log.anomalies(), log.anomaly_count());
}

void report_opened(const LogFindings& findings) {
  report_unknown_zones(findings.without_zone, findings.assumed_zone);
  report_names(findings.names_remarks);
}

bool report_anomalies(const LogFindings& findings) {
  return report_anomalies(findings.anomalies, findings.anomaly_count);
}

void report_remarks(const ChosenPaths& chosen) {
  for (const ChosenPaths::Remark& remark : chosen.remarks) print_error(remark.subject, remark.text);
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
  if (session.log() != nullptr) report_anomalies(session.log()->reader());
}

}  // namespace openperflib::apps
