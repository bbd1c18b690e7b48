#include "openperflib/log/reader/one_zone_log_reader.h"

namespace openperflib {

void put_on_clock_of(const LogHeader& header, LogRecord& record) noexcept {
  const FileTime on_its_own_clock = record.time_local;
  record.time_local = header.to_local(record.sample.time_utc);
  record.is_on_another_clock = record.time_local != on_its_own_clock;
}

std::expected<ReadResult, SourceFault> OneZoneLogReader::read(LogRecord& into) {
  auto result = log_->read(into);
  if (result.has_value() && *result == ReadResult::reading) put_on_clock_of(header_, into);
  return result;
}

}  // namespace openperflib
