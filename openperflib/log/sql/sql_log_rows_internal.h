// The rows of CounterData that are to be written to a database.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/counter/raw_counter.h"
#include "openperflib/log/sql/sql_log_database_internal.h"

namespace openperflib {

// One row without its set. Value.
struct SqlDataRow {
  std::int32_t counter = 0;  // CounterID
  std::uint32_t record = 0;  // position of its record in the batch
  double value = 0;
  bool has_reading = false;  // false: FirstValueA to MultiCount are NULL
  std::uint64_t first = 0;
  std::uint64_t second = 0;
  std::uint32_t multi = 0;
};

// One record of a batch.
struct SqlRecord {
  std::int32_t index = 0;  // RecordIndex
  std::string time;        // CounterDateTime
};

// Rows that are written to the database together. Resource; its memory is reused for the next
// batch.
class SqlRowBatch {
 public:
  // Begins a record; the following rows belong to it.
  void begin_record(std::int32_t index, std::string time);
  void add(SqlDataRow row);
  [[nodiscard]] std::size_t rows() const noexcept { return rows_.size(); }
  [[nodiscard]] const std::vector<SqlRecord>& records() const noexcept { return records_; }

  // Writes everything as rows of the set, and removes it. Records without a row go to EmptyRecords.
  [[nodiscard]] std::expected<void, SourceFault> insert(SqlLogDatabase& database,
                                                        const std::string& guid);

 private:
  using Outcome = std::expected<void, SourceFault>;
  [[nodiscard]] Outcome insert_prepared(SqlLogDatabase& database, const std::string& guid);
  [[nodiscard]] Outcome insert_arrays(SqlLogDatabase& database, const std::string& guid);
  void append_array(std::string_view type, const auto& append);
  void append_part(std::size_t part);
  [[nodiscard]] Outcome insert_empty_records(SqlLogDatabase& database, const std::string& guid);

  std::vector<SqlDataRow> rows_;
  std::vector<SqlRecord> records_;
  std::optional<OdbcStatement> prepared_;
  std::string statement_;
};

}  // namespace openperflib
