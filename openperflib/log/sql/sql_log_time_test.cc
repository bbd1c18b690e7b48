#include <gtest/gtest.h>

#include "openperflib/log/sql/sql_log_time_internal.h"

namespace openperflib {
namespace {

constexpr FileTime kWrittenTime = 134'082'117'351'230'000;  // 2025-11-21 15:15:35.123, by date(1)

TEST(SqlLogTime, Written_Has23Letters) {
  std::string text = "before";
  write_sql_time(kWrittenTime, text);
  EXPECT_EQ(text, "2025-11-21 15:15:35.123");
  write_sql_time(kWrittenTime + 9'999, text);
  EXPECT_EQ(text, "2025-11-21 15:15:35.123");
  write_sql_time(-1, text);
  EXPECT_EQ(text, "");
}

TEST(SqlLogTime, Read_TakesWhatPagesAndDatabasesHave) {
  EXPECT_EQ(read_sql_time("2025-11-21 15:15:35.123"), kWrittenTime);
  EXPECT_EQ(read_sql_time("2025-11-21 15:15:35.123 "), kWrittenTime);
  EXPECT_EQ(read_sql_time(std::string_view("2025-11-21 15:15:35.123\0x", 25)), kWrittenTime);
  EXPECT_EQ(read_sql_time("2025-11-21 15:15:35:123"), kWrittenTime);
  EXPECT_EQ(read_sql_time("2025-11-21T15:15:35.123"), kWrittenTime);
  EXPECT_EQ(read_sql_time("2025-11-21 15:15:35"), kWrittenTime - 1'230'000);
}

TEST(SqlLogTime, WhatIsNotADate_IsNotATime) {
  for (const std::string_view text :
       {"", " ", "2025-11-21", "2025-11-21 15:15", "2025-13-21 15:15:35.123",
        "2025-02-30 15:15:35.123", "2025-11-21 24:15:35.123", "0000-00-00 00:00:00.000",
        "2025-11-21 15:15:35.12", "2025-11-21 15:15:35.1234", "2025-11-21 15:15:35.12x",
        "-025-11-21 15:15:35.123", "2025/11/21 15:15:35.123", "+2025-11-21 15:15:35.1"}) {
    EXPECT_EQ(read_sql_time(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace openperflib
