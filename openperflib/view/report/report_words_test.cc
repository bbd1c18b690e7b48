#include "openperflib/view/report/report_words.h"

#include <gtest/gtest.h>

#include <vector>

namespace openperflib {
namespace {

LeftOutRule left_out(const char* group, const char* title) {
  return {.file = "IIS.xml", .group = group, .title = title, .reason = "has no script", .line = 3};
}

TEST(LeftOutText, Rule_IsNamedWithItsGroupAndReason) {
  EXPECT_EQ(left_out_text(left_out("Web", "Slow")), "Web: \"Slow\" has no script");
  EXPECT_EQ(left_out_text(left_out("", "Slow")), "\"Slow\" has no script");
}

TEST(LeftOutSummary, RulesBeyondTheMost_AreCounted) {
  const std::vector<LeftOutRule> two = {left_out("Web", "Slow"), left_out("Web", "Full")};
  EXPECT_EQ(left_out_summary(two, 3), "left out: \"Slow\" has no script; \"Full\" has no script");
  EXPECT_EQ(left_out_summary(two, 1),
            "left out: \"Slow\" has no script; and 1 more (--skipped lists them)");
}

}  // namespace
}  // namespace openperflib
