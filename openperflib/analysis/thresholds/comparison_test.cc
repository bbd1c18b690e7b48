#include "openperflib/analysis/thresholds/comparison.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace openperflib {
namespace {

constexpr std::string_view kSeveral = "is more than one comparison";

std::string call(std::string_view rest) {
  return "StaticThreshold -CollectionOfCounterInstances $Queue " + std::string(rest);
}

// Why a script is not a comparison; empty: it is one.
std::string why_not(std::string_view script) {
  const auto read = read_comparison(script);
  return read.has_value() ? std::string() : read.error();
}

TEST(Comparison, Call_HasItsCountersOperatorAndLimit) {
  const auto read = read_comparison(call("-Operator 'gt' -Threshold 10"));
  ASSERT_TRUE(read.has_value()) << read.error();
  EXPECT_EQ(read->collection, "Queue");
  EXPECT_EQ(read->is, ComparisonOperator::greater);
  EXPECT_EQ(read->limit, 10);
  EXPECT_FALSE(read->of_trend);
}

TEST(Comparison, Trend_IsRead) {
  const auto read = read_comparison(call("-Operator 'gt' -Threshold 100MB -IsTrendOnly $True"));
  ASSERT_TRUE(read.has_value()) << read.error();
  EXPECT_TRUE(read->of_trend);
  EXPECT_EQ(read->limit, 104'857'600);
}

TEST(Comparison, Operators_HaveTheirSigns) {
  struct Case {
    std::string_view word;
    std::string_view sign;
    bool is_upper;
  };
  for (const Case& one : {Case{"gt", ">", true}, Case{"ge", ">=", true}, Case{"lt", "<", false},
                          Case{"le", "<=", false}}) {
    const auto read =
        read_comparison(call("-Operator '" + std::string(one.word) + "' -Threshold 1"));
    ASSERT_TRUE(read.has_value()) << read.error();
    EXPECT_EQ(sign_of(read->is), one.sign);
    EXPECT_EQ(read->is_upper(), one.is_upper);
  }
}

TEST(Comparison, Spellings_OfPowerShell_AreOneComparison) {
  for (const std::string& script : {
           call("-Operator \"gt\" -Threshold '10'"),
           call("-operator GT -threshold 10 -istrendonly $false"),
           call("-Threshold:10 -Operator:'gt'").replace(0, 15, "staticthreshold"),
           call("-Op gt -Th 10"),
           "\r\n  # of the queue\r\n" + call("`\r\n  -Operator 'gt' -Threshold 10;\r\n\r\n"),
           "<# two\nlines #> " + call("-Operator 'gt' -Threshold 1e1 # ten"),
       }) {
    const auto read = read_comparison(script);
    ASSERT_TRUE(read.has_value()) << script << ": " << read.error();
    EXPECT_EQ(read->limit, 10) << script;
    EXPECT_EQ(read->is, ComparisonOperator::greater) << script;
  }
}

TEST(Comparison, OtherScripts_AreMoreThanOneComparison) {
  for (const std::string& script : {
           call("-Operator 'gt' -Threshold 10\n") + call("-Operator 'lt' -Threshold 1"),
           "$a = 5; " + call("-Operator 'gt' -Threshold 10"),
           "If ($a -gt 1) { " + call("-Operator 'gt' -Threshold 10 }"),
           std::string("ForEach ($q in $Queue) { CreateAlert -Counter $q }"),
           std::string("'StaticThreshold' -Operator 'gt'"),
           std::string("StaticThreshold $Queue 'gt' 10"),
           std::string("StaticThreshold -CollectionOfCounterInstances ($Queue) -Operator 'gt' "
                       "-Threshold 10"),
           call("-Operator 'gt' -Threshold 10 -Operator 'lt'"),
           call("-Operator 'gt' -Threshold 10 -Colour 'Red'"),
           call("-Operator 'gt' -Threshold 10 | Out-Null"),
           call("-Operator 'gt' -Threshold 10 * 2"),
       }) {
    EXPECT_EQ(why_not(script), kSeveral) << script;
  }
}

TEST(Comparison, WhatIsNotKnown_IsNamed) {
  EXPECT_EQ(why_not(call("-Operator 'gt' -Threshold $Tenth")),
            "compares with $Tenth, which only a script knows");
  EXPECT_EQ(why_not(call("-Operator 'gt' -Threshold (2*10)")),
            "compares with (2*10), which only a script knows");
  EXPECT_EQ(why_not(call("-Operator 'eq' -Threshold 1")),
            "compares with the operator eq, not gt, ge, lt or le");
  EXPECT_EQ(why_not(call("-Operator 'gt' -Threshold ten")),
            "compares with ten, which is not a number");
  EXPECT_EQ(why_not(call("-Operator 'gt' -Threshold ''")),
            "compares with an empty text, which is not a number");
  EXPECT_EQ(why_not(call("-Operator 'gt' -Threshold")), "has no value of -Threshold");
  EXPECT_EQ(why_not(call("-Operator 'gt'")), "has no -Threshold");
  EXPECT_EQ(why_not(call("-Threshold 10")), "has no -Operator");
  EXPECT_EQ(why_not("StaticThreshold"), "has no -CollectionOfCounterInstances");
  EXPECT_EQ(why_not(call("-Operator 'gt' -Threshold 10 -IsTrendOnly 1")),
            "has 1 as -IsTrendOnly, not $True or $False");
  EXPECT_EQ(why_not(" \n # nothing\n"), "has no script");
  EXPECT_EQ(why_not(call("-Operator 'gt")), "has a script without its end");
  EXPECT_EQ(why_not("<# no end"), "has a script without its end");
}

TEST(Comparison, EveryPrefix_IsReadOrRefused) {
  const std::string whole = call("-Operator 'gt' -Threshold 10 -IsTrendOnly $True # end");
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto read = read_comparison(whole.substr(0, size));
    EXPECT_TRUE(read.has_value() || !read.error().empty()) << size;
  }
}

TEST(ScriptNumber, Numbers_AreThoseOfPowerShell) {
  struct Case {
    std::string_view text;
    double number;
  };
  for (const Case& one :
       {Case{"10", 10}, Case{"-5", -5}, Case{"+5", 5}, Case{"0.5", 0.5}, Case{".5", 0.5},
        Case{"1e3", 1000}, Case{"1.5E-2", 0.015}, Case{"0x1F", 31}, Case{"10kb", 10240},
        Case{"10MB", 10'485'760}, Case{"1.5Gb", 1'610'612'736}, Case{"2TB", 2'199'023'255'552},
        Case{"1pb", 1'125'899'906'842'624}, Case{"7L", 7}, Case{"7d", 7}}) {
    const auto number = read_script_number(one.text);
    ASSERT_TRUE(number.has_value()) << one.text;
    EXPECT_EQ(*number, one.number) << one.text;
  }
}

TEST(ScriptNumber, OtherTexts_AreRefused) {
  for (const std::string_view text : {"", "-", "--5", "inf", "nan", "1e999", "1,000", "10 MB",
                                      "10XB", "0x", "0x1G", "1.2.3", "e5", "10%"}) {
    EXPECT_FALSE(read_script_number(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace openperflib
