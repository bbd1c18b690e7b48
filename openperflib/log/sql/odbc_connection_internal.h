// OdbcConnection: one database, with one transaction at a time.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>

#include "openperflib/base/source_fault.h"
#include "openperflib/log/sql/odbc_library_internal.h"
#include "openperflib/log/sql_log_name.h"

namespace openperflib {

// Resource. Uncommitted changes are lost with it. One thread at a time.
class OdbcConnection {
 public:
  // Whether a missing file becomes an empty database.
  enum class Absent : std::uint8_t { is_fault, is_made };

  // Errors: those of the library, the driver or the database, in its own words; ENOENT for a file.
  [[nodiscard]] static std::expected<std::unique_ptr<OdbcConnection>, SourceFault> open(
      const SqlLogName& name, Absent absent);
  OdbcConnection(const OdbcConnection&) = delete;
  OdbcConnection& operator=(const OdbcConnection&) = delete;
  ~OdbcConnection();

  // The name of the product: "SQLite", "PostgreSQL".
  [[nodiscard]] const std::string& product() const noexcept { return product_; }
  // Runs one ASCII statement without a result. Errors: those of the database.
  [[nodiscard]] std::expected<void, SourceFault> run(std::string_view statement);
  [[nodiscard]] std::expected<void, SourceFault> commit();
  // Makes each later statement a transaction of its own: a connection that only reads keeps no lock
  // then while nobody asks it anything, and others can write.
  void commit_each_statement() noexcept;
  // Discards uncommitted changes; a failure is ignored.
  void rollback() noexcept;

  [[nodiscard]] const OdbcLibrary& odbc() const noexcept { return odbc_; }
  [[nodiscard]] SQLHDBC handle() const noexcept { return connection_; }
  // The error of a failed call on `handle`.
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
