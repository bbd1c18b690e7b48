#include "openperflib/titles/multi_string.h"

#include <gtest/gtest.h>

#include <array>
#include <string_view>

namespace openperflib {
namespace {

using namespace std::string_view_literals;

constexpr auto kTitles = std::to_array<Title>({{1, "1847"}, {2, "System"}, {1848, "Own"}});

TEST(MultiString, Titles_ArePairsAndAnEmptyStringCloses) {
  EXPECT_EQ(multi_string_of(kTitles), "1\0001847\0002\0System\0001848\0Own\0\0"sv);
}

TEST(MultiString, AboveAnIndex_HasOnlyLaterTitles) {
  EXPECT_EQ(multi_string_of(kTitles, 1847), "1848\0Own\0\0"sv);
}

TEST(MultiString, NoTitle_IsOnlyTheClosingString) {
  EXPECT_EQ(multi_string_of(kTitles, 1848), "\0"sv);
}

// "Counter 009" on Windows begins like this; help indices are odd and begin with that of System.
TEST(MultiString, FixedTitles_BeginAsOnWindows) {
  EXPECT_TRUE(multi_string_of(fixed_titles().names())
                  .starts_with("1\0001847\0002\0System\0004\0Memory\0006\0"sv));
  EXPECT_TRUE(multi_string_of(fixed_titles().helps()).starts_with("3\0"sv));
}

}  // namespace
}  // namespace openperflib
