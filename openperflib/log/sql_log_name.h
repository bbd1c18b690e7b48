// SqlLogName: the name of a log in a database, as Windows writes it: "SQL:DSN!LogSet".
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
  // What stands between "SQL:" and the last "!".
  enum class Kind : std::uint8_t {
    file,        // an SQLite database by its path: it has a slash, or ends in .db, .db3, .sqlite,
                 // .sqlite3
    source,      // a data source that ODBC is told of in odbc.ini
    connection,  // a whole connection string: "DRIVER=...;Servername=...": it has a "="
  };
  Kind kind = Kind::source;
  std::string database;
  std::string set;    // empty: none is named
  std::string shown;  // the whole name as it was given, without passwords

  // Whether `name` is one of a database at all; case is ignored.
  [[nodiscard]] static bool is_one(std::string_view name) noexcept;
  // Errors: what is wrong with it, in words: no database is named.
  [[nodiscard]] static std::expected<SqlLogName, std::string> parse(std::string_view name);
  bool operator==(const SqlLogName&) const = default;
};

// The name of a log as messages show it: without passwords; a file's name as it is.
[[nodiscard]] std::string shown_log_name(const std::string& name);

// What ODBC connects by. `driver`: the path of SQLite's driver, or the name that odbcinst.ini has
// for it; of a file alone. Errors: a character of the path that no connection string can hold.
[[nodiscard]] std::expected<std::string, std::string> connection_string(const SqlLogName& name,
                                                                        std::string_view driver);

}  // namespace openperflib
