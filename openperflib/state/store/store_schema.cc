#include <array>
#include <bit>
#include <cstdint>
#include <string_view>

#include "openperflib/base/try_internal.h"
#include "openperflib/state/store/store_schema_internal.h"

namespace openperflib {
namespace {

struct Table {
  std::string_view name;
  const char* sql;  // as SQLite keeps it
};

// Each is one tree in the order of its key and has no index beside it, which could disagree.
constexpr auto kTables = std::to_array<Table>({
    {"state", "CREATE TABLE state(name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID"},
    {"services",
     "CREATE TABLE services(folded TEXT PRIMARY KEY, name TEXT NOT NULL, keys INTEGER NOT NULL,"
     " installation INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL)"
     " WITHOUT ROWID"},
    {"key_values",
     "CREATE TABLE key_values(service TEXT, key INTEGER, folded TEXT, name TEXT NOT NULL,"
     " type INTEGER NOT NULL, content BLOB NOT NULL, PRIMARY KEY(service, key, folded))"
     " WITHOUT ROWID"},
    {"titles",
     "CREATE TABLE titles(language INTEGER, first INTEGER, texts BLOB NOT NULL,"
     " PRIMARY KEY(language, first)) WITHOUT ROWID"},
    {"providers",
     "CREATE TABLE providers(guid TEXT PRIMARY KEY, name TEXT NOT NULL, identity TEXT NOT NULL,"
     " type INTEGER NOT NULL) WITHOUT ROWID"},
    {"counter_sets",
     "CREATE TABLE counter_sets(guid TEXT PRIMARY KEY, provider TEXT NOT NULL, uri TEXT NOT NULL,"
     " instance_type INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL,"
     " counters BLOB NOT NULL) WITHOUT ROWID"},
});

// Numbers of the file's header, which are big-endian.
constexpr std::size_t kHeaderLength = 100;
constexpr std::size_t kPageSize = 16;  // 16 bits; 1 stands for 65536
constexpr std::size_t kPages = 28;
constexpr std::size_t kTextEncoding = 56;
constexpr std::size_t kUserVersion = 60;
constexpr std::size_t kApplicationId = 68;
constexpr std::string_view kMagic("SQLite format 3\0", 16);
constexpr std::uint32_t kUtf8 = 1;
constexpr std::uint32_t kVersion = 1;
constexpr std::uint32_t kTitleStore = 0x4F50544C;  // OPTL

// SQLite reads what is missing at the end of a file as zeros.
bool is_whole(Bytes file) {
  constexpr std::uint64_t kLargestPage = 65'536;
  const std::uint64_t stored = load<std::uint16_t>(file, kPageSize, ByteOrder::big);
  const std::uint64_t page_size = stored == 1 ? kLargestPage : stored;
  return file.size() == page_size * load<std::uint32_t>(file, kPages, ByteOrder::big);
}

}  // namespace

std::expected<void, StoreFault> create_tables(const StoreDatabase& database) {
  OPENPERFLIB_TRY(database.run("PRAGMA application_id = 0x4F50544C; PRAGMA user_version = 1"));
  for (const Table& table : kTables) OPENPERFLIB_TRY(database.run(table.sql));
  return {};
}

std::expected<void, StoreFault> check_header(const StoreDatabase& database, Bytes file) {
  if (!contains(file.size(), 0, kHeaderLength)) return std::unexpected(database.damaged("is cut"));
  const auto number = [&](std::size_t at) { return load<std::uint32_t>(file, at, ByteOrder::big); };
  if (!as_text(file).starts_with(kMagic) || number(kApplicationId) != kTitleStore ||
      number(kTextEncoding) != kUtf8) {
    return std::unexpected(database.damaged("is not a title store"));
  }
  if (number(kUserVersion) > kVersion) {
    return std::unexpected(
        StoreFault{StoreErrc::newer_version,
                   {.errno_value = 0, .file = database.file(), .error = std::nullopt}});
  }
  if (!is_whole(file)) return std::unexpected(database.damaged("is cut"));
  return {};
}

std::expected<void, StoreFault> check_tables(const StoreDatabase& database) {
  auto tables = OPENPERFLIB_TRY(
      database.prepare("SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY rowid"));
  const auto fault = std::unexpected(database.damaged("has other tables"));
  for (const Table& table : kTables) {
    if (!OPENPERFLIB_TRY(tables.step())) return fault;
    const bool is_ours = tables.text(0) == "table" && tables.text(1) == table.name &&
                         tables.text(2) == table.name && tables.text(3) == table.sql;
    if (!is_ours) return fault;
  }
  return OPENPERFLIB_TRY(tables.step()) ? fault : std::expected<void, StoreFault>();
}

}  // namespace openperflib
