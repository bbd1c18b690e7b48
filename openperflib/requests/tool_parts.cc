#include <algorithm>
#include <cmath>
#include <limits>

#include "openperflib/base/try_internal.h"
#include "openperflib/requests/tool_parts_internal.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostMessages = 5;  // of a log
constexpr double kMostSeconds = 1e11;     // until the year 5138
constexpr FileTime kTicksADay = FileTime{86'400} * kTicksPerSecond;

FileTime bias_ticks(std::optional<int> bias_minutes) noexcept {
  return FileTime{bias_minutes.value_or(0)} * 60 * kTicksPerSecond;
}

// Whole seconds and the fraction apart, so that the first lose nothing.
FileTime file_time_of(double seconds) {
  const double whole = std::floor(seconds);
  return kUnixEpochAsFileTime + static_cast<FileTime>(whole) * kTicksPerSecond +
         std::llround((seconds - whole) * static_cast<double>(kTicksPerSecond));
}

WrittenTime written_time_of(FileTime local) noexcept {
  return {.date = local - local % kTicksADay,
          .time_of_day = local % kTicksADay,
          .bias_minutes = std::nullopt};
}

std::unexpected<std::string> not_a_time(std::string_view name) {
  return std::unexpected(
      std::string(name) +
      " is not a time of the log; write 2026-11-21 or 2026-11-21 15:45, or a number of seconds "
      "since 1970");
}

}  // namespace

std::expected<std::optional<WrittenTime>, std::string> time_of(const ToolArguments& arguments,
                                                               std::string_view name,
                                                               std::optional<int> bias_minutes,
                                                               FileTime slack) {
  if (!arguments.has(name)) return std::nullopt;
  if (const auto seconds = arguments.number(name); seconds.has_value()) {
    const bool is_in_range = *seconds >= 0 && *seconds <= kMostSeconds;
    if (!is_in_range) return not_a_time(name);
    return written_time_of(file_time_of(*seconds) - bias_ticks(bias_minutes) + slack);
  }
  const auto time = parse_written_time(arguments.text(name));
  const bool is_on_the_clock =
      time.has_value() && time->date.has_value() && !time->bias_minutes.has_value();
  if (is_on_the_clock) return time;
  return not_a_time(name);
}

std::vector<std::string> ToolArguments::texts(std::string_view name) const {
  std::vector<std::string> texts;
  const LocatedJson* const list = arguments_.find(name);
  if (list == nullptr) return texts;
  for (const LocatedJson& one : list->parts) texts.push_back(one.text);
  return texts;
}

bool ToolArguments::flag(std::string_view name, bool usual) const {
  const LocatedJson* const flag = arguments_.find(name);
  return flag == nullptr ? usual : flag->number != 0;
}

std::optional<double> ToolArguments::number(std::string_view name) const {
  const LocatedJson* const found = arguments_.find(name);
  const bool is_number = found != nullptr && found->kind == LocatedJson::Kind::number;
  return is_number ? std::optional(found->number) : std::nullopt;
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
  return OPENPERFLIB_TRY(session.log(arguments.text(name))).inputs;
}

std::expected<LogWindow, std::string> window_of(const ToolSession& session,
                                                const ToolArguments& arguments) {
  const auto bias = OPENPERFLIB_TRY(session.log(arguments.text("log"))).bias_minutes;
  const auto begin = OPENPERFLIB_TRY(time_of(arguments, "begin", bias, -kTimeSlack));
  const auto end = OPENPERFLIB_TRY(time_of(arguments, "end", bias, kTimeSlack));
  LogWindow window;
  if (begin.has_value()) window.begin_local = begin_of(*begin, {});
  if (end.has_value()) window.end_local = end_of(*end, {}, std::nullopt);
  return window;
}

double unix_seconds(FileTime time_utc) noexcept {
  if (time_utc == 0) return std::numeric_limits<double>::quiet_NaN();
  const std::int64_t ticks = time_utc - kUnixEpochAsFileTime;
  return static_cast<double>(ticks / kTicksPerSecond) +
         static_cast<double>(ticks % kTicksPerSecond) / static_cast<double>(kTicksPerSecond);
}

double unix_seconds(FileTime time_local, std::optional<int> bias_minutes) noexcept {
  return unix_seconds(time_local + bias_ticks(bias_minutes));
}

void write_time_pairs(JsonWriter& out, std::string_view name,
                      const std::vector<std::pair<FileTime, FileTime>>& pairs,
                      std::optional<int> bias_minutes) {
  out.key(name);
  out.begin_array();
  for (const auto& [begin, end] : pairs) {
    out.begin_array();
    out.value(unix_seconds(begin, bias_minutes));
    out.value(unix_seconds(end, bias_minutes));
    out.end_array();
  }
  out.end_array();
}

void write_unix_extent(JsonWriter& out, const SummaryExtent& extent) {
  const auto seconds = [&](FileTime local) {
    return extent.records == 0 ? std::nullopt
                               : std::optional(unix_seconds(local, extent.bias_minutes));
  };
  out.member("first_unix", seconds(extent.first_local));
  out.member("last_unix", seconds(extent.last_local));
}

void write_interval(JsonWriter& out, std::optional<FileTime> usual) {
  const auto seconds = [](FileTime ticks) {
    return static_cast<double>(ticks) / static_cast<double>(kTicksPerSecond);
  };
  out.member("interval_seconds", usual.has_value() ? std::optional(seconds(*usual)) : std::nullopt);
}

std::uint64_t most_bytes_of(const ToolArguments& arguments) {
  constexpr double kMost = 1e18;
  const double bytes = arguments.number("at_most_bytes").value_or(kMost);
  if (bytes >= kMost) return kAllBytes;
  return bytes > 0 ? static_cast<std::uint64_t>(bytes) : 0;  // 0 also for NaN
}

void write_unfinished(JsonWriter& out, const UnfinishedReading& unfinished) {
  out.key("unfinished");
  out.begin_object();
  out.member("read_bytes", unfinished.read.position);
  out.member("size_bytes", unfinished.read.size);
  out.member("read_to_unix", unfinished.read_to_unix);
  out.end_object();
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
