#include "openperflib/titles/title_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "openperflib/testing/found_titles.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr TitleIndex kLastBaseIndex = 1847;

// The cells of one of our CSV files, whose cells contain neither quotes nor line ends.
std::vector<std::vector<std::string>> cells_of(const std::string& file) {
  std::ifstream in(std::string(OPENPERFLIB_SOURCE_DIR "/openperflib/titles/") + file);
  std::vector<std::vector<std::string>> rows;
  std::string line;
  std::getline(in, line);  // the headings
  while (std::getline(in, line)) {
    std::istringstream cells(line);
    std::string cell;
    rows.emplace_back();
    while (std::getline(cells, cell, ',')) rows.back().push_back(cell);
  }
  return rows;
}

TEST(FixedTitles, BaseTable_Has677Names) {
  std::size_t base = 0;
  for (const Title& title : fixed_titles().names()) {
    if (title.index > 1 && title.index <= kLastBaseIndex) ++base;
  }
  EXPECT_EQ(base, 677U);
}

TEST(FixedTitles, EveryRowOfBaseIndexCsv_HasItsName) {
  const auto rows = cells_of("base_index.csv");
  ASSERT_EQ(rows.size(), 677U);
  for (const auto& row : rows) {
    EXPECT_EQ(fixed_titles().name(static_cast<TitleIndex>(std::stoul(row[0]))), row[2]);
  }
}

TEST(FixedTitles, OwnTitles_MatchOwnIndexCsv) {
  std::set<TitleIndex> expected;
  for (const auto& row : cells_of("own_index.csv")) {
    const auto index = static_cast<TitleIndex>(std::stoul(row[0]));
    EXPECT_EQ(fixed_titles().name(index), row[4]);
    if (index >= 100000) expected.insert(index);
  }
  std::set<TitleIndex> found;
  for (const Title& title : fixed_titles().names()) {
    if (title.index > kLastBaseIndex) found.insert(title.index);
  }
  EXPECT_EQ(found, expected);
  EXPECT_EQ(*found.begin(), 100000U);
}

TEST(FixedTitles, EndMarkerIsLast_AndTitleOneIsTheHighestBaseIndex) {
  EXPECT_EQ(fixed_titles().name(1846), "End Marker");
  EXPECT_EQ(fixed_titles().name(1), "1847");
  EXPECT_EQ(fixed_titles().name(1847), std::nullopt);
}

TEST(FixedTitles, WellKnownIndices_HaveTheirNames) {
  EXPECT_EQ(fixed_titles().name(2), "System");
  EXPECT_EQ(fixed_titles().name(6), "% Processor Time");
  EXPECT_EQ(fixed_titles().name(238), "Processor");
  EXPECT_EQ(fixed_titles().name(208), "Avg. Disk sec/Read");
  EXPECT_EQ(fixed_titles().name(100174), "Collection Status");
}

TEST(FixedTitles, IndexWithoutName_HasNone) {
  EXPECT_EQ(fixed_titles().name(0), std::nullopt);
  EXPECT_EQ(fixed_titles().name(3), std::nullopt);
  EXPECT_EQ(fixed_titles().name(99999), std::nullopt);
  EXPECT_EQ(fixed_titles().name(0xFFFFFFFF), std::nullopt);
}

TEST(FixedTitles, SharedName_HasAllIndices) {
  EXPECT_THAT(indices_of(fixed_titles(), "Available MBytes"), ElementsAre(1382, 1824));
  EXPECT_THAT(indices_of(fixed_titles(), "% Idle Time"), ElementsAre(1482, 1746));
  EXPECT_THAT(indices_of(fixed_titles(), "Committed Bytes"), ElementsAre(26, 1762));
  EXPECT_THAT(indices_of(fixed_titles(), "Virtual Bytes"), ElementsAre(174, 1766));
  EXPECT_THAT(indices_of(fixed_titles(), "Work Item Shortages"), ElementsAre(358, 1312));
}

TEST(FixedTitles, NameInAnyCase_IsFound) {
  EXPECT_THAT(indices_of(fixed_titles(), "PROCESSOR"), ElementsAre(238));
  EXPECT_THAT(indices_of(fixed_titles(), "% pRoCeSsOr tImE"), ElementsAre(6));
}

TEST(FixedTitles, UnknownName_HasNoIndex) {
  EXPECT_THAT(indices_of(fixed_titles(), "Procesor"), IsEmpty());
  EXPECT_THAT(indices_of(fixed_titles(), ""), IsEmpty());
  EXPECT_THAT(indices_of(fixed_titles(), "Processor "), IsEmpty());
}

TEST(FixedTitles, EveryName_LeadsBackToItsIndex) {
  for (const Title& title : fixed_titles().names()) {
    EXPECT_THAT(indices_of(fixed_titles(), title.text), testing::Contains(title.index))
        << title.text;
  }
}

TEST(FixedTitles, EveryIndexOfAName_HasThatName) {
  for (const Title& title : fixed_titles().names()) {
    for (const TitleIndex index : indices_of(fixed_titles(), title.text)) {
      const auto name = fixed_titles().name(index);
      ASSERT_TRUE(name.has_value());
      EXPECT_TRUE(equal_ignoring_case(*name, title.text));
    }
  }
}

TEST(FixedTitles, Tables_AreSortedWithoutRepetition) {
  const auto rises = [](std::span<const Title> titles) {
    for (std::size_t i = 1; i < titles.size(); ++i) {
      if (titles[i - 1].index >= titles[i].index) return false;
    }
    return true;
  };
  EXPECT_TRUE(rises(fixed_titles().names()));
  EXPECT_TRUE(rises(fixed_titles().helps()));
}

TEST(FixedTitles, HelpOfCounter_IsItsSummary) {
  EXPECT_EQ(fixed_titles().help(189), "CPU time of all threads / elapsed");
  EXPECT_EQ(fixed_titles().help(7),
            "share of the interval in which the CPU was not in its idle thread");
}

TEST(FixedTitles, HelpOfObject_IsASentence) {
  for (const TitleIndex help : {3U, 231U, 239U, 100001U, 100175U}) {
    const auto text = fixed_titles().help(help);
    ASSERT_TRUE(text.has_value()) << help;
    EXPECT_EQ(text->back(), '.') << help;
  }
}

TEST(FixedTitles, EveryOwnObjectAndCounter_HasHelp) {
  for (const auto& row : cells_of("own_index.csv")) {
    EXPECT_TRUE(fixed_titles().help(static_cast<TitleIndex>(std::stoul(row[1])))) << row[4];
  }
}

TEST(FixedTitles, EveryNameOfTheBaseTable_HasHelp) {
  for (const auto& row : cells_of("base_index.csv")) {
    const auto name = static_cast<TitleIndex>(std::stoul(row[0]));
    const auto help = row[1].empty() ? name + 1 : static_cast<TitleIndex>(std::stoul(row[1]));
    EXPECT_FALSE(fixed_titles().help(help).value_or("").empty()) << help << ' ' << row[2];
  }
}

TEST(FixedTitles, LastHelpOfTheBaseTable_IsEndMarker) {
  EXPECT_EQ(fixed_titles().help(1847), "End Marker");
  for (const Title& help : fixed_titles().helps()) {
    EXPECT_TRUE(help.index <= 1847 || help.index > 100000) << help.index;
  }
}

TEST(FixedTitles, IndexOfAName_HasNoHelp) { EXPECT_EQ(fixed_titles().help(2), std::nullopt); }

// A table of a third party: names outside ASCII, sorted by their folded text.
TEST(TitleTable, NamesOfThirdParties_AreFoundIgnoringCase) {
  static constexpr auto names =
      std::to_array<Title>({{1848, "Äpfel"}, {1850, "Birnen"}, {1852, "birnen"}});
  static constexpr auto by_name = std::to_array<std::uint32_t>({1, 2, 0});
  const TitleTable table(names, {}, by_name);
  EXPECT_THAT(table.positions("ÄPFEL"), ElementsAre(0));
  EXPECT_THAT(table.positions("BIRNEN"), ElementsAre(1, 2));
  EXPECT_EQ(table.name(1850), "Birnen");
  EXPECT_EQ(table.help(1849), std::nullopt);
}

}  // namespace
}  // namespace openperflib
