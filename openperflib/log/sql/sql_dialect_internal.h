// What databases call the same things: one row per database.
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
  std::string_view product;   // as ODBC tells it
  std::string_view guid;      // the type of a GUID
  std::string_view number;    // of a key that the database counts up by itself
  std::string_view make;      // creates the table {name} if it is missing
  std::string_view value;     // CounterValue, asked for with all its digits
  std::string_view index;     // RecordIndex where it is a number, else NULL
  std::string_view cut_text;  // the first {letters} letters of a column {name} of texts
  std::string_view
      cut_number;  // the same of one of numbers, which may hold a text in some databases
  std::string_view
      strangers;  // names what is called as one of the {tables} and is not a plain table
  std::string_view
      computed;  // names those of them with a column that is computed; empty: there are none
  std::string_view guard;  // what is run before others' tables are read; empty: nothing
  SqlInsertForm form;

  // The statements that create missing tables.
  [[nodiscard]] std::vector<std::string> statements_for_tables() const;
  // The statements by which check_sql_tables() finds what must not be read; none may be empty.
  [[nodiscard]] std::vector<std::string> statements_for_strangers() const;
  // A column of a statement, cut to one letter more than `letters`: so that it shows that it was
  // longer.
  [[nodiscard]] std::string text_column(std::string_view name, unsigned letters) const;
  [[nodiscard]] std::string number_column(std::string_view name, unsigned letters = 32) const;
};

// nullptr: a database that nobody has taught us.
[[nodiscard]] const SqlDialect* find_sql_dialect(std::string_view product) noexcept;

}  // namespace openperflib
