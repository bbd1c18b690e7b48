#include <algorithm>
#include <cstring>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/log/sql/odbc_statement_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::size_t kRowsAtOnce = 512;

// ODBC takes constant texts as pointers to non-constant characters.
SQLCHAR* letters(std::string_view text) {
  return reinterpret_cast<SQLCHAR*>(const_cast<char*>(text.data()));
}

}  // namespace

std::expected<OdbcStatement, SourceFault> OdbcStatement::make(OdbcConnection& connection) {
  OdbcStatement statement(connection);
  const SQLRETURN made =
      connection.odbc().alloc_handle(SQL_HANDLE_STMT, connection.handle(), &statement.handle_);
  if (SQL_SUCCEEDED(made)) return statement;
  return std::unexpected(connection.fault(SQL_HANDLE_DBC, connection.handle()));
}

OdbcStatement::OdbcStatement(OdbcStatement&& other) noexcept
    : connection_(other.connection_),
      handle_(std::exchange(other.handle_, nullptr)),
      parameters_(std::move(other.parameters_)),
      buffers_(std::move(other.buffers_)),
      fetched_(std::move(other.fetched_)),
      row_(other.row_) {}

OdbcStatement::~OdbcStatement() {
  if (handle_ != nullptr) (void)connection_->odbc().free_handle(SQL_HANDLE_STMT, handle_);
}

OdbcStatement::Outcome OdbcStatement::checked(SQLRETURN code) const {
  if (SQL_SUCCEEDED(code) || code == SQL_NO_DATA) return {};
  return std::unexpected(connection_->fault(SQL_HANDLE_STMT, handle_));
}

OdbcStatement::Outcome OdbcStatement::run(std::string_view statement) {
  return checked(connection_->odbc().exec_direct(handle_, letters(statement),
                                                 static_cast<SQLINTEGER>(statement.size())));
}

OdbcStatement::Outcome OdbcStatement::prepare(std::string_view statement,
                                              std::span<const Kind> kinds) {
  OPENPERFLIB_TRY(checked(connection_->odbc().prepare(handle_, letters(statement),
                                                      static_cast<SQLINTEGER>(statement.size()))));
  for (const Kind kind : kinds) parameters_.emplace_back().kind = kind;
  return {};
}

void OdbcStatement::set(std::size_t parameter, std::int32_t value) noexcept {
  parameters_[parameter].integer = value;
  parameters_[parameter].length = 0;
}

void OdbcStatement::set(std::size_t parameter, double value) noexcept {
  parameters_[parameter].real = value;
  parameters_[parameter].length = 0;
}

void OdbcStatement::set(std::size_t parameter, std::string_view value) {
  Parameter& one = parameters_[parameter];
  if (one.kind == Kind::ascii) {
    one.ascii.assign(value);
    one.length = static_cast<SQLLEN>(value.size());
    return;
  }
  utf16_from_utf8(value, one.wide);
  one.length = static_cast<SQLLEN>(one.wide.size() * sizeof(char16_t));
}

void OdbcStatement::set_null(std::size_t parameter) noexcept {
  parameters_[parameter].length = SQL_NULL_DATA;
}

OdbcStatement::Outcome OdbcStatement::bind(std::size_t parameter) {
  Parameter& one = parameters_[parameter];
  const auto number = static_cast<SQLUSMALLINT>(parameter + 1);
  const auto bound = [&](SQLSMALLINT c_type, SQLSMALLINT type, SQLULEN size, SQLPOINTER at,
                         std::size_t room) {
    one.bound_room = room;
    return checked(connection_->odbc().bind_parameter(handle_, number, SQL_PARAM_INPUT, c_type,
                                                      type, size, 0, at, static_cast<SQLLEN>(room),
                                                      &one.length));
  };
  switch (one.kind) {
    case Kind::integer:
      return bound(SQL_C_SLONG, SQL_INTEGER, 0, &one.integer, sizeof(one.integer));
    case Kind::real:
      return bound(SQL_C_DOUBLE, SQL_DOUBLE, 0, &one.real, sizeof(one.real));
    case Kind::ascii:
      one.ascii.reserve(std::max<std::size_t>(one.ascii.size(), 64));
      return bound(SQL_C_CHAR, SQL_VARCHAR, one.ascii.capacity(), one.ascii.data(),
                   one.ascii.capacity());
    case Kind::text:
      one.wide.reserve(std::max<std::size_t>(one.wide.size(), 1024));
      return bound(SQL_C_WCHAR, SQL_WVARCHAR, one.wide.capacity(), one.wide.data(),
                   one.wide.capacity() * sizeof(char16_t));
  }
  return {};
}

OdbcStatement::Outcome OdbcStatement::execute() {
  for (std::size_t i = 0; i < parameters_.size(); ++i) {
    const Parameter& one = parameters_[i];
    const std::size_t room = one.kind == Kind::ascii  ? one.ascii.capacity()
                             : one.kind == Kind::text ? one.wide.capacity() * sizeof(char16_t)
                                                      : one.bound_room;
    if (one.bound_room == 0 || one.bound_room != room) OPENPERFLIB_TRY(bind(i));
  }
  return checked(connection_->odbc().execute(handle_));
}

OdbcStatement::Outcome OdbcStatement::bind_columns(std::span<const Column> columns) {
  const OdbcLibrary& odbc = connection_->odbc();
  fetched_ = std::make_unique<SQLULEN>(0);
  row_ = 0;
  buffers_.clear();
  buffers_.resize(columns.size());
  (void)odbc.set_stmt_attr(handle_, SQL_ATTR_ROW_ARRAY_SIZE,
                           reinterpret_cast<SQLPOINTER>(kRowsAtOnce), 0);
  (void)odbc.set_stmt_attr(handle_, SQL_ATTR_ROWS_FETCHED_PTR, fetched_.get(), 0);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    Buffer& buffer = buffers_[i];
    const bool is_wide = columns[i].kind == Kind::text;
    buffer.column = columns[i];
    buffer.width = (columns[i].letters + std::size_t{1}) * (is_wide ? sizeof(char16_t) : 1);
    buffer.bytes.resize(buffer.width * kRowsAtOnce);
    buffer.lengths.resize(kRowsAtOnce);
    OPENPERFLIB_TRY(checked(odbc.bind_col(
        handle_, static_cast<SQLUSMALLINT>(i + 1), is_wide ? SQL_C_WCHAR : SQL_C_CHAR,
        buffer.bytes.data(), static_cast<SQLLEN>(buffer.width), buffer.lengths.data())));
  }
  return {};
}

OdbcStatement::Outcome OdbcStatement::query(std::string_view statement,
                                            std::span<const Column> columns) {
  OPENPERFLIB_TRY(bind_columns(columns));
  return run(statement);
}

std::expected<bool, SourceFault> OdbcStatement::next() {
  if (row_ + 1 < *fetched_) {
    ++row_;
    return true;
  }
  *fetched_ = 0;
  row_ = 0;
  const SQLRETURN code = connection_->odbc().fetch(handle_);
  if (code == SQL_NO_DATA) return false;
  OPENPERFLIB_TRY(checked(code));
  return *fetched_ != 0;
}

bool OdbcStatement::is_cut(std::size_t column) const noexcept {
  const Buffer& buffer = buffers_[column];
  const SQLLEN length = buffer.lengths[row_];
  const bool is_wide = buffer.column.kind == Kind::text;
  const std::size_t room = buffer.width - (is_wide ? sizeof(char16_t) : 1);
  return length == SQL_NO_TOTAL || (length > 0 && static_cast<std::size_t>(length) > room);
}

std::optional<std::string_view> OdbcStatement::text(std::size_t column) {
  Buffer& buffer = buffers_[column];
  const SQLLEN length = buffer.lengths[row_];
  if (length == SQL_NULL_DATA) return std::nullopt;
  const bool is_wide = buffer.column.kind == Kind::text;
  const std::size_t room = buffer.width - (is_wide ? sizeof(char16_t) : 1);
  const std::size_t used = length < 0 ? room : std::min(room, static_cast<std::size_t>(length));
  std::string_view bytes(buffer.bytes.data() + row_ * buffer.width, used);
  if (is_wide) {
    buffer.utf8.clear();
    append_utf8_from_utf16(buffer.utf8, as_bytes(bytes));
    bytes = buffer.utf8;
  }
  bytes = bytes.substr(0, bytes.find('\0'));
  return is_wide ? bytes : bytes.substr(0, bytes.find_last_not_of(' ') + 1);
}

}  // namespace openperflib
