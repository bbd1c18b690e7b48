// A store whose bytes are wrong: it is left out, or what it says is valid; it never does harm.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <iterator>

#include "openperflib/base/try_internal.h"
#include "openperflib/state/store/store_content_internal.h"
#include "openperflib/testing/all_cases.h"
#include "openperflib/testing/store_example.h"

namespace openperflib {
namespace {

struct Damage : testing::Test {
  Damage() {
    example.install("Svc", 2);
    example.change([](StoreEdit& edit) {
      return edit.set_value("Svc", ServiceKey::performance, text_value("Library", "svc.so"));
    });
    example.change([](StoreEdit& edit) { return edit.set_perflib_value(number_value("N", 1)); });
    std::ifstream file(example.file(), std::ios::binary);
    bytes.assign(std::istreambuf_iterator<char>(file), {});
  }
  void expect_valid(const Registration& registration) {
    for (const RegisteredService& service : registration.services()) {
      EXPECT_FALSE(service.name.empty());
      if (!service.titles().has_value()) continue;
      EXPECT_GE(service.titles()->first, 1848U);
      EXPECT_LE(service.titles()->last, 99'996U);
    }
    for (const Title& title : registration.titles()->added()) {
      EXPECT_TRUE(std::ranges::any_of(registration.services(), [&](const auto& service) {
        return service.range.contains(title.index);
      })) << title.index;
    }
  }
  // Reads a file, and changes it.
  void use(const std::string& file) {
    example.folder.write("system/titles.db", file);
    const auto registration = example.store.read();
    if (example.store.faults().empty()) {
      expect_valid(*registration);
    } else {
      EXPECT_NE(example.store.faults()[0].code, StoreErrc::io);
      EXPECT_EQ(registration->generation(), 0U);
    }
    const auto changed = example.store.change(StoreScope::system, [](StoreEdit& edit) {
      return edit.set_perflib_value(number_value("N", 2));
    });
    EXPECT_EQ(changed.has_value(), example.store.faults().empty());
    if (!changed.has_value()) return;
    const auto after = example.store.read();
    EXPECT_TRUE(example.store.faults().empty()) << describe(example.store.faults()[0]);
  }
  ExampleStore example;
  std::string bytes;
};

// Reads bytes as a store without the file system.
std::expected<StoreContent, StoreFault> read_bytes(const SqliteLibrary& sqlite,
                                                   std::string_view bytes, StringPool& texts) {
  std::vector<unsigned char> copy(bytes.begin(), bytes.end());
  const auto database = OPENPERFLIB_TRY(StoreDatabase::view(sqlite, "f", copy));
  return read_content(database, StoreScope::system, texts);
}

constexpr std::array kMasks = {0x01, 0x80, 0xFF};

// Each byte in script/test-slow; otherwise each of the first page and every eleventh of the others.
TEST_F(Damage, ByteChanged_IsFoundOrHarmless) {
  const SqliteLibrary sqlite = SqliteLibrary::load().value();
  const std::size_t step = takes_all_cases() ? 1 : 11;
  std::size_t found = 0;
  for (std::size_t at = 0; at < bytes.size(); at += at < 4096 ? 1 : step) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ kMasks[at % kMasks.size()]);
    StringPool texts;
    const auto content = read_bytes(sqlite, changed, texts);
    if (!content.has_value()) ++found;
  }
  EXPECT_GT(found, bytes.size() / step / 100);
}

TEST_F(Damage, FileCutAnywhere_IsFound) {
  const SqliteLibrary sqlite = SqliteLibrary::load().value();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    StringPool texts;
    const auto content = read_bytes(sqlite, std::string_view(bytes).substr(0, size), texts);
    ASSERT_FALSE(content.has_value()) << size;
    EXPECT_EQ(content.error().code, StoreErrc::damaged) << describe(content.error());
  }
}

TEST_F(Damage, StoreWithAChangedByte_IsReadAndChangedWithoutHarm) {
  const std::size_t step = 397;  // each byte of each structure is met in some page
  for (std::size_t at = 0; at < bytes.size(); at += step) {
    std::string changed = bytes;
    changed[at] = static_cast<char>(changed[at] ^ kMasks[at % kMasks.size()]);
    use(changed);
  }
}

TEST_F(Damage, NoStoreAtAll_IsNamed) {
  const auto fault = [&](const std::string& file) {
    example.folder.write("system/titles.db", file);
    EXPECT_EQ(example.store.read()->generation(), 0U);
    EXPECT_EQ(example.store.faults().size(), 1U);
    return example.store.faults().empty() ? "" : describe(example.store.faults()[0]);
  };
  const std::string start = example.file() + ": ";
  EXPECT_EQ(fault(""), start + "is damaged: is cut");
  EXPECT_EQ(fault(std::string(4096, 'x')), start + "is damaged: is not a title store");
  std::string newer = bytes;
  newer[63] = 2;
  EXPECT_EQ(fault(newer), start + "was written by a newer version");
}

TEST_F(Damage, FileLargerThanAStore_IsNotRead) {
  std::filesystem::resize_file(example.file(), (std::uintmax_t{64} << 20U) + 1);
  EXPECT_EQ(example.store.read()->generation(), 0U);
  ASSERT_EQ(example.store.faults().size(), 1U);
  EXPECT_EQ(example.store.faults()[0].code, StoreErrc::damaged);
}

// Runs SQL over the store, as somebody with another program may.
void edit_with_sql(const std::string& path, const char* sql) {
  const SqliteLibrary sqlite = SqliteLibrary::load().value();
  sqlite3* connection = nullptr;
  ASSERT_EQ(sqlite.open(path.c_str(), &connection, SQLITE_OPEN_READWRITE, nullptr), SQLITE_OK);
  EXPECT_EQ(sqlite.exec(connection, sql, nullptr, nullptr, nullptr), SQLITE_OK)
      << sql << sqlite.errmsg(connection);
  sqlite.close(connection);
}

// Each statement makes a database that SQLite finds in order, and a store that is none.
TEST_F(Damage, RowsThatNoStoreHas_AreFound) {
  for (const char* const sql : {
           "CREATE TABLE more(x)",
           "CREATE INDEX more ON services(name)",
           "CREATE VIEW more AS SELECT 1",
           "CREATE TRIGGER more AFTER INSERT ON titles BEGIN DELETE FROM titles; END",
           "DROP TABLE titles",
           "DELETE FROM state",
           "INSERT INTO state VALUES('x', 1)",
           "UPDATE state SET value = 0",
           "UPDATE state SET value = 'x'",
           "UPDATE services SET folded = 'x'",
           "UPDATE services SET name = 'a/b', folded = 'a/b'",
           "UPDATE services SET keys = 8",
           "UPDATE services SET keys = 2",
           "UPDATE services SET installation = (SELECT value FROM state)",
           "UPDATE services SET installation = 0",
           "UPDATE services SET first = 1850",
           "UPDATE services SET first = 1847",
           "UPDATE services SET first = 200000, last = 200004",
           "UPDATE services SET last = first - 2",
           "INSERT INTO services VALUES('b', 'b', 3, 1, 1852, 1860)",
           "UPDATE key_values SET service = 'x' WHERE service = 'svc'",
           "UPDATE key_values SET key = 2 WHERE folded = 'library'",
           "UPDATE key_values SET key = 3 WHERE folded = 'library'",
           "UPDATE key_values SET key = 'x' WHERE folded = 'library'",
           "UPDATE key_values SET folded = 'x' WHERE folded = 'library'",
           "UPDATE key_values SET type = -1",
           "UPDATE key_values SET type = 4294967296",
           "UPDATE key_values SET content = 'text'",
           "UPDATE key_values SET content = zeroblob(1048577) WHERE folded = 'library'",
           "UPDATE titles SET first = 1850 WHERE first = 1848",
           "UPDATE titles SET first = 'x' WHERE first = 1848",
           "INSERT INTO titles VALUES(9, 1854, x'')",
           "UPDATE titles SET language = 0 WHERE language = 9",
           "UPDATE titles SET language = 65536 WHERE language = 9",
           "UPDATE titles SET texts = 'text'",
           "UPDATE titles SET texts = zeroblob(11)",                           // half a header
           "UPDATE titles SET texts = x'00000000'||x'02000000'||x'00000000'",  // a text, not a blob
           "UPDATE titles SET texts = CAST(x'000000000200000000000000'||x'41' AS BLOB)",  // cut
           "UPDATE titles SET texts = CAST(x'01000000'||zeroblob(8) AS BLOB)",            // odd
           "UPDATE titles SET texts = CAST(x'06000000'||zeroblob(8) AS BLOB)",            // outside
           "UPDATE titles SET texts = CAST(zeroblob(24) AS BLOB)",  // not ascending
           "UPDATE titles SET texts = CAST(x'000000000100000000000000ff' AS BLOB)",
           "UPDATE titles SET texts = CAST(x'000000000300000000000000410042' AS BLOB)",
           "UPDATE titles SET texts = CAST(x'000000000000000000000100'||zeroblob(65536) AS BLOB)",
           "UPDATE titles SET texts = CAST(x'00000000FFFFFFFFFFFFFFFF' AS BLOB)",
           "PRAGMA user_version = 0; DROP TABLE state",
           "PRAGMA application_id = 1",
           "PRAGMA journal_mode = WAL",
       }) {
    example.folder.write("system/titles.db", bytes);
    edit_with_sql(example.file(), sql);
    EXPECT_EQ(example.store.read()->generation(), 0U) << sql;
    ASSERT_EQ(example.store.faults().size(), 1U) << sql;
    EXPECT_EQ(example.store.faults()[0].code, StoreErrc::damaged) << sql;
  }
}

TEST_F(Damage, DamagedStoreOfTheSystem_LeavesThatOfTheUser) {
  example.install("Own", 1, StoreScope::user);
  example.folder.write("system/titles.db", "x");
  const auto registration = example.store.read();
  ASSERT_EQ(registration->services().size(), 1U);
  EXPECT_EQ(registration->services()[0].name, "Own");
  EXPECT_EQ(example.store.faults().size(), 1U);
}

}  // namespace
}  // namespace openperflib
