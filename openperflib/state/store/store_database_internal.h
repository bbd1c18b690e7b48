// StoreDatabase: a title store as an SQLite database in memory.
//
// Resource: a connection. Views what is read; owns what is changed. Not moved while it has
//           statements.
// Errors:   damaged with SQLite's message; io where memory or the largest size is used up.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "openperflib/base/bytes.h"
#include "openperflib/state/store/sqlite_library_internal.h"
#include "openperflib/state/store/store_fault.h"

namespace openperflib {

inline constexpr std::size_t kLargestStore = std::size_t{64} << 20U;

// Closes a connection, finalizes a statement, with the library that made it.
struct SqliteDeleter {
  const SqliteLibrary* sqlite = nullptr;
  void operator()(sqlite3* connection) const noexcept { (void)sqlite->close(connection); }
  void operator()(sqlite3_stmt* statement) const noexcept { (void)sqlite->finalize(statement); }
};
using SqliteConnection = std::unique_ptr<sqlite3, SqliteDeleter>;
using SqliteStatement = std::unique_ptr<sqlite3_stmt, SqliteDeleter>;

class StoreDatabase;

// Resource: one statement. Texts and bytes that are bound must live until the next reset().
class StoreStatement {
 public:
  StoreStatement& bind(int place, std::int64_t number);
  StoreStatement& bind(int place, std::string_view text);
  StoreStatement& bind(int place, Bytes bytes);
  // Whether there is a row.
  [[nodiscard]] std::expected<bool, StoreFault> step();
  // Runs it to the end and makes it ready for other values.
  [[nodiscard]] std::expected<void, StoreFault> run();
  // A value of the row; nullopt if it has another type. Texts and bytes are valid until the next
  // step().
  [[nodiscard]] std::optional<std::int64_t> number(int column) const;
  [[nodiscard]] std::optional<std::string_view> text(int column) const;
  [[nodiscard]] std::optional<Bytes> bytes(int column) const;

 private:
  friend class StoreDatabase;
  StoreStatement(const StoreDatabase& database, SqliteStatement statement);
  // What the column holds, whatever its type.
  [[nodiscard]] std::string_view raw(int column) const;
  const StoreDatabase* database_;
  SqliteStatement statement_;
};

class StoreDatabase {
 public:
  // `file` stands in faults. The library must live as long as the database, and for view() the
  // bytes, which it does not change.
  [[nodiscard]] static std::expected<StoreDatabase, StoreFault> view(
      const SqliteLibrary& sqlite, std::string file, std::span<unsigned char> bytes);
  [[nodiscard]] static std::expected<StoreDatabase, StoreFault> copy(
      const SqliteLibrary& sqlite, std::string file, std::span<const unsigned char> bytes);
  // A new one, with its tables.
  [[nodiscard]] static std::expected<StoreDatabase, StoreFault> create(const SqliteLibrary& sqlite,
                                                                       std::string file);

  [[nodiscard]] std::expected<StoreStatement, StoreFault> prepare(const char* sql) const;
  // One or more statements without values.
  [[nodiscard]] std::expected<void, StoreFault> run(const char* sql) const;
  // Gives back the space of what was deleted, if it is most of the file.
  [[nodiscard]] std::expected<void, StoreFault> compact() const;
  // The whole file, valid until the next change. Errors: larger than a store may be.
  [[nodiscard]] std::expected<std::string_view, StoreFault> file_bytes() const;
  // A fault of the contents.
  [[nodiscard]] StoreFault damaged(std::string_view message) const;
  [[nodiscard]] std::unexpected<StoreFault> damaged_table(std::string_view table) const;
  [[nodiscard]] const std::string& file() const noexcept { return file_; }

 private:
  friend class StoreStatement;
  StoreDatabase(const SqliteLibrary& sqlite, std::string file);
  [[nodiscard]] std::expected<void, StoreFault> open();
  // Opens a copy of a file that can be changed and may grow.
  [[nodiscard]] std::expected<void, StoreFault> own(std::span<const unsigned char> bytes);
  // Ends statements that take more steps than bytes of this size can need.
  void limit_work(std::size_t size);
  [[nodiscard]] StoreFault fault(int result) const;

  const SqliteLibrary* sqlite_;
  std::string file_;
  std::unique_ptr<std::int64_t> steps_left_;  // thousands; SQLite has its address
  SqliteConnection connection_;
};

}  // namespace openperflib
