// Titles that others registered, beside the fixed ones.
#include "openperflib/titles/title_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "openperflib/testing/found_titles.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

TEST(TitleSet, WithoutMore_IsTheFixedTable) {
  const auto titles = title_set_of(fixed_titles());
  EXPECT_EQ(titles->generation(), 0U);
  EXPECT_TRUE(titles->added().empty());
  EXPECT_EQ(titles->table().names().size(), fixed_titles().names().size());
  EXPECT_EQ(indices_of(titles->table(), "processor"), (std::vector<TitleIndex>{238}));
  EXPECT_EQ(indices_of(titles->table(), "Available MBytes"), (std::vector<TitleIndex>{1382, 1824}));
}

TEST(TitleSet, AddedNames_AreFoundByIndexAndByName) {
  const std::vector<Title> more = {{2002, "Requests/sec"}, {2000, "Web Shop"}, {2001, "A shop."}};
  const TitleSet titles(fixed_titles(), more, 7);
  EXPECT_EQ(titles.generation(), 7U);
  EXPECT_EQ(titles.table().name(2000), "Web Shop");
  EXPECT_EQ(titles.table().name(2002), "Requests/sec");
  EXPECT_EQ(titles.table().help(2001), "A shop.");
  EXPECT_EQ(titles.table().name(2001), std::nullopt);
  EXPECT_EQ(indices_of(titles.table(), "WEB shop"), (std::vector<TitleIndex>{2000}));
  EXPECT_EQ(titles.added().size(), 3U);
  EXPECT_EQ(titles.added().front().index, 2000U);
}

TEST(TitleSet, NameOfTheTable_HasBothIndices) {
  const std::vector<Title> more = {{2000, "Processor"}};
  EXPECT_EQ(indices_of(TitleSet(fixed_titles(), more, 1).table(), "processor"),
            (std::vector<TitleIndex>{238, 2000}));
}

TEST(TitleSet, FixedIndexAndSecondRow_AreIgnored) {
  const std::vector<Title> more = {{238, "Mine"}, {239, "Mine"}, {2000, "First"}, {2000, "Second"}};
  const TitleSet titles(fixed_titles(), more, 1);
  EXPECT_EQ(titles.table().name(238), "Processor");
  EXPECT_EQ(titles.table().name(2000), "First");
  EXPECT_EQ(titles.added().size(), 1U);
  EXPECT_TRUE(indices_of(titles.table(), "Mine").empty());
}

TEST(TitleSet, Texts_AreCopied) {
  std::string name = "A name that is longer than any small string";
  const std::vector<Title> more = {{2000, name}};
  const TitleSet titles(fixed_titles(), more, 1);
  name.assign(name.size(), 'x');
  EXPECT_EQ(titles.table().name(2000), "A name that is longer than any small string");
}

// The positions of each name are exactly those whose text is equal to it, whatever its case.
TEST(TitleSet, PositionsOfEveryName_AreAllOfThatNameByIndex) {
  const std::vector<Title> more = {
      {2000, "aaa"}, {2002, "\xC3\x84rger"}, {2004, "zzz"}, {2006, "AAA"}, {2008, "\xC3\xA4RGER"}};
  const TitleSet titles(fixed_titles(), more, 1);
  std::map<std::string, std::vector<TitleIndex>> expected;
  for (const Title& title : titles.table().names()) {
    expected[folded(title.text)].push_back(title.index);
  }
  ASSERT_EQ(titles.table().by_name().size(), titles.table().names().size());
  for (const auto& [name, indices] : expected)
    EXPECT_EQ(indices_of(titles.table(), name), indices) << name;
  EXPECT_EQ(indices_of(titles.table(), "Aaa"), (std::vector<TitleIndex>{2000, 2006}));
  EXPECT_EQ(indices_of(titles.table(), "\xC3\xA4rger"), (std::vector<TitleIndex>{2002, 2008}));
}

// By hashes in a set, by bisection in the fixed table.
TEST(TitleSet, EveryName_IsFoundInCapitalsWithAllOfItsIndices) {
  const std::vector<Title> more = {{2000, "Depth"}, {2002, "\xC3\xA4rger"}, {2004, "depth"}};
  const TitleSet titles(fixed_titles(), more, 1);
  for (const Title& title : fixed_titles().names()) {
    std::string typed(title.text);
    for (char& c : typed) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    std::vector<TitleIndex> fixed;
    for (const std::uint32_t position : fixed_titles().positions(typed)) {
      fixed.push_back(fixed_titles().names()[position].index);
    }
    EXPECT_EQ(indices_of(titles.table(), typed), fixed) << typed;
  }
  EXPECT_EQ(indices_of(titles.table(), "DEPTH"), (std::vector<TitleIndex>{2000, 2004}));
  EXPECT_EQ(indices_of(titles.table(), "\xC3\x84RGER"), (std::vector<TitleIndex>{2002}));
  EXPECT_EQ(indices_of(titles.table(), "no such name"), std::vector<TitleIndex>());
}

}  // namespace
}  // namespace openperflib
