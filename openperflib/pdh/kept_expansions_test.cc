#include "openperflib/pdh/kept_expansions.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

NameList list_of(const char* name) {
  NameList list;
  list.add(name);
  return list;
}

ExpansionRequest request_of(const char* path) { return {.source = {}, .path = path}; }

TEST(KeptExpansions, AnExpansion_IsGivenOnce) {
  KeptExpansions kept;
  kept.keep(request_of("\\a\\*"), list_of("1"));
  kept.keep(request_of("\\a\\*"), list_of("2"));
  EXPECT_EQ(kept.take(request_of("\\b\\*")), std::nullopt);
  EXPECT_EQ(kept.take(request_of("\\a\\*")), list_of("2"));
  EXPECT_EQ(kept.take(request_of("\\a\\*")), std::nullopt);
}

TEST(KeptExpansions, AnotherThread_HasItsOwn) {
  KeptExpansions kept;
  kept.keep(request_of("\\a\\*"), list_of("1"));
  std::thread([&kept] { EXPECT_EQ(kept.take(request_of("\\a\\*")), std::nullopt); }).join();
  EXPECT_EQ(kept.take(request_of("\\a\\*")), list_of("1"));
}

TEST(KeptExpansions, OfMoreThanSixteen_TheOldestAreForgotten) {
  KeptExpansions kept;
  for (int i = 0; i < 17; ++i) kept.keep(request_of(std::to_string(i).c_str()), list_of("x"));
  EXPECT_EQ(kept.take(request_of("0")), std::nullopt);
  EXPECT_EQ(kept.take(request_of("1")), list_of("x"));
}

TEST(NameList, Text_EndsWithTwoNuls) {
  using namespace std::string_literals;
  EXPECT_EQ(NameList().text(), "\0\0"s);
  NameList list = list_of("a");
  list.add("bc");
  EXPECT_EQ(list.text(), "a\0bc\0\0"s);
  EXPECT_EQ(std::move(list).text(), "a\0bc\0\0"s);
}

}  // namespace
}  // namespace openperflib
