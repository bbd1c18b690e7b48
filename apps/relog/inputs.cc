#include "apps/relog/inputs.h"

#include <fmt/core.h>
#include <sys/stat.h>

#include <utility>

#include "apps/drop_in/messages.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/merged/merged_log_reader.h"
#include "openperflib/log/open_log.h"
#include "openperflib/log/sql_log_name.h"

namespace openperflib::relog {
namespace {

using drop_in::Failure;

// A log is read twice: first for its contents, then for its values.
bool can_be_read_twice(const std::string& path) {
  struct stat facts{};
  return ::stat(path.c_str(), &facts) != 0 || S_ISREG(facts.st_mode) || S_ISDIR(facts.st_mode);
}

std::expected<std::unique_ptr<LogReader>, Failure> open_one(const std::string& path,
                                                            const TitleTable& titles,
                                                            LogReadings readings) {
  if (!can_be_read_twice(path)) {
    return drop_in::failure(
        fmt::format("{} is not a regular file; relog has to read a log twice", path),
        PDH_LOG_FILE_OPEN_ERROR);
  }
  auto reader = open_log(path, {.titles = titles, .readings = readings});
  if (reader.has_value()) return *std::move(reader);
  return drop_in::failure(describe(reader.error()), reader.error().pdh_code);
}

std::string lost(const LogAnomaly& anomaly) {
  std::string text;
  if (anomaly.skipped_bytes != 0) text += fmt::format("; {} bytes skipped", anomaly.skipped_bytes);
  if (anomaly.skipped_records != 0)
    text += fmt::format("; {} samples lost", anomaly.skipped_records);
  return text;
}

}  // namespace

std::expected<Input, Failure> open_inputs(std::span<const std::string> paths,
                                          const TitleTable& titles, LogReadings readings) {
  if (paths.size() > 1) readings = LogReadings::by_series;  // they are merged
  Input input;
  std::vector<std::unique_ptr<LogReader>> readers;
  for (const std::string& path : paths) {
    readers.push_back(OPENPERFLIB_TRY(open_one(path, titles, readings)));
    input.files.push_back({shown_log_name(path), readers.back()->header().format});
    if (readers.back()->header().content != readers.front()->header().content) {
      return drop_in::failure(
          fmt::format(
              "{} contains raw readings and {} calculated values; they cannot be merged",
              readers.front()->header().content == LogContent::readings ? paths.front() : path,
              readers.front()->header().content == LogContent::readings ? path : paths.front()),
          PDH_INVALID_DATASOURCE);
    }
  }
  const bool is_one = readers.size() == 1;
  input.reader =
      is_one ? std::move(readers.front()) : std::make_unique<MergedLogReader>(std::move(readers));
  return input;
}

void report_losses(const LogReader& reader) {
  for (const LogAnomaly& anomaly : reader.anomalies()) {
    if (anomaly.is_loss) drop_in::remark(kTool, describe(anomaly.what) + lost(anomaly));
  }
  const std::uint64_t untold = reader.anomaly_count() - reader.anomalies().size();
  if (untold != 0) drop_in::remark(kTool, fmt::format("and {} more damaged places", untold));
}

}  // namespace openperflib::relog
