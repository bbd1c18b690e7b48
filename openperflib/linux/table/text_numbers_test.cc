#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "openperflib/linux/machine_internal.h"
#include "openperflib/linux/memory/kernel_sizes_internal.h"
#include "openperflib/linux/system/load_average_internal.h"
#include "openperflib/linux/table/text_numbers_internal.h"

namespace openperflib::linux_objects {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> found;
  Lines lines(text);
  for (std::string_view line; lines.next(line);) {
    found.push_back(std::to_string(lines.offset()) + ":" + std::string(line));
  }
  return found;
}

std::vector<std::string> words_of(std::string_view line) {
  std::vector<std::string> found;
  Words words(line);
  for (auto word = words.next(); !word.empty(); word = words.next()) {
    found.push_back(std::to_string(words.offset()) + ":" + std::string(word));
  }
  return found;
}

TEST(Lines, LastLine_NeedsNoNewline) {
  EXPECT_THAT(lines_of("a\n\nbc"), ElementsAre("0:a", "2:", "3:bc"));
  EXPECT_THAT(lines_of("a\n"), ElementsAre("0:a"));
  EXPECT_THAT(lines_of(""), IsEmpty());
}

TEST(Words, BlanksAndTabs_PartThem) {
  EXPECT_THAT(words_of("  a\t bc  "), ElementsAre("2:a", "5:bc"));
  EXPECT_THAT(words_of("   "), IsEmpty());
}

TEST(Words, WordAtAPosition_IsEmptyBeyondTheLast) {
  EXPECT_EQ(word_at("a b c", 2), "c");
  EXPECT_EQ(word_at("a b c", 3), "");
}

TEST(Numbers, WholeWord_IsDigits) {
  EXPECT_EQ(number_in("0").value(), 0U);
  EXPECT_EQ(number_in("18446744073709551615").value(), 18446744073709551615ULL);
  EXPECT_EQ(number_in("01e0363f", 16).value(), 31471167U);
}

TEST(Numbers, AnythingElse_IsNone) {
  for (const char* word : {"", "-1", "+1", " 1", "1 ", "1.5", "0x1", "ten", "1kB"}) {
    EXPECT_EQ(number_in(word).error(), Errc::not_a_number) << word;
  }
  EXPECT_EQ(number_in("18446744073709551616").error(), Errc::out_of_range);
}

TEST(Numbers, LoneNumber_MayHaveANewline) {
  EXPECT_EQ(lone_number("42\n").value(), 42U);
  EXPECT_EQ(lone_number(" 42 \n").value(), 42U);
  EXPECT_EQ(lone_number("\n").error(), Errc::not_a_number);
}

TEST(Uptime, Seconds_HaveAnyFractionUpTo100ns) {
  EXPECT_EQ(parse_uptime("8721.34 5160.12\n"), 87'213'400'000);
  EXPECT_EQ(parse_uptime("8721 1"), 87'210'000'000);
  EXPECT_EQ(parse_uptime("0.0000001"), 1);
}

TEST(Uptime, WhatIsNotATime_IsNone) {
  for (const char* text : {"", "\n", "x 1", "1.x", "1.", "-1.0", ".5", "1.00000000",
                           "9223372036854775807.0", "18446744073709551616"}) {
    EXPECT_EQ(parse_uptime(text), std::nullopt) << text;
  }
}

TEST(BootTime, Line_IsFoundByItsKey) {
  EXPECT_EQ(parse_boot_time("cpu 1\nbtime 1700000000\nprocesses 1\n"), 1'700'000'000U);
  EXPECT_EQ(parse_boot_time("btimes 1\n"), std::nullopt);
  EXPECT_EQ(parse_boot_time("btime soon\n"), std::nullopt);
}

TEST(LoadAverage, Threads_FollowTheSlash) {
  EXPECT_EQ(parse_load_average("0.20 0.18 0.12 1/80 11206\n").threads.value(), 80U);
  EXPECT_EQ(parse_load_average("0.20 0.18 0.12 80 11206\n").threads.error(),
            (BadWord{Errc::not_a_number, 15}));
  EXPECT_EQ(parse_load_average("0.20").threads.error().code, Errc::not_a_number);
}

TEST(KernelCode, RangeThatEndsBeforeItBegins_IsNone) {
  EXPECT_EQ(parse_iomem("02-01 : Kernel code\n").bytes, std::nullopt);
  EXPECT_FALSE(parse_iomem("02-01 : Kernel code\n").is_hidden);
  EXPECT_EQ(parse_iomem("02 : Kernel code\n").bytes, std::nullopt);
  EXPECT_EQ(parse_iomem("01-02 : Kernel code and more\n").bytes, std::nullopt);
}

TEST(Modules, SumBeyond64Bits_IsOutOfRange) {
  const auto bytes = parse_modules("a 18446744073709551615\nb 1\n");
  EXPECT_EQ(bytes.error(), (BadWord{Errc::out_of_range, 25}));
}

}  // namespace
}  // namespace openperflib::linux_objects
