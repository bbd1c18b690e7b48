// SqlRowSpans: the rows of a set in the order of their records, however many there are.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/log/reader/log_reader.h"
#include "openperflib/log/sql/sql_log_database_internal.h"
#include "openperflib/log/sql/sql_log_record_internal.h"

namespace openperflib {

// Value: rows that were fetched, as texts. About 100 bytes each.
class SqlHeldRows {
 public:
  void clear() noexcept;
  // Adds the next cell of a row of kSqlDataColumns; nullopt: NULL, or none that can be used.
  void add(std::optional<std::string_view> cell);
  // The next row, in texts that live until the next clear() or add(); false: there is none.
  [[nodiscard]] bool next(SqlDataTexts& texts) noexcept;

 private:
  static constexpr std::uint32_t kNull = 0xFFFFFFFF;
  std::string letters_;
  std::vector<std::uint32_t> lengths_;  // kNull: no text
  std::size_t cell_ = 0;                // the first one of the next row
  std::size_t letter_ = 0;
};

// Resource; the database must outlive it. Drivers and databases keep the rows of an answer, or sort
// them, in memory: so the rows are asked for by spans of RecordIndex, each of kMostRows at most.
// All rows of a span are fetched at once, so that no statement is open, and SQLite's file not
// locked, while a caller does something else.
class SqlRowSpans {
 public:
  static constexpr std::int64_t kMostRows = 32'768;

  // `counters`: the CounterIDs of the set. Errors: the database's.
  [[nodiscard]] static std::expected<SqlRowSpans, SourceFault> open(
      SqlLogDatabase& database, std::string guid, LogContent content,
      std::vector<std::int32_t> counters);

  // The next row, in texts that live until the next call; false: there is none. Errors: the
  // database's; a record has more rows than the set has counters, and more than kMostRows.
  [[nodiscard]] std::expected<bool, SourceFault> next(SqlDataTexts& texts);
  // How many rows no span can have, known when next() has given false: their counter or their
  // record is none.
  [[nodiscard]] std::int64_t unreachable_rows() const noexcept { return all_ - given_; }

 private:
  SqlRowSpans(SqlLogDatabase& database, std::string guid, LogContent content)
      : database_(&database), guid_(std::move(guid)), content_(content) {}
  [[nodiscard]] std::expected<void, SourceFault> measure(std::vector<std::int32_t> counters);
  // "FROM CounterData WHERE ..." of the span that begins at next_, and of the records without a row
  // in it.
  [[nodiscard]] std::string data_part(std::int64_t end) const;
  [[nodiscard]] std::string empty_part(std::int64_t end) const;
  [[nodiscard]] std::expected<std::int64_t, SourceFault> count(std::int64_t end);
  // The end of the next span that has rows; nothing: no further one has.
  [[nodiscard]] std::expected<std::optional<std::int64_t>, SourceFault> next_end();
  // Fetches the next span; false: there is none.
  [[nodiscard]] std::expected<bool, SourceFault> ask();
  [[nodiscard]] std::expected<void, SourceFault> fetch(std::string_view statement);

  SqlLogDatabase* database_;
  std::string guid_;
  LogContent content_;
  std::string only_counters_;  // a condition; empty: all rows are one span
  bool has_empty_records_ = false;
  std::int64_t all_ = 0;  // rows
  std::int64_t given_ = 0;
  std::int64_t next_ = 0;   // RecordIndex
  std::int64_t last_ = -1;  // the greatest
  std::int64_t width_ = 1;  // records of a span
  std::int64_t most_of_a_record_ = kMostRows;
  bool is_one_span_ = true;
  bool has_asked_ = false;
  SqlHeldRows rows_;
};

}  // namespace openperflib
