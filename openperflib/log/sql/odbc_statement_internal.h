// OdbcStatement: one statement of a connection: run once, run with parameters, or used to fetch
// rows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/log/sql/odbc_connection_internal.h"

namespace openperflib {

// Resource, movable; its connection must outlive it.
class OdbcStatement {
 public:
  using Outcome = std::expected<void, SourceFault>;

  [[nodiscard]] static std::expected<OdbcStatement, SourceFault> make(OdbcConnection& connection);
  OdbcStatement(OdbcStatement&& other) noexcept;
  OdbcStatement& operator=(OdbcStatement&&) = delete;
  ~OdbcStatement();

  // Runs an ASCII text; it is not an error if no row changed.
  [[nodiscard]] Outcome run(std::string_view statement);

  // Prepares an ASCII text with a ? for each of `kinds`.
  enum class Kind : std::uint8_t { integer, real, ascii, text };  // ascii: unchanged
  [[nodiscard]] Outcome prepare(std::string_view statement, std::span<const Kind> kinds);
  // The next row's parameters, by position from 0. ascii and text: UTF-8.
  void set(std::size_t parameter, std::int32_t value) noexcept;
  void set(std::size_t parameter, double value) noexcept;
  void set(std::size_t parameter, std::string_view value);
  void set_null(std::size_t parameter) noexcept;
  // Runs it with them.
  [[nodiscard]] Outcome execute();

  // The fetch side: columns of at most this many characters (default: ASCII).
  struct Column {
    Kind kind = Kind::ascii;
    std::uint16_t letters = 32;
  };
  // Runs a query whose rows next() gives.
  [[nodiscard]] Outcome query(std::string_view statement, std::span<const Column> columns);
  // Whether there is a row.
  [[nodiscard]] std::expected<bool, SourceFault> next();
  // A column of the row as the database returns it; ASCII without trailing spaces; nullopt: NULL.
  // Texts are UTF-8 and valid until the next text() for that column.
  [[nodiscard]] std::optional<std::string_view> text(std::size_t column);
  // Whether the column was longer than its limit.
  [[nodiscard]] bool is_cut(std::size_t column) const noexcept;

 private:
  struct Parameter {
    Kind kind = Kind::integer;
    std::int32_t integer = 0;
    double real = 0;
    std::string ascii;
    std::u16string wide;
    SQLLEN length = 0;  // in bytes, or SQL_NULL_DATA
    std::size_t bound_room = 0;
  };
  struct Buffer {
    Column column;
    std::size_t width = 0;  // bytes per row
    std::vector<char> bytes;
    std::vector<SQLLEN> lengths;
    std::string utf8;
  };

  explicit OdbcStatement(OdbcConnection& connection) noexcept : connection_(&connection) {}
  [[nodiscard]] Outcome checked(SQLRETURN code) const;
  // Gives the driver the address of a parameter; a text that grew has moved.
  [[nodiscard]] Outcome bind(std::size_t parameter);
  [[nodiscard]] Outcome bind_columns(std::span<const Column> columns);

  OdbcConnection* connection_;
  SQLHSTMT handle_ = nullptr;
  std::deque<Parameter> parameters_;
  std::vector<Buffer> buffers_;
  std::unique_ptr<SQLULEN> fetched_;  // rows in the buffers
  std::size_t row_ = 0;
};

}  // namespace openperflib
