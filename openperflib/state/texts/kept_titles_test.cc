#include <gtest/gtest.h>

#include "openperflib/state/texts/kept_titles_internal.h"

namespace openperflib {
namespace {

constexpr std::string_view kTitlesExample = R"(openperflib titles 1
helps 416
0 "Filas \x22do\x22 Disque"
4 ""
end
)";

TEST(KeptTitles, Example_IsReadAndWrittenAgain) {
  const auto titles = parse_kept_titles(kTitlesExample);
  ASSERT_TRUE(titles.has_value()) << describe(titles.error());
  EXPECT_EQ(*titles,
            (KeptTitles{{0x416, TitleKind::helps}, {{0, "Filas \"do\" Disque"}, {4, ""}}}));
  EXPECT_EQ(text_of(*titles), kTitlesExample);
}

TEST(KeptTitles, CutAnywhere_IsRefused) {
  for (std::size_t size = 0; size < kTitlesExample.size(); ++size) {
    EXPECT_FALSE(parse_kept_titles(kTitlesExample.substr(0, size)).has_value()) << size;
  }
}

TEST(KeptTitles, Mistake_IsNamedWithItsByte) {
  const auto described = [](std::string_view lines) {
    const auto titles = parse_kept_titles("openperflib titles 1\n" + std::string(lines));
    return titles.has_value() ? "" : describe(titles.error());
  };
  EXPECT_EQ(described("names 010\nend\n"), "");
  EXPECT_EQ(described("names 10\nend\n"), "titles.table at byte 27: is malformed");
  EXPECT_EQ(described("texts 010\nend\n"), "titles.table at byte 27: is malformed");
  EXPECT_EQ(described("names 010\n1 \"x\"\nend\n"),
            "titles.text at byte 33: does not match the rest of the data (0)");
  EXPECT_EQ(described("names 010\n2 \"x\"\n2 \"x\"\nend\n"),
            "titles.text at byte 39: does not match the rest of the data (0)");
  EXPECT_EQ(described("names 010\nx \"x\"\nend\n"), "titles.text at byte 33: is not a number");
  EXPECT_EQ(described("names 010\n0 \"\\x00\"\nend\n"),
            "titles.text at byte 39: has an invalid value (0)");
  EXPECT_EQ(described("names 010\nend\nend\n"), "titles.end at byte 31: is malformed");
}

TEST(KeptTitles, Files_HaveTheNamesOfTheirTables) {
  EXPECT_EQ(file_name_of({0x010, TitleKind::names}), "names.010");
  EXPECT_EQ(table_in_file("helps.00c"), std::nullopt);  // language_text() writes capital letters
  EXPECT_EQ(table_in_file("helps.00C"), (TitlesOfLanguage{0x00C, TitleKind::helps}));
  for (const char* const other :
       {"values", "ini", "names", "names.", "names.10", "names.010.new"}) {
    EXPECT_EQ(table_in_file(other), std::nullopt) << other;
  }
}

}  // namespace
}  // namespace openperflib
