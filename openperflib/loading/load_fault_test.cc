#include "openperflib/loading/load_fault.h"

#include <gtest/gtest.h>

#include <cerrno>

namespace openperflib {
namespace {

LoadFault of_file(int errno_value) {
  return {.code = LoadErrc::file,
          .source = {.errno_value = errno_value, .file = "x.ini", .error = std::nullopt}};
}

LoadFault of_store(StoreErrc code) { return {.code = LoadErrc::store, .store = {.code = code}}; }

// docs/lodctr.md, section Codes.
TEST(LoadFault, WindowsCodes_AreThoseOfTheDocument) {
  EXPECT_EQ(windows_code(of_file(ENOENT)), 2U);
  EXPECT_EQ(windows_code(of_file(EACCES)), 5U);
  EXPECT_EQ(windows_code(of_file(EROFS)), 5U);
  EXPECT_EQ(windows_code(of_file(ENOSPC)), 112U);
  EXPECT_EQ(windows_code(of_file(EFBIG)), 223U);
  EXPECT_EQ(windows_code(LoadFault{.code = LoadErrc::mistakes}), 13U);
  EXPECT_EQ(windows_code(LoadFault{.code = LoadErrc::nothing_named}), 87U);
  EXPECT_EQ(windows_code(LoadFault{.code = LoadErrc::unknown_language}), 87U);
  EXPECT_EQ(windows_code(of_store(StoreErrc::no_service)), 1060U);
  EXPECT_EQ(windows_code(of_store(StoreErrc::already_installed)), 183U);
  EXPECT_EQ(windows_code(of_store(StoreErrc::no_permission)), 5U);
  EXPECT_EQ(windows_code(of_store(StoreErrc::no_free_run)), 1450U);
  EXPECT_EQ(windows_code(of_store(StoreErrc::not_installed)), 2U);
  EXPECT_EQ(windows_code(of_store(StoreErrc::damaged)), 1009U);
}

TEST(LoadFault, IoOfTheStore_HasTheCodeOfTheSystem) {
  LoadFault full = of_store(StoreErrc::io);
  full.store.source.errno_value = ENOSPC;
  EXPECT_EQ(windows_code(full), 112U);
}

TEST(FileRemark, MistakeAndNote_NameFileAndLine) {
  EXPECT_EQ(describe(FileRemark{"d/x.h", {TitleFile::header, 3, TitleRule::number_odd, "Q"}}),
            "d/x.h:3: error: the number of the symbol Q is odd");
  EXPECT_EQ(
      describe(FileRemark{"x.ini", {TitleFile::ini, 7, TitleRule::language_not_listed, "00c"}}),
      "x.ini:7: warning: the language 00c is not listed in [languages]");
}

}  // namespace
}  // namespace openperflib
