// Copies of titles, which change only if the titles did.
#include "openperflib/titles/title_copies.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

namespace openperflib {
namespace {

using Rows = std::vector<std::pair<TitleIndex, std::string>>;

Rows rows_of_copies(const TitleCopies& copies) {
  Rows rows;
  for (const Title& title : copies.titles()) rows.emplace_back(title.index, title.text);
  return rows;
}

TEST(TitleCopies, WithoutTitles_AreEmptyAndStaySo) {
  TitleCopies copies;
  EXPECT_TRUE(copies.titles().empty());
  EXPECT_FALSE(copies.take({}));
}

TEST(TitleCopies, Texts_AreCopied) {
  std::string name = "A name that is longer than any small string";
  TitleCopies copies;
  EXPECT_TRUE(copies.take(std::vector<Title>{{2000, name}}));
  name.assign(name.size(), 'x');
  EXPECT_EQ(rows_of_copies(copies), (Rows{{2000, "A name that is longer than any small string"}}));
}

TEST(TitleCopies, SameTitlesAgain_KeepTheirTexts) {
  TitleCopies copies;
  EXPECT_TRUE(copies.take(std::vector<Title>{{2000, "Web Shop"}, {2002, "Requests/sec"}}));
  const char* const text = copies.titles()[0].text.data();
  const std::string again = "Web Shop";
  EXPECT_FALSE(copies.take(std::vector<Title>{{2000, again}, {2002, "Requests/sec"}}));
  EXPECT_EQ(copies.titles()[0].text.data(), text);
}

TEST(TitleCopies, OtherIndexTextOrCount_ReplacesThem) {
  TitleCopies copies;
  EXPECT_TRUE(copies.take(std::vector<Title>{{2000, "Web Shop"}}));
  EXPECT_TRUE(copies.take(std::vector<Title>{{2002, "Web Shop"}}));
  EXPECT_TRUE(copies.take(std::vector<Title>{{2002, "Bookshop"}}));
  EXPECT_TRUE(copies.take(std::vector<Title>{{2002, "Bookshop"}, {2004, "Orders"}}));
  EXPECT_EQ(rows_of_copies(copies), (Rows{{2002, "Bookshop"}, {2004, "Orders"}}));
  EXPECT_TRUE(copies.take({}));
  EXPECT_TRUE(copies.titles().empty());
}

TEST(TitleCopies, Moved_KeepTheirTexts) {
  TitleCopies copies;
  EXPECT_TRUE(copies.take(std::vector<Title>{{2000, "Web Shop"}}));
  const TitleCopies moved = std::move(copies);
  EXPECT_EQ(rows_of_copies(moved), (Rows{{2000, "Web Shop"}}));
}

}  // namespace
}  // namespace openperflib
