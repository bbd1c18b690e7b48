#include <gtest/gtest.h>

#include "openperflib/log/sql/sql_log_spans_internal.h"

namespace openperflib {
namespace {

// The first two cells of a row; the others are NULL.
void add_two_cells(SqlHeldRows& rows, std::optional<std::string_view> a,
                   std::optional<std::string_view> b) {
  rows.add(a);
  rows.add(b);
  for (std::size_t i = 2; i < kSqlDataColumns; ++i) rows.add(std::nullopt);
}

TEST(SqlHeldRows, Rows_ComeAsTheyWentInWithTheirNulls) {
  SqlHeldRows rows;
  add_two_cells(rows, "1", std::nullopt);
  add_two_cells(rows, "", "2026-11-22");
  SqlDataTexts texts;
  ASSERT_TRUE(rows.next(texts));
  EXPECT_EQ(texts[0], "1");
  EXPECT_EQ(texts[1], std::nullopt);
  ASSERT_TRUE(rows.next(texts));
  EXPECT_EQ(texts[0], "") << "a text, and not NULL";
  EXPECT_EQ(texts[1], "2026-11-22");
  EXPECT_EQ(texts[kSqlDataColumns - 1], std::nullopt);
  EXPECT_FALSE(rows.next(texts));
  rows.clear();
  EXPECT_FALSE(rows.next(texts));
  add_two_cells(rows, "3", "4");
  ASSERT_TRUE(rows.next(texts));
  EXPECT_EQ(texts[1], "4");
}

}  // namespace
}  // namespace openperflib
