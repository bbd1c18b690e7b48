#include "openperflib/pdh/log_facts.h"

#include <sys/stat.h>

#include <cerrno>
#include <string>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/local/recording_ring.h"
#include "openperflib/log/log_target.h"
#include "openperflib/log/open_log.h"
#include "openperflib/log/sql_log_name.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostLogs = 32;

std::expected<std::uint64_t, PdhStatus> size_of_file(const std::string& path) {
  struct stat facts{};
  if (::stat(path.c_str(), &facts) != 0) {
    return std::unexpected(errno == EACCES ? PDH_ACCESS_DENIED : PDH_FILE_NOT_FOUND);
  }
  if (!S_ISDIR(facts.st_mode)) return static_cast<std::uint64_t>(facts.st_size);
  std::uint64_t sum = 0;
  for (const std::string& segment : ring_segments(path)) {
    if (::stat(segment.c_str(), &facts) == 0) sum += static_cast<std::uint64_t>(facts.st_size);
  }
  return sum;
}

}  // namespace

std::expected<LogFormat, PdhStatus> format_of(const DataSource& source, const TitleTable& titles) {
  if (source.logs().size() > kMostLogs) return std::unexpected(PDH_INVALID_ARGUMENT);
  LogFormat first{};
  for (const std::string& name : source.logs()) {
    const auto log = open_log(name, {.titles = titles, .readings = LogReadings::times});
    if (!log.has_value()) return std::unexpected(log.error().pdh_code);
    const LogFormat format = (*log)->header().format;
    if (source.logs().size() > 1 && !is_binary(format)) {
      return std::unexpected(PDH_INVALID_ARGUMENT);
    }
    if (&name == source.logs().data()) first = format;
  }
  return first;
}

std::expected<LogTimeRange, PdhStatus> time_range_of(const DataSource& source,
                                                     LogContents& contents) {
  if (source.is_real_time()) return std::unexpected(PDH_DATA_SOURCE_IS_REAL_TIME);
  const auto survey = OPENPERFLIB_TRY(contents.of(source));
  if (survey->records() == 0) return std::unexpected(PDH_NO_DATA);
  return LogTimeRange{.first_local = survey->first_local(),
                      .last_local = survey->last_local(),
                      .records = survey->records()};
}

std::expected<std::uint64_t, PdhStatus> size_of(const DataSource& source) {
  if (source.is_real_time()) return std::unexpected(PDH_DATA_SOURCE_IS_REAL_TIME);
  std::uint64_t sum = 0;
  for (const std::string& name : source.logs()) {
    if (SqlLogName::is_one(name)) return std::unexpected(PDH_NOT_IMPLEMENTED);
    sum += OPENPERFLIB_TRY(size_of_file(name));
  }
  return sum;
}

}  // namespace openperflib
