#include "openperflib/log/sql/sql_log_support.h"

#include <utility>

#include "openperflib/log/sql/sql_log_reader.h"
#include "openperflib/log/sql/sql_log_sets.h"
#include "openperflib/log/sql/sql_log_writer.h"

namespace openperflib {
namespace {

OpenedReader open_sql_set(const SqlLogName& name) { return SqlLogReader::open(name); }

CreatedSink create_sql_set(const SqlLogName& name, CreateLogOptions options) {
  using Flush = SqlLogWriteOptions::Flush;
  const bool in_pieces = options.flush == LogFlush::in_pieces;
  return SqlLogWriter::open(name, {.content = options.content,
                                   .zone = std::move(options.zone),
                                   .flush = in_pieces ? Flush::in_batches : Flush::each_row});
}

}  // namespace

constexpr LogSetSupport kSqlLogSets{
    .open = &open_sql_set, .create = &create_sql_set, .is_same = &is_same_log_set};

}  // namespace openperflib
