#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/log_row_copy_internal.h"

namespace openperflib {

LogRowCopy::LogRowCopy(Query& query, RowSink& sink, RecordBefore before, Workers* workers)
    : query_(query), sink_(sink), feed_(sink), before_(before) {
  const RowText* const text = sink.row_text();
  if (!run_beside_caller(workers) || text == nullptr) return;
  texts_ = std::make_unique<RowTexts>(sink, *text, *workers);
}

std::expected<void, SourceFault> LogRowCopy::end() {
  OPENPERFLIB_TRY(flush());
  return sink_.end();
}

// Times are written as stored in the log, even if the offset has changed since its start.
void LogRowCopy::take(const LogReader& reader, LogRecord& record) {
  has_begun_ = false;
  record.sample.time_utc = reader.header().to_utc(record.time_local);
  query_.take(record_of(reader, record));
}

void LogRowCopy::keep(const LogReader& reader, LogRecord& record) {
  take(reader, record);
  time_before_ = record.time_local;
}

std::expected<void, SourceFault> LogRowCopy::write_record_before(LogExtent& written) {
  if (!time_before_.has_value()) return {};
  const FileTime time = *std::exchange(time_before_, std::nullopt);
  if (before_ == RecordBefore::left_out || written.records != 0) return {};
  written.note(time);
  return feed_.write_older(query_);
}

std::expected<void, SourceFault> LogRowCopy::write(const LogReader& reader, LogRecord& record,
                                                   LogExtent& written) {
  take(reader, record);
  has_begun_ = feed_.has_new_layout(query_);
  if (has_begun_) OPENPERFLIB_TRY(flush());
  OPENPERFLIB_TRY(feed_.follow(query_));
  OPENPERFLIB_TRY(write_record_before(written));
  written.note(record.time_local);
  if (texts_ != nullptr) return texts_->add(query_);
  sink_.set_comment(record.comment);
  return sink_.write(query_.newer(), query_.row());
}

}  // namespace openperflib
