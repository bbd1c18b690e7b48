// SqlLogDatabase: a database with the tables of performance logs in it.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/log/sql/odbc_connection_internal.h"
#include "openperflib/log/sql/odbc_statement_internal.h"
#include "openperflib/log/sql/sql_dialect_internal.h"
#include "openperflib/log/sql/sql_log_sets.h"

namespace openperflib {

// Resource, movable.
class SqlLogDatabase {
 public:
  // How many sets and how many counters of a set are read at most.
  static constexpr std::int64_t kMostSets = 65'536;
  static constexpr std::int64_t kMostCounters = 262'144;

  // An existing database. Errors: those of the connection; a database without a dialect; one of
  // the tables is a view or otherwise computed: reading it may never end.
  [[nodiscard]] static std::expected<SqlLogDatabase, SourceFault> open(const SqlLogName& name);
  // The same, but creates a missing file and missing tables.
  [[nodiscard]] static std::expected<SqlLogDatabase, SourceFault> make(const SqlLogName& name);

  [[nodiscard]] OdbcConnection& connection() noexcept { return *connection_; }
  [[nodiscard]] const SqlDialect& dialect() const noexcept { return *dialect_; }

  // All sets, by their names.
  [[nodiscard]] std::expected<std::vector<SqlLogSet>, SourceFault> sets();
  // nullopt: there is no set of that name.
  [[nodiscard]] std::expected<std::optional<SqlLogSet>, SourceFault> find_set(
      std::string_view name);
  // The set that is meant: the one that is named, or the only one. Errors: those of the database;
  // there is no such set, or its GUID cannot stand in a statement.
  [[nodiscard]] std::expected<SqlLogSet, SourceFault> set_of(const SqlLogName& name);
  // A number that a query has as its only answer; nullopt: NULL, or no row.
  [[nodiscard]] std::expected<std::optional<std::int64_t>, SourceFault> number(
      std::string_view statement);
  // How many rows a query would have, "FROM ... WHERE ...". Errors: the database's; there are more
  // than `most` of what `called` names.
  [[nodiscard]] std::expected<void, SourceFault> check_count(std::string_view from,
                                                             std::int64_t most,
                                                             std::string_view called);
  // A fault with words of ours.
  [[nodiscard]] SourceFault fault(std::string words) const;

 private:
  SqlLogDatabase(std::unique_ptr<OdbcConnection> connection, const SqlDialect* dialect,
                 std::string shown)
      : connection_(std::move(connection)), dialect_(dialect), shown_(std::move(shown)) {}
  [[nodiscard]] std::expected<void, SourceFault> check_tables();
  [[nodiscard]] SourceFault no_such_set(const SqlLogName& name,
                                        std::span<const SqlLogSet> existing) const;
  [[nodiscard]] static std::expected<SqlLogDatabase, SourceFault> connect(
      const SqlLogName& name, OdbcConnection::Absent absent);

  std::unique_ptr<OdbcConnection> connection_;
  const SqlDialect* dialect_;
  std::string shown_;
};

// A whole number as databases write it. nullopt: NULL, or the text is not a number of 32 bits.
[[nodiscard]] std::optional<std::int32_t> read_sql_number(
    std::optional<std::string_view> text) noexcept;

// A number of 64 bits takes two columns, A and B: its low and its high half.
[[nodiscard]] constexpr std::int32_t sql_low_half(std::uint64_t number) noexcept {
  return static_cast<std::int32_t>(number);
}
[[nodiscard]] constexpr std::int32_t sql_high_half(std::uint64_t number) noexcept {
  return static_cast<std::int32_t>(number >> 32U);
}
[[nodiscard]] constexpr std::uint64_t from_sql_halves(std::int32_t low,
                                                      std::int32_t high) noexcept {
  return static_cast<std::uint32_t>(low) |
         (static_cast<std::uint64_t>(static_cast<std::uint32_t>(high)) << 32U);
}

// Whether a text can be a GUID in a statement: it has hexadecimal digits, dashes and braces alone.
[[nodiscard]] bool is_sql_guid(std::string_view text) noexcept;

}  // namespace openperflib
