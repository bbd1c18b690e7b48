#include "openperflib/log/sql_log_name.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::string_view kSqlPrefix = "sql:";

bool has_extension_of_sqlite(std::string_view name) {
  constexpr std::array<std::string_view, 4> kExtensions = {".db", ".db3", ".sqlite", ".sqlite3"};
  const std::string small = folded(name);
  return std::ranges::any_of(kExtensions,
                             [&](std::string_view one) { return small.ends_with(one); });
}

SqlLogName::Kind kind_of_database(std::string_view database) {
  using Kind = SqlLogName::Kind;
  const bool begins_as_path = database.starts_with('/') || database.starts_with("./") ||
                              database.starts_with("../") || database.starts_with("~/");
  if (begins_as_path) return Kind::file;
  if (database.find('=') != std::string_view::npos) return Kind::connection;
  const bool is_path = database.find('/') != std::string_view::npos;
  return is_path || has_extension_of_sqlite(database) ? Kind::file : Kind::source;
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n\f\v";
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

// Where the first KEY=VALUE or KEY={VALUE} ends.
std::size_t end_of_part(std::string_view connection) {
  const std::size_t mark = connection.find('=');
  const std::size_t end = std::min(connection.find(';'), connection.size());
  const bool is_in_braces = mark < end && trimmed(connection.substr(mark + 1)).starts_with('{');
  if (!is_in_braces) return end;
  return std::min(connection.find(';', connection.find('}', mark)), connection.size());
}

// The connection string with a star for each password.
std::string without_passwords(std::string_view connection) {
  std::string shown;
  while (!connection.empty()) {
    const std::size_t end = end_of_part(connection);
    const std::string_view part = connection.substr(0, end);
    const std::string key = folded(trimmed(part.substr(0, part.find('='))));
    const bool is_secret = key == "pwd" || key == "password";
    shown += is_secret ? fmt::format("{}=*", part.substr(0, part.find('='))) : std::string(part);
    if (end == connection.size()) break;
    shown += ';';
    connection.remove_prefix(end + 1);
  }
  return shown;
}

}  // namespace

bool SqlLogName::is_one(std::string_view name) noexcept {
  return equal_ignoring_case(name.substr(0, kSqlPrefix.size()), kSqlPrefix);
}

std::expected<SqlLogName, std::string> SqlLogName::parse(std::string_view name) {
  if (!is_one(name))
    return std::unexpected("to open a database, write SQL:DATABASE or SQL:DATABASE!SET");
  const std::string_view rest = name.substr(kSqlPrefix.size());
  const std::size_t mark = rest.rfind('!');
  SqlLogName parsed;
  parsed.database = rest.substr(0, mark);
  if (mark != std::string_view::npos) parsed.set = rest.substr(mark + 1);
  if (parsed.database.empty()) return std::unexpected("names no database: SQL:DATABASE!SET");
  parsed.kind = kind_of_database(parsed.database);
  const bool may_have_secrets = parsed.kind == Kind::connection;
  parsed.shown = std::string(name.substr(0, kSqlPrefix.size())) +
                 (may_have_secrets ? without_passwords(parsed.database) : parsed.database);
  if (mark != std::string_view::npos) parsed.shown += "!" + parsed.set;
  return parsed;
}

std::string shown_log_name(const std::string& name) {
  const auto parsed = SqlLogName::parse(name);
  return parsed.has_value() ? parsed->shown : name;
}

// SQLite's driver otherwise reads the whole answer into memory, and waits a hundred seconds for a
// lock; PostgreSQL's otherwise reads the whole answer too, and drivers skip what is not for them.
std::expected<std::string, std::string> connection_string(const SqlLogName& name,
                                                          std::string_view driver) {
  constexpr std::string_view kOfSqlite = "StepAPI=1;NoTXN=0;Timeout=5000;";
  constexpr std::string_view kOfPostgres = "UseDeclareFetch=1;Fetch=4096;";
  constexpr std::size_t kMost = 32'000;  // its length has 15 bits
  if (name.database.size() > kMost) return std::unexpected("the name of the database is too long");
  if (name.kind == SqlLogName::Kind::file) {
    if (name.database.find_first_of(";{}") != std::string::npos) {
      return std::unexpected("a path with ; { or } cannot be given to a driver");
    }
    return fmt::format("DRIVER={};Database={};{}", driver, name.database, kOfSqlite);
  }
  const std::string_view separator = name.database.ends_with(';') ? "" : ";";
  return fmt::format("{}{}{}{}{}", name.kind == SqlLogName::Kind::source ? "DSN=" : "",
                     name.database, separator, kOfSqlite, kOfPostgres);
}

}  // namespace openperflib
