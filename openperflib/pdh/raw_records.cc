#include "openperflib/pdh/raw_records.h"

#include "openperflib/base/try_internal.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/pdh/pdh_sessions_internal.h"

namespace openperflib {
namespace {

// See LogReader::stored_record().
bool has_stored_records(LogFormat format) noexcept {
  return format != LogFormat::recording && format != LogFormat::sql;
}

}  // namespace

std::expected<void, PdhStatus> RawRecords::open() {
  LogInputs inputs = log_inputs_of(source_);
  inputs.readings = LogReadings::by_block;  // nothing is bound of a recording, which is refused
  auto logs = open_logs(inputs, {}, titles_);
  if (!logs.has_value()) return std::unexpected(logs.error().pdh_code);
  // Nobody waits for a database that is open for nothing.
  if (!has_stored_records(logs->reader->header().format)) {
    return std::unexpected(PDH_NOT_IMPLEMENTED);
  }
  reader_ = std::move(logs->reader);
  is_ahead_ = false;
  has_taken_ = false;
  return {};
}

void RawRecords::take_record() {
  const Bytes bytes = reader_->stored_record();
  taken_.assign(bytes.begin(), bytes.end());
  taken_local_ = record_.time_local;
  has_taken_ = true;
  is_ahead_ = false;
}

std::expected<void, PdhStatus> RawRecords::advance_to(FileTime time_local) {
  while (true) {
    if (!is_ahead_) {
      const auto read = reader_->read(record_);
      if (!read.has_value()) return std::unexpected(PDH_LOG_FILE_OPEN_ERROR);
      if (*read == ReadResult::end) return {};
      is_ahead_ = true;
    }
    if (record_.time_local > time_local) return {};
    take_record();
  }
}

std::expected<RawRecord, PdhStatus> RawRecords::at(FileTime time_local) {
  const std::lock_guard lock(mutex_);
  if (source_.is_real_time()) return std::unexpected(PDH_DATA_SOURCE_IS_REAL_TIME);
  const bool is_behind = has_taken_ && time_local < taken_local_;
  if (reader_ == nullptr || is_behind) OPENPERFLIB_TRY(open());
  OPENPERFLIB_TRY(advance_to(time_local));
  if (!has_taken_) return std::unexpected(PDH_ENTRY_NOT_IN_LOG_FILE);
  return RawRecord{.format = reader_->header().format, .bytes = taken_};
}

void RawRecords::forget() {
  const std::lock_guard lock(mutex_);
  reader_.reset();
}

}  // namespace openperflib
