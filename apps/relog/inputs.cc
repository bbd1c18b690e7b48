#include "apps/relog/inputs.h"

#include <fmt/core.h>
#include <sys/stat.h>

#include <cstddef>
#include <cstdint>

#include "apps/drop_in/messages.h"
#include "openperflib/log/sql_log_name.h"

namespace openperflib::relog {
namespace {

bool can_be_read_twice(const std::string& path) {
  struct stat facts{};
  return ::stat(path.c_str(), &facts) != 0 || S_ISREG(facts.st_mode) || S_ISDIR(facts.st_mode);
}

std::string lost(const LogAnomaly& anomaly) {
  std::string text;
  const auto add = [&text](std::uint64_t count, std::string_view what, std::string_view how) {
    if (count != 0) text += fmt::format("; {} {}{} {}", count, what, count == 1 ? "" : "s", how);
  };
  add(anomaly.skipped_bytes, "byte", "skipped");
  add(anomaly.skipped_records, "sample", "lost");
  return text;
}

}  // namespace

LogInputs inputs_of(std::span<const std::string> paths) {
  return {.files = {paths.begin(), paths.end()}, .clock = LogClock::as_stored};
}

drop_in::Outcome check_can_be_read_twice(std::span<const std::string> paths) {
  for (const std::string& path : paths) {
    if (can_be_read_twice(path)) continue;
    return drop_in::failure(
        fmt::format("{} is not a regular file; relog has to read a log twice", path),
        PDH_LOG_FILE_OPEN_ERROR);
  }
  return {};
}

std::vector<InputFile> input_files(std::span<const std::string> paths,
                                   std::span<const LogFormat> formats) {
  std::vector<InputFile> files;
  for (std::size_t i = 0; i < paths.size(); ++i) {
    files.push_back({.path = shown_log_name(paths[i]), .format = formats[i]});
  }
  return files;
}

drop_in::Failure failure_of(const OpenLogFault& fault) {
  if (!fault.unlike.has_value()) {
    return {drop_in::with_code(describe(fault), fault.pdh_code)};
  }
  return {drop_in::with_code(
      fmt::format("{} contains raw readings and {} calculated values; they cannot be merged",
                  fault.unlike->of_readings, fault.unlike->of_values),
      PDH_INVALID_DATASOURCE)};
}

void report_losses(const LogFindings& findings) {
  for (const LogAnomaly& anomaly : findings.anomalies) {
    if (anomaly.is_loss) drop_in::remark(kTool, describe(anomaly.what) + lost(anomaly));
  }
  const std::uint64_t untold = findings.anomaly_count - findings.anomalies.size();
  if (untold != 0) drop_in::remark(kTool, fmt::format("and {} more damaged places", untold));
}

}  // namespace openperflib::relog
