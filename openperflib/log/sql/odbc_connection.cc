#include <unistd.h>

#include <array>
#include <cerrno>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/sql/odbc_connection_internal.h"
#include "openperflib/log/sql/odbc_statement_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// The prefixes that drivers and their manager add to messages: "[unixODBC][SQLite]".
std::string_view without_names(std::string_view text) {
  while (text.starts_with('[')) {
    const std::size_t end = text.find(']');
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  const std::size_t begin = text.find_first_not_of(" \r\n");
  return begin == std::string_view::npos ? std::string_view() : text.substr(begin);
}

std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    if (c == '\r') continue;
    line += c == '\n' ? ' ' : c;
  }
  while (line.ends_with(' ') || line.ends_with(';')) line.pop_back();
  return line;
}

}  // namespace

SourceFault OdbcConnection::fault(SQLSMALLINT kind, SQLHANDLE handle) const {
  std::array<SQLCHAR, 6> state{};
  std::array<SQLCHAR, 1024> text{};
  SQLINTEGER number = 0;
  SQLSMALLINT length = 0;
  SourceFault fault{.errno_value = 0, .file = shown_, .error = std::nullopt};
  const SQLRETURN got = odbc_.get_diag_rec(kind, handle, 1, state.data(), &number, text.data(),
                                           static_cast<SQLSMALLINT>(text.size()), &length);
  const char* const words = reinterpret_cast<const char*>(text.data());
  if (SQL_SUCCEEDED(got)) fault.message = one_line(valid_utf8(without_names(words)).text);
  if (fault.message.empty()) fault.message = "the database gives no reason for the failure";
  return fault;
}

std::expected<void, SourceFault> OdbcConnection::connect(const std::string& text) {
  (void)odbc_.alloc_handle(SQL_HANDLE_ENV, SQL_NULL_HANDLE, &environment_);
  // ODBC takes the number 3 as a pointer.
  (void)odbc_.set_env_attr(environment_, SQL_ATTR_ODBC_VERSION,
                           reinterpret_cast<SQLPOINTER>(SQL_OV_ODBC3), 0);
  if (!SQL_SUCCEEDED(odbc_.alloc_handle(SQL_HANDLE_DBC, environment_, &connection_))) {
    return std::unexpected(fault(SQL_HANDLE_ENV, environment_));
  }
  // Not as UTF-16: the manager would convert a path to the encoding of its locale.
  std::string letters = text;
  const SQLRETURN connected = odbc_.driver_connect(
      connection_, nullptr, reinterpret_cast<SQLCHAR*>(letters.data()),
      static_cast<SQLSMALLINT>(letters.size()), nullptr, 0, nullptr, SQL_DRIVER_NOPROMPT);
  if (!SQL_SUCCEEDED(connected)) return std::unexpected(fault(SQL_HANDLE_DBC, connection_));
  is_connected_ = true;
  (void)odbc_.set_connect_attr(connection_, SQL_ATTR_AUTOCOMMIT,
                               reinterpret_cast<SQLPOINTER>(SQL_AUTOCOMMIT_OFF), 0);
  std::array<char, 64> product{};
  (void)odbc_.get_info(connection_, SQL_DBMS_NAME, product.data(),
                       static_cast<SQLSMALLINT>(product.size()), nullptr);
  product_ = product.data();
  return {};
}

std::expected<std::unique_ptr<OdbcConnection>, SourceFault> OdbcConnection::open(
    const SqlLogName& name, Absent absent) {
  SourceFault fault{.errno_value = 0, .file = name.shown, .error = std::nullopt};
  // The driver would create an empty database for a mistyped name.
  if (name.kind == SqlLogName::Kind::file && absent == Absent::is_fault &&
      ::access(name.database.c_str(), R_OK) != 0) {
    fault.errno_value = errno;
    return std::unexpected(std::move(fault));
  }
  const auto odbc = OdbcLibrary::load();
  if (!odbc.has_value()) {
    fault.message = odbc.error();
    return std::unexpected(std::move(fault));
  }
  const auto text = connection_string(name, odbc->driver("libsqlite3odbc.so", "SQLite3"));
  if (!text.has_value()) {
    fault.message = text.error();
    return std::unexpected(std::move(fault));
  }
  std::unique_ptr<OdbcConnection> connection(new OdbcConnection(*odbc, name.shown));
  OPENPERFLIB_TRY(connection->connect(*text));
  return connection;
}

OdbcConnection::~OdbcConnection() {
  if (is_connected_) {
    rollback();
    (void)odbc_.disconnect(connection_);
  }
  if (connection_ != nullptr) (void)odbc_.free_handle(SQL_HANDLE_DBC, connection_);
  if (environment_ != nullptr) (void)odbc_.free_handle(SQL_HANDLE_ENV, environment_);
}

std::expected<void, SourceFault> OdbcConnection::run(std::string_view statement) {
  OdbcStatement one = OPENPERFLIB_TRY(OdbcStatement::make(*this));
  return one.run(statement);
}

std::expected<void, SourceFault> OdbcConnection::commit() {
  if (SQL_SUCCEEDED(odbc_.end_tran(SQL_HANDLE_DBC, connection_, SQL_COMMIT))) return {};
  return std::unexpected(fault(SQL_HANDLE_DBC, connection_));
}

void OdbcConnection::commit_each_statement() noexcept {
  (void)odbc_.set_connect_attr(connection_, SQL_ATTR_AUTOCOMMIT,
                               reinterpret_cast<SQLPOINTER>(SQL_AUTOCOMMIT_ON), 0);
}

void OdbcConnection::rollback() noexcept {
  (void)odbc_.end_tran(SQL_HANDLE_DBC, connection_, SQL_ROLLBACK);
}

}  // namespace openperflib
