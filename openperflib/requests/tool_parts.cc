#include <algorithm>
#include <cmath>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/time/written_time.h"
#include "openperflib/requests/tool_parts_internal.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostMessages = 5;  // of a log

std::expected<std::optional<WrittenTime>, std::string> time_of(const ToolArguments& arguments,
                                                               std::string_view name) {
  if (!arguments.has(name)) return std::nullopt;
  const auto time = parse_written_time(arguments.text(name));
  const bool is_on_the_clock =
      time.has_value() && time->date.has_value() && !time->bias_minutes.has_value();
  if (is_on_the_clock) return time;
  return std::unexpected(std::string(name) +
                         " is not a time of the log; write 2026-11-21 or 2026-11-21 15:45");
}

}  // namespace

std::vector<std::string> ToolArguments::texts(std::string_view name) const {
  std::vector<std::string> texts;
  const LocatedJson* const list = arguments_.find(name);
  if (list == nullptr) return texts;
  for (const LocatedJson& one : list->parts) texts.push_back(one.text);
  return texts;
}

bool ToolArguments::flag(std::string_view name) const {
  const LocatedJson* const flag = arguments_.find(name);
  return flag != nullptr && flag->number != 0;
}

std::size_t ToolArguments::count(std::string_view name, std::size_t usual, std::size_t most) const {
  const LocatedJson* const number = arguments_.find(name);
  if (number == nullptr || !(number->number >= 1)) return usual;
  return number->number >= static_cast<double>(most) ? most
                                                     : static_cast<std::size_t>(number->number);
}

std::expected<LogInputs, std::string> log_of(const ToolSession& session,
                                             const ToolArguments& arguments,
                                             std::string_view name) {
  return session.log(arguments.text(name));
}

std::expected<LogWindow, std::string> window_of(const ToolArguments& arguments) {
  const auto begin = OPENPERFLIB_TRY(time_of(arguments, "begin"));
  const auto end = OPENPERFLIB_TRY(time_of(arguments, "end"));
  LogWindow window;
  if (begin.has_value()) window.begin_local = begin_of(*begin, {});
  if (end.has_value()) window.end_local = end_of(*end, {}, std::nullopt);
  return window;
}

std::string message_of(const JobFault& fault) { return describe(fault); }

std::string json_object(const std::function<void(JsonWriter&)>& write) {
  JsonWriter out(JsonLayout::line);
  out.begin_object();
  write(out);
  out.end_object();
  return out.take();
}

void write_unmatched(JsonWriter& out, const std::vector<UnmatchedPath>& unmatched) {
  if (unmatched.empty()) return;
  out.objects("unmatched", unmatched, [&](const UnmatchedPath& one) {
    out.member("path", one.path);
    if (!one.hint.empty()) out.member("hint", one.hint);
  });
}

std::expected<RankedBy, std::string> ranked_by(const std::string& word) {
  if (word.empty() || word == "average") return RankedBy::average;
  if (word == "max") return RankedBy::maximum;
  if (word == "growth") return RankedBy::growth;
  return std::unexpected("by is not one of average, max and growth");
}

void write_findings(JsonWriter& out, const LogFindings& findings) {
  if (!findings.without_zone.empty()) {
    out.member("without_zone", findings.without_zone);
    out.member("read_as_if_in", findings.assumed_zone);
  }
  std::vector<std::string> remarks;
  for (const SourceFault& remark : findings.names_remarks) remarks.push_back(describe(remark));
  if (!remarks.empty()) out.member("names", remarks);
  if (findings.anomaly_count == 0) return;
  std::vector<std::string> odd;
  const auto shown = std::min(findings.anomalies.size(), kMostMessages);
  for (std::size_t i = 0; i < shown; ++i) odd.push_back(describe(findings.anomalies[i].what));
  out.member("odd", odd);
  out.member("odd_count", findings.anomaly_count);
  out.member("readings_were_lost", std::ranges::any_of(findings.anomalies, &LogAnomaly::is_loss));
}

}  // namespace openperflib
