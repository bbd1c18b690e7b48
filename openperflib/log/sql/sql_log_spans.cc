#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/sql/sql_log_spans_internal.h"

namespace openperflib {
namespace {

// So many are named one by one, so that the key of the table finds them; more are all there are.
constexpr std::size_t kMostNamed = 2'000;

std::string condition_of(std::span<const std::int32_t> counters) {
  if (counters.size() > kMostNamed)
    return " AND CounterID IN (SELECT CounterID FROM CounterDetails)";
  std::string list;
  for (const std::int32_t counter : counters) {
    list += fmt::format("{}{}", list.empty() ? "" : ", ", counter);
  }
  return fmt::format(" AND CounterID IN ({})", list);
}

}  // namespace

void SqlHeldRows::clear() noexcept {
  letters_.clear();
  lengths_.clear();
  cell_ = 0;
  letter_ = 0;
}

void SqlHeldRows::add(std::optional<std::string_view> cell) {
  lengths_.push_back(cell.has_value() ? static_cast<std::uint32_t>(cell->size()) : kNull);
  if (cell.has_value()) letters_ += *cell;
}

bool SqlHeldRows::next(SqlDataTexts& texts) noexcept {
  if (cell_ == lengths_.size()) return false;
  for (std::optional<std::string_view>& text : texts) {
    const std::uint32_t length = lengths_[cell_++];
    text.reset();
    if (length == kNull) continue;
    text = std::string_view(letters_).substr(letter_, length);
    letter_ += length;
  }
  return true;
}

std::expected<SqlRowSpans, SourceFault> SqlRowSpans::open(SqlLogDatabase& database,
                                                          std::string guid, LogContent content,
                                                          std::vector<std::int32_t> counters) {
  SqlRowSpans spans(database, std::move(guid), content);
  OPENPERFLIB_TRY(spans.measure(std::move(counters)));
  return spans;
}

// A query that fails, as the table EmptyRecords is ours and may be missing, ends the transaction in
// some databases.
std::expected<void, SourceFault> SqlRowSpans::measure(std::vector<std::int32_t> counters) {
  const auto extreme = [&](std::string_view what, std::string_view table) {
    return database_->number(
        fmt::format("SELECT {} FROM {} WHERE GUID = '{}'", what, table, guid_));
  };
  const auto empty = extreme("COUNT(*)", "EmptyRecords");
  if (!empty.has_value()) database_->connection().rollback();
  const std::int64_t empty_records = empty.value_or(0).value_or(0);
  has_empty_records_ = empty_records != 0;
  all_ = OPENPERFLIB_TRY(extreme("COUNT(*)", "CounterData")).value_or(0) + empty_records;
  is_one_span_ = all_ <= kMostRows;
  if (is_one_span_) return {};
  const auto index = fmt::format("({})", database_->dialect().index);
  std::optional<std::int64_t> first = OPENPERFLIB_TRY(extreme("MIN" + index, "CounterData"));
  std::optional<std::int64_t> last = OPENPERFLIB_TRY(extreme("MAX" + index, "CounterData"));
  if (has_empty_records_) {
    const auto first_empty = OPENPERFLIB_TRY(extreme("MIN" + index, "EmptyRecords"));
    const auto last_empty = OPENPERFLIB_TRY(extreme("MAX" + index, "EmptyRecords"));
    if (first_empty.has_value()) first = std::min(first.value_or(*first_empty), *first_empty);
    if (last_empty.has_value()) last = std::max(last.value_or(*last_empty), *last_empty);
  }
  constexpr std::int64_t kMost = std::int64_t{1} << 40;  // far more than 32 bits: sums stay small
  next_ = std::clamp(first.value_or(0), -kMost, kMost);
  last_ = std::clamp(last.value_or(-1), -kMost, kMost);
  const auto of_a_record = static_cast<std::int64_t>(counters.size()) + 1;
  most_of_a_record_ = std::max(kMostRows, of_a_record);
  width_ = std::max<std::int64_t>(1, kMostRows / of_a_record);
  only_counters_ = condition_of(counters);
  return {};
}

std::string SqlRowSpans::data_part(std::int64_t end) const {
  std::string part = fmt::format("FROM CounterData WHERE GUID = '{}'", guid_);
  if (is_one_span_) return part;
  return part + only_counters_ +
         fmt::format(" AND RecordIndex >= {} AND RecordIndex < {}", next_, end);
}

std::string SqlRowSpans::empty_part(std::int64_t end) const {
  std::string part = fmt::format("FROM EmptyRecords WHERE GUID = '{}'", guid_);
  if (is_one_span_) return part;
  return part + fmt::format(" AND RecordIndex >= {} AND RecordIndex < {}", next_, end);
}

std::expected<std::int64_t, SourceFault> SqlRowSpans::count(std::int64_t end) {
  const auto counted = [&](const std::string& part) {
    return database_->number(fmt::format("SELECT COUNT(*) {}", part));
  };
  std::int64_t rows = OPENPERFLIB_TRY(counted(data_part(end))).value_or(0);
  if (has_empty_records_) rows += OPENPERFLIB_TRY(counted(empty_part(end))).value_or(0);
  return rows;
}

// Numbers may have gaps as wide as they are: a span without rows makes the next one twice as wide.
std::expected<std::optional<std::int64_t>, SourceFault> SqlRowSpans::next_end() {
  while (next_ <= last_) {
    const std::int64_t end = next_ + width_;
    const std::int64_t rows = OPENPERFLIB_TRY(count(end));
    if (rows > kMostRows && width_ > 1) {
      width_ /= 2;
    } else if (rows > most_of_a_record_) {
      return std::unexpected(database_->fault(
          fmt::format("record {} has {} rows, more than the set has counters", next_, rows)));
    } else if (rows != 0) {
      return end;
    } else {
      next_ = end;
      width_ *= 2;
    }
  }
  return std::nullopt;
}

std::expected<bool, SourceFault> SqlRowSpans::ask() {
  std::int64_t end = 0;
  if (is_one_span_) {
    if (std::exchange(has_asked_, true)) return false;
  } else {
    const auto found = OPENPERFLIB_TRY(next_end());
    if (!found.has_value()) return false;
    end = *found;
  }
  const SqlDialect& dialect = database_->dialect();
  const bool has_values = content_ == LogContent::values;
  const std::string time = dialect.text_column("CounterDateTime", 32);
  std::string statement =
      fmt::format("SELECT {}, {}, {}", dialect.index, dialect.number_column("CounterID"), time);
  for (const char* const column :
       {"FirstValueA", "FirstValueB", "SecondValueA", "SecondValueB", "MultiCount"}) {
    statement += ", " + dialect.number_column(column);
  }
  statement += fmt::format(", {} {}", has_values ? dialect.number_column(dialect.value) : "0",
                           data_part(end));
  if (has_empty_records_) {
    const bool is_text = has_values && dialect.form == SqlInsertForm::prepared;
    statement += fmt::format(" UNION ALL SELECT {}, {}, {}, 0, 0, 0, 0, 0, {} {}", dialect.index,
                             "0", time, is_text ? "'0'" : "0", empty_part(end));
  }
  statement += " ORDER BY 1";
  OPENPERFLIB_TRY(fetch(statement));
  next_ = end;
  return true;
}

std::expected<void, SourceFault> SqlRowSpans::fetch(std::string_view statement) {
  OdbcStatement rows = OPENPERFLIB_TRY(OdbcStatement::make(database_->connection()));
  const std::array<OdbcStatement::Column, kSqlDataColumns> columns = {};
  OPENPERFLIB_TRY(rows.query(statement, columns));
  rows_.clear();
  while (OPENPERFLIB_TRY(rows.next())) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      rows_.add(rows.is_cut(i) ? std::nullopt : rows.text(i));
    }
  }
  return {};
}

std::expected<bool, SourceFault> SqlRowSpans::next(SqlDataTexts& texts) {
  while (!rows_.next(texts)) {
    if (!OPENPERFLIB_TRY(ask())) return false;
  }
  ++given_;
  return true;
}

}  // namespace openperflib
