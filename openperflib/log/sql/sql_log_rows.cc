#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/sql/sql_log_rows_internal.h"

namespace openperflib {
namespace {

using ColumnKind = OdbcStatement::Kind;
using Outcome = std::expected<void, SourceFault>;

constexpr std::string_view kColumns =
    "GUID, CounterID, RecordIndex, CounterDateTime, CounterValue, FirstValueA, FirstValueB, "
    "SecondValueA, SecondValueB, MultiCount";

// The five columns of a reading, by their position from 0.
std::int32_t part_of(const SqlDataRow& row, std::size_t part) noexcept {
  switch (part) {
    case 0:
      return sql_low_half(row.first);
    case 1:
      return sql_high_half(row.first);
    case 2:
      return sql_low_half(row.second);
    case 3:
      return sql_high_half(row.second);
    default:
      return static_cast<std::int32_t>(row.multi);
  }
}

constexpr std::size_t kParts = 5;

}  // namespace

void SqlRowBatch::begin_record(std::int32_t index, std::string time) {
  records_.push_back({.index = index, .time = std::move(time)});
}

void SqlRowBatch::add(SqlDataRow row) {
  row.record = static_cast<std::uint32_t>(records_.size() - 1);
  rows_.push_back(row);
}

Outcome SqlRowBatch::insert_prepared(SqlLogDatabase& database, const std::string& guid) {
  constexpr std::array kKinds = {ColumnKind::ascii,   ColumnKind::integer, ColumnKind::integer,
                                 ColumnKind::ascii,   ColumnKind::real,    ColumnKind::integer,
                                 ColumnKind::integer, ColumnKind::integer, ColumnKind::integer,
                                 ColumnKind::integer};
  if (!prepared_.has_value()) {
    prepared_.emplace(OPENPERFLIB_TRY(OdbcStatement::make(database.connection())));
    OPENPERFLIB_TRY(prepared_->prepare(
        fmt::format("INSERT INTO CounterData ({}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", kColumns),
        kKinds));
    prepared_->set(0, std::string_view(guid));
  }
  for (const SqlDataRow& row : rows_) {
    const SqlRecord& record = records_[row.record];
    prepared_->set(1, row.counter);
    prepared_->set(2, record.index);
    prepared_->set(3, std::string_view(record.time));
    prepared_->set(4, row.value);
    for (std::size_t part = 0; part < kParts; ++part) {
      if (row.has_reading) {
        prepared_->set(5 + part, part_of(row, part));
      } else {
        prepared_->set_null(5 + part);
      }
    }
    OPENPERFLIB_TRY(prepared_->execute());
  }
  return {};
}

// An array with one value per row, as a text of PostgreSQL; `append` writes a value.
void SqlRowBatch::append_array(std::string_view type, const auto& append) {
  statement_ += ", unnest('{";
  for (const SqlDataRow& row : rows_) {
    append(row);
    statement_ += ',';
  }
  statement_.back() = '}';
  fmt::format_to(std::back_inserter(statement_), "'::{}[])", type);
}

// One of the five numbers of the readings: only once if all rows have the same, as most multipliers
// and high halves do.
void SqlRowBatch::append_part(std::size_t part) {
  const auto out = std::back_inserter(statement_);
  const SqlDataRow& first = rows_.front();
  const bool is_one = std::ranges::all_of(rows_, [&](const SqlDataRow& row) {
    return row.has_reading == first.has_reading &&
           (!row.has_reading || part_of(row, part) == part_of(first, part));
  });
  if (is_one && !first.has_reading) {
    statement_ += ", NULL::int";
  } else if (is_one) {
    fmt::format_to(out, ", {}", part_of(first, part));
  } else {
    append_array("int", [&](const SqlDataRow& row) {
      if (row.has_reading) {
        fmt::format_to(out, "{}", part_of(row, part));
      } else {
        statement_ += "NULL";
      }
    });
  }
}

// One statement per row would be a round trip each; this is one for all. As select expressions the
// arrays are processed row by row; after FROM each would first be stored as a table.
Outcome SqlRowBatch::insert_arrays(SqlLogDatabase& database, const std::string& guid) {
  statement_.clear();
  const auto out = std::back_inserter(statement_);
  fmt::format_to(out, "INSERT INTO CounterData ({}) SELECT '{}'::uuid", kColumns, guid);
  append_array("int", [&](const SqlDataRow& row) { fmt::format_to(out, "{}", row.counter); });
  append_array(
      "int", [&](const SqlDataRow& row) { fmt::format_to(out, "{}", records_[row.record].index); });
  append_array("bpchar", [&](const SqlDataRow& row) {
    fmt::format_to(out, "\"{}\"", records_[row.record].time);
  });
  append_array("float8", [&](const SqlDataRow& row) { fmt::format_to(out, "{}", row.value); });
  for (std::size_t part = 0; part < kParts; ++part) append_part(part);
  return database.connection().run(statement_);
}

Outcome SqlRowBatch::insert_empty_records(SqlLogDatabase& database, const std::string& guid) {
  std::vector<bool> has_row(records_.size());
  for (const SqlDataRow& row : rows_) has_row[row.record] = true;
  for (std::size_t i = 0; i < records_.size(); ++i) {
    if (has_row[i]) continue;
    OPENPERFLIB_TRY(database.connection().run(
        fmt::format("INSERT INTO EmptyRecords (GUID, RecordIndex, CounterDateTime) "
                    "VALUES ('{}', {}, '{}')",
                    guid, records_[i].index, records_[i].time)));
  }
  return {};
}

Outcome SqlRowBatch::insert(SqlLogDatabase& database, const std::string& guid) {
  OPENPERFLIB_TRY(insert_empty_records(database, guid));
  // Counter by counter, in the order of the table's key: neighbours are written together.
  std::ranges::sort(rows_, {},
                    [](const SqlDataRow& row) { return std::pair(row.counter, row.record); });
  if (!rows_.empty()) {
    OPENPERFLIB_TRY(database.dialect().form == SqlInsertForm::arrays
                        ? insert_arrays(database, guid)
                        : insert_prepared(database, guid));
  }
  rows_.clear();
  records_.clear();
  return {};
}

}  // namespace openperflib
