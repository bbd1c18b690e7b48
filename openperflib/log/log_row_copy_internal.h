// LogRowCopy: what LogConversion does with a record that a query reads.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "openperflib/base/workers.h"
#include "openperflib/log/log_conversion.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/log/row_texts_internal.h"
#include "openperflib/query/query.h"
#include "openperflib/query/row_feed.h"
#include "openperflib/query/row_sink.h"

namespace openperflib {

// View of the query and the sink.
class LogRowCopy {
 public:
  using RecordBefore = LogConversion::RecordBefore;
  // `workers`: null: none.
  LogRowCopy(Query& query, RowSink& sink, RecordBefore before, Workers* workers);

  // A record before the window: the first rate begins with it.
  void keep(const LogReader& reader, LogRecord& record);
  // A record of the window. Errors: those of the sink, also about earlier records.
  [[nodiscard]] std::expected<void, SourceFault> write(const LogReader& reader, LogRecord& record,
                                                       LogExtent& written);
  // The rows that workers still have go to the sink. Errors: those of the sink.
  [[nodiscard]] std::expected<void, SourceFault> flush() {
    return texts_ != nullptr ? texts_->flush() : std::expected<void, SourceFault>();
  }
  [[nodiscard]] std::expected<void, SourceFault> end();
  // See LogConversion.
  [[nodiscard]] std::span<const std::string> without_column() const noexcept {
    return has_begun_ ? sink_.without_column() : std::span<const std::string>();
  }

 private:
  void take(const LogReader& reader, LogRecord& record);
  // Only if RecordBefore requests it, and nothing was written yet.
  [[nodiscard]] std::expected<void, SourceFault> write_record_before(LogExtent& written);

  Query& query_;
  RowSink& sink_;
  RowFeed feed_;
  RecordBefore before_;
  std::optional<FileTime> time_before_;
  bool has_begun_ = false;           // with the last record
  std::unique_ptr<RowTexts> texts_;  // null: rows are passed to the sink one by one
};

}  // namespace openperflib
