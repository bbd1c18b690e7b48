// What is in the logs that are data sources of pdh.h: the times of their records, and the records
// as they are stored.
#include <algorithm>
#include <cstddef>
#include <cstring>
#include <string>

#include "openperflib/compat/characters_internal.h"
#include "openperflib/compat/pdh/pdh_log_calls_internal.h"
#include "openperflib/compat/pdh/pdh_log_options_internal.h"
#include "openperflib/compat/pdh/pdh_logs.h"
#include "openperflib/compat/pdh/pdh_sources_internal.h"
#include "openperflib/compat/pdh/pdh_texts_internal.h"
#include "openperflib/compat/process/process_names_internal.h"
#include "openperflib/pdh/log_facts.h"

namespace openperflib::compat {
namespace {

// The outputs of the functions for time ranges.
struct TimeRangeRoom {
  LPDWORD count;
  PPDH_TIME_INFO range;
  LPDWORD size;  // bytes
  [[nodiscard]] bool is_valid() const noexcept { return count != nullptr && size != nullptr; }
};

PdhStatus give_range(const LogTimeRange& range, const TimeRangeRoom& room) {
  const bool fits = has_room(room.range, *room.size, sizeof(PDH_TIME_INFO));
  *room.size = sizeof(PDH_TIME_INFO);
  *room.count = 1;
  if (!fits) return PDH_MORE_DATA;
  *room.range = {
      .StartTime = range.first_local,
      .EndTime = range.last_local,
      .SampleCount = static_cast<DWORD>(std::min<std::uint64_t>(range.records, ~DWORD{0}))};
  return kPdhSuccess;
}

PdhStatus give_time_range(const std::expected<DataSource, PdhStatus>& source,
                          const TimeRangeRoom& room) {
  if (!source.has_value()) return source.error();
  const auto range = time_range_of(*source, ProcessNames::instance().names().logs());
  return range.has_value() ? give_range(*range, room) : range.error();
}

template <typename Char>
PDH_STATUS time_range_of_name(const Char* source, const TimeRangeRoom& room) {
  if (!room.is_valid()) return pdh_status(PDH_INVALID_ARGUMENT);
  return pdh_call([&] { return give_time_range(source_of_name(source), room); });
}

PdhStatus give_record(const RawRecord& record, PPDH_RAW_LOG_RECORD buffer, LPDWORD size) {
  constexpr std::size_t kHead = offsetof(PDH_RAW_LOG_RECORD, RawBytes);
  const auto needed =
      static_cast<DWORD>(std::max(sizeof(PDH_RAW_LOG_RECORD), kHead + record.bytes.size()));
  const bool fits = has_room(buffer, *size, needed);
  *size = needed;
  if (!fits) return PDH_MORE_DATA;
  buffer->dwStructureSize = needed;
  buffer->dwRecordType = log_type_of(record.format);
  buffer->dwItems = static_cast<DWORD>(record.bytes.size());
  std::ranges::copy(record.bytes, reinterpret_cast<std::byte*>(buffer) + kHead);
  return kPdhSuccess;
}

FileTime file_time_of(const FILETIME& time) {
  return static_cast<FileTime>(std::uint64_t{time.dwHighDateTime} << 32U | time.dwLowDateTime);
}

}  // namespace
}  // namespace openperflib::compat

using namespace openperflib;
using namespace openperflib::compat;

PDH_STATUS PdhGetDataSourceTimeRangeW(LPCWSTR source, LPDWORD count, PPDH_TIME_INFO range,
                                      LPDWORD size) {
  return time_range_of_name(source, {count, range, size});
}

PDH_STATUS PdhGetDataSourceTimeRangeA(LPCSTR source, LPDWORD count, PPDH_TIME_INFO range,
                                      LPDWORD size) {
  return time_range_of_name(source, {count, range, size});
}

PDH_STATUS PdhGetDataSourceTimeRangeH(PDH_HLOG source, LPDWORD count, PPDH_TIME_INFO range,
                                      LPDWORD size) {
  const TimeRangeRoom room{count, range, size};
  if (!room.is_valid()) return pdh_status(PDH_INVALID_ARGUMENT);
  return pdh_call([&] { return give_time_range(source_of(source), room); });
}

PDH_STATUS PdhReadRawLogRecord(PDH_HLOG log, FILETIME time, PPDH_RAW_LOG_RECORD record,
                               LPDWORD size) {
  if (size == nullptr) return pdh_status(PDH_INVALID_ARGUMENT);
  return with_pdh_log(log, [&](OpenLog& open) -> PdhStatus {
    if (open.is_written()) return PDH_INVALID_HANDLE;
    const auto found = open.records->at(file_time_of(time));
    return found.has_value() ? give_record(*found, record, size) : found.error();
  });
}
