#include <cerrno>
#include <cstring>
#include <limits>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/state/store/store_database_internal.h"
#include "openperflib/state/store/store_schema_internal.h"

namespace openperflib {
namespace {

// Bytes of a row: the texts of one service or set may be most of a store.
constexpr int kLongestField = int{kLargestStore};
constexpr int kStepsBetweenChecks = 1000;

StoreFault io_fault(const std::string& file, int errno_value) {
  return {StoreErrc::io, {.errno_value = errno_value, .file = file, .error = std::nullopt}};
}

int count_steps(void* left) { return --*static_cast<std::int64_t*>(left) < 0 ? 1 : 0; }

// SQLite takes a null pointer for NULL.
const char* pointer_of(std::string_view text) { return text.data() == nullptr ? "" : text.data(); }

}  // namespace

StoreStatement::StoreStatement(const StoreDatabase& database, SqliteStatement statement)
    : database_(&database), statement_(std::move(statement)) {}

StoreStatement& StoreStatement::bind(int place, std::int64_t number) {
  (void)database_->sqlite_->bind_int64(statement_.get(), place, number);
  return *this;
}

StoreStatement& StoreStatement::bind(int place, std::string_view text) {
  (void)database_->sqlite_->bind_text(statement_.get(), place, pointer_of(text),
                                      static_cast<int>(text.size()), SQLITE_STATIC);
  return *this;
}

StoreStatement& StoreStatement::bind(int place, Bytes bytes) {
  (void)database_->sqlite_->bind_blob(statement_.get(), place, pointer_of(as_text(bytes)),
                                      static_cast<int>(bytes.size()), SQLITE_STATIC);
  return *this;
}

std::expected<bool, StoreFault> StoreStatement::step() {
  const int result = database_->sqlite_->step(statement_.get());
  if (result != SQLITE_ROW && result != SQLITE_DONE)
    return std::unexpected(database_->fault(result));
  return result == SQLITE_ROW;
}

std::expected<void, StoreFault> StoreStatement::run() {
  while (OPENPERFLIB_TRY(step())) {
  }
  (void)database_->sqlite_->reset(statement_.get());
  return {};
}

std::optional<std::int64_t> StoreStatement::number(int column) const {
  const SqliteLibrary& sqlite = *database_->sqlite_;
  if (sqlite.column_type(statement_.get(), column) != SQLITE_INTEGER) return std::nullopt;
  return sqlite.column_int64(statement_.get(), column);
}

std::string_view StoreStatement::raw(int column) const {
  const SqliteLibrary& sqlite = *database_->sqlite_;
  const void* const start = sqlite.column_blob(statement_.get(), column);
  if (start == nullptr) return {};  // empty, or no memory: step() said so or the next one will
  const int length = sqlite.column_bytes(statement_.get(), column);
  return {static_cast<const char*>(start), static_cast<std::size_t>(length)};
}

std::optional<std::string_view> StoreStatement::text(int column) const {
  if (database_->sqlite_->column_type(statement_.get(), column) != SQLITE_TEXT) return std::nullopt;
  return raw(column);
}

std::optional<Bytes> StoreStatement::bytes(int column) const {
  if (database_->sqlite_->column_type(statement_.get(), column) != SQLITE_BLOB) return std::nullopt;
  return as_bytes(raw(column));
}

StoreDatabase::StoreDatabase(const SqliteLibrary& sqlite, std::string file)
    : sqlite_(&sqlite),
      file_(std::move(file)),
      steps_left_(std::make_unique<std::int64_t>(0)),
      connection_(nullptr, SqliteDeleter{&sqlite}) {}

// A store is read as foreign bytes: nothing in its schema is run, and no cell is believed.
std::expected<void, StoreFault> StoreDatabase::open() {
  sqlite3* connection = nullptr;
  const int result =
      sqlite_->open(":memory:", &connection,
                    SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX, nullptr);
  connection_.reset(connection);
  if (result != SQLITE_OK) return std::unexpected(fault(result));
  (void)sqlite_->db_config(connection, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  (void)sqlite_->db_config(connection, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  (void)sqlite_->limit(connection, SQLITE_LIMIT_LENGTH, kLongestField);
  return run("PRAGMA cell_size_check = ON; PRAGMA temp_store = MEMORY");
}

void StoreDatabase::limit_work(std::size_t size) {
  constexpr std::size_t kThousands = 1000;
  *steps_left_ = static_cast<std::int64_t>(kThousands + size / 100);
  sqlite_->progress_handler(connection_.get(), kStepsBetweenChecks, count_steps, steps_left_.get());
}

std::expected<void, StoreFault> StoreDatabase::own(std::span<const unsigned char> bytes) {
  OPENPERFLIB_TRY(open());
  auto* const memory = static_cast<unsigned char*>(sqlite_->malloc64(bytes.size() + 1));
  if (memory == nullptr) return std::unexpected(io_fault(file_, ENOMEM));
  if (!bytes.empty()) std::memcpy(memory, bytes.data(), bytes.size());
  const auto size = static_cast<sqlite3_int64>(bytes.size());
  const int result = sqlite_->deserialize(  // takes the memory, also when it fails
      connection_.get(), "main", memory, size, size,
      SQLITE_DESERIALIZE_FREEONCLOSE | SQLITE_DESERIALIZE_RESIZEABLE);
  if (result != SQLITE_OK) return std::unexpected(fault(result));
  return run("PRAGMA journal_mode = MEMORY");
}

std::expected<StoreDatabase, StoreFault> StoreDatabase::view(const SqliteLibrary& sqlite,
                                                             std::string file,
                                                             std::span<unsigned char> bytes) {
  StoreDatabase database(sqlite, std::move(file));
  OPENPERFLIB_TRY(check_header(database, std::as_bytes(bytes)));
  OPENPERFLIB_TRY(database.open());
  database.limit_work(bytes.size());
  const auto size = static_cast<sqlite3_int64>(bytes.size());
  const int result = sqlite.deserialize(database.connection_.get(), "main", bytes.data(), size,
                                        size, SQLITE_DESERIALIZE_READONLY);
  if (result != SQLITE_OK) return std::unexpected(database.fault(result));
  return database;
}

std::expected<StoreDatabase, StoreFault> StoreDatabase::copy(const SqliteLibrary& sqlite,
                                                             std::string file,
                                                             std::span<const unsigned char> bytes) {
  StoreDatabase database(sqlite, std::move(file));
  OPENPERFLIB_TRY(check_header(database, std::as_bytes(bytes)));
  OPENPERFLIB_TRY(database.own(bytes));
  return database;
}

std::expected<StoreDatabase, StoreFault> StoreDatabase::create(const SqliteLibrary& sqlite,
                                                               std::string file) {
  StoreDatabase database(sqlite, std::move(file));
  OPENPERFLIB_TRY(database.own({}));
  OPENPERFLIB_TRY(create_tables(database));
  return database;
}

std::expected<StoreStatement, StoreFault> StoreDatabase::prepare(const char* sql) const {
  sqlite3_stmt* statement = nullptr;
  const int result = sqlite_->prepare(connection_.get(), sql, -1, &statement, nullptr);
  if (result != SQLITE_OK) return std::unexpected(fault(result));
  return StoreStatement(*this, SqliteStatement(statement, SqliteDeleter{sqlite_}));
}

std::expected<void, StoreFault> StoreDatabase::run(const char* sql) const {
  const int result = sqlite_->exec(connection_.get(), sql, nullptr, nullptr, nullptr);
  if (result != SQLITE_OK) return std::unexpected(fault(result));
  return {};
}

std::expected<void, StoreFault> StoreDatabase::compact() const {
  constexpr std::int64_t kSmall = 64;  // pages
  const auto count = [&](const char* pragma) -> std::expected<std::int64_t, StoreFault> {
    auto row = OPENPERFLIB_TRY(prepare(pragma));
    (void)OPENPERFLIB_TRY(row.step());
    return row.number(0).value_or(0);
  };
  const auto pages = OPENPERFLIB_TRY(count("PRAGMA page_count"));
  const auto unused = OPENPERFLIB_TRY(count("PRAGMA freelist_count"));
  if (pages <= kSmall || unused <= pages / 2) return {};
  return run("VACUUM");
}

std::expected<std::string_view, StoreFault> StoreDatabase::file_bytes() const {
  sqlite3_int64 size = 0;
  const void* const bytes =
      sqlite_->serialize(connection_.get(), "main", &size, SQLITE_SERIALIZE_NOCOPY);
  if (bytes == nullptr) return std::unexpected(io_fault(file_, ENOMEM));
  if (static_cast<std::uint64_t>(size) > kLargestStore) {
    return std::unexpected(io_fault(file_, EFBIG));
  }
  return std::string_view(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
}

StoreFault StoreDatabase::damaged(std::string_view message) const {
  return {
      StoreErrc::damaged,
      {.errno_value = 0, .file = file_, .error = std::nullopt, .message = std::string(message)}};
}

std::unexpected<StoreFault> StoreDatabase::damaged_table(std::string_view table) const {
  return std::unexpected(damaged("the table " + std::string(table) + " is damaged"));
}

StoreFault StoreDatabase::fault(int result) const {
  if (result == SQLITE_NOMEM) return io_fault(file_, ENOMEM);
  if (result == SQLITE_FULL || result == SQLITE_TOOBIG) return io_fault(file_, EFBIG);
  if (result == SQLITE_INTERRUPT) return damaged("is endless");
  return damaged(sqlite_->errmsg(connection_.get()));
}

}  // namespace openperflib
