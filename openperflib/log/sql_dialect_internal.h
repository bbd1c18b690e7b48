// What databases call the same things: a row a database.
//
// Source: docs/formats/sql.md.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace openperflib {

// How the rows of CounterData go into the database.
enum class SqlInsertForm : std::uint8_t {
  prepared,  // one statement, run a row: where the database is in this process
  arrays,    // one statement for all rows, which the database makes of an array a column
};

// Value; a row of a constant table.
struct SqlDialect {
  std::string_view product;  // as ODBC tells it
  std::string_view guid;     // the type of a GUID
  std::string_view number;   // of a key that the database counts up by itself
  std::string_view make;     // makes the table {name} where it is not there
  std::string_view value;    // CounterValue, asked for with all its digits
  SqlInsertForm form;

  // The statements that make the tables which are not there.
  [[nodiscard]] std::vector<std::string> statements_for_tables() const;
};

// nullptr: a database that nobody has taught us.
[[nodiscard]] const SqlDialect* find_sql_dialect(std::string_view product) noexcept;

}  // namespace openperflib
