// Cells of rows, byte by byte.
#include "openperflib/log/text/text_log_text.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

std::string quoted(std::string_view text) {
  std::string line = "x,";
  append_quoted(line, text);
  return line;
}

TEST(AppendQuoted, QuoteInside_IsDoubled) { EXPECT_EQ(quoted("a\"b"), "x,\"a\"\"b\""); }

TEST(AppendQuoted, WhatWouldEndTheLine_IsABlank) {
  EXPECT_EQ(quoted(std::string_view("a\r\nb\0c", 6)), "x,\"a  b c\"");
}

TEST(AppendQuotedTime, IsMonthFirstWithMilliseconds) {
  const SystemTime time{
      .year = 2013, .month = 2, .day = 19, .hour = 8, .minute = 5, .second = 7, .milliseconds = 44};
  std::string line;
  append_quoted_time(line, *file_time_from(time));
  EXPECT_EQ(line, "\"02/19/2013 08:05:07.044\"");
}

}  // namespace
}  // namespace openperflib
