// SqlLogName: the name of a log in a database, as on Windows: "SQL:DSN!LogSet".
//
// Source: docs/formats/sql.md.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

namespace openperflib {

// Value.
struct SqlLogName {
  // The text between "SQL:" and the last "!".
  enum class Kind : std::uint8_t {
    file,        // an SQLite database by its path: it has a slash, or ends in .db, .db3, .sqlite,
                 // .sqlite3
    source,      // a data source in odbc.ini
    connection,  // a whole connection string: "DRIVER=...;Servername=...": it has a "="
  };
  Kind kind = Kind::source;
  std::string database;
  std::string set;    // empty: none is named
  std::string shown;  // the whole name as given, without passwords

  // Whether `name` begins with "SQL:"; case is ignored.
  [[nodiscard]] static bool is_one(std::string_view name) noexcept;
  // Errors: a text, if no database is named.
  [[nodiscard]] static std::expected<SqlLogName, std::string> parse(std::string_view name);
  bool operator==(const SqlLogName&) const = default;
};

// The name of a log for messages: without passwords; a file's name is unchanged.
[[nodiscard]] std::string shown_log_name(const std::string& name);

// The connection string for ODBC. `driver`: the path of SQLite's driver, or its name in
// odbcinst.ini; only for a file. Errors: a character of the path that a connection string cannot
// contain.
[[nodiscard]] std::expected<std::string, std::string> connection_string(const SqlLogName& name,
                                                                        std::string_view driver);

}  // namespace openperflib
