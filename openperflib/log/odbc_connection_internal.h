// OdbcConnection: one database, in one transaction after the other.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "openperflib/base/source_fault.h"
#include "openperflib/log/odbc_library_internal.h"
#include "openperflib/log/sql_log_name.h"

namespace openperflib {

// Resource. Whatever is not committed is gone with it. One thread at a time.
class OdbcConnection {
 public:
  // Whether a file that is not there becomes an empty database.
  enum class Absent : std::uint8_t { is_fault, is_made };

  // Errors: that of the library, the driver or the database, in its own words; ENOENT of a file.
  [[nodiscard]] static std::expected<std::unique_ptr<OdbcConnection>, SourceFault> open(
      const SqlLogName& name, Absent absent);
  OdbcConnection(const OdbcConnection&) = delete;
  OdbcConnection& operator=(const OdbcConnection&) = delete;
  ~OdbcConnection();

  // What it calls itself: "SQLite", "PostgreSQL".
  [[nodiscard]] const std::string& product() const noexcept { return product_; }
  // One statement without an answer. Its text is ASCII. Errors: the database's.
  [[nodiscard]] std::expected<void, SourceFault> run(std::string_view statement);
  [[nodiscard]] std::expected<void, SourceFault> commit();
  // Forgets what was not committed; where that fails there is nothing to be done.
  void rollback() noexcept;

  [[nodiscard]] const OdbcLibrary& odbc() const noexcept { return odbc_; }
  [[nodiscard]] SQLHDBC handle() const noexcept { return connection_; }
  // What a call that failed says about `handle`.
  [[nodiscard]] SourceFault fault(SQLSMALLINT kind, SQLHANDLE handle) const;

 private:
  OdbcConnection(const OdbcLibrary& odbc, std::string shown)
      : odbc_(odbc), shown_(std::move(shown)) {}
  [[nodiscard]] std::expected<void, SourceFault> connect(const std::string& text);

  OdbcLibrary odbc_;
  std::string shown_;
  std::string product_;
  SQLHENV environment_ = nullptr;
  SQLHDBC connection_ = nullptr;
  bool is_connected_ = false;
};

}  // namespace openperflib
