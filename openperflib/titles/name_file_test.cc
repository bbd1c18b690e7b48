#include "openperflib/titles/name_file.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "openperflib/titles/multi_string.h"

namespace openperflib {
namespace {

using Entries = std::vector<NameFile::Entry>;
using namespace std::string_view_literals;

NameFile read(std::string_view bytes) { return NameFile::read(as_bytes(bytes)).value(); }

std::string in_utf16(std::string_view text) {
  std::string wide;
  for (const char one : text) wide += {one, '\0'};
  return wide;
}

TEST(NameFile, Pairs_AreIndicesAndTexts) {
  EXPECT_EQ(read("1848\0Coda\0"
                 "1850\0Profondit\xC3\xA0\0\0"sv)
                .entries,
            (Entries{{1848, "Coda"}, {1850, "Profondit\u00E0"}}));
}

TEST(NameFile, Utf16WithoutMark_IsReadFromOneDigitOn) {
  EXPECT_EQ(read(in_utf16("1\0"
                          "1847\0\0"sv))
                .entries,
            (Entries{{1, "1847"}}));
  EXPECT_EQ(read(in_utf16("1848\0Coda\0\0"sv)).entries, (Entries{{1848, "Coda"}}));
}

TEST(NameFile, WhatFollowsTheEmptyIndex_IsIgnored) {
  EXPECT_EQ(read("2\0System\0\0nonsense"sv).entries, (Entries{{2, "System"}}));
}

TEST(NameFile, NoEmptyIndexAtTheEnd_IsAllRead) {
  EXPECT_EQ(read("2\0System"sv).entries, (Entries{{2, "System"}}));
  EXPECT_EQ(read("").entries, Entries());
}

TEST(NameFile, TableOfTheRegistry_GivesItsTitles) {
  const std::vector<Title> titles{{1848, "Queues"}, {1850, "Depth"}};
  EXPECT_EQ(read(multi_string_of(titles)).entries, (Entries{{1848, "Queues"}, {1850, "Depth"}}));
}

TEST(NameFile, IndexIsNotANumber_NamesItsPair) {
  const auto file = NameFile::read(as_bytes("2\0System\0two\0Memory\0\0"sv));
  ASSERT_FALSE(file.has_value());
  EXPECT_EQ(describe(file.error()), "name file.index at byte 9: is not a number");
}

TEST(NameFile, IndexWithoutText_IsTruncated) {
  const auto file =
      NameFile::read(as_bytes("2\0System\0"
                              "4"sv));
  ASSERT_FALSE(file.has_value());
  EXPECT_EQ(file.error().code, Errc::truncated);
  EXPECT_EQ(file.error().offset, 9U);
}

}  // namespace
}  // namespace openperflib
