#include "openperflib/view/summary/record_steps.h"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

namespace openperflib {
namespace {

constexpr FileTime kFirstSecond = 133'700'000'000'000'000;

FileTime second(FileTime seconds) { return kFirstSecond + seconds * kTicksPerSecond; }

RecordSteps steps_of(const std::vector<FileTime>& seconds) {
  RecordSteps steps;
  for (const FileTime one : seconds) steps.add(second(one));
  return steps;
}

TEST(RecordSteps, UsualStep_IsTheMedian) {
  EXPECT_EQ(steps_of({}).usual(), std::nullopt);
  EXPECT_EQ(steps_of({0}).usual(), std::nullopt);
  EXPECT_EQ(steps_of({0, 15, 30, 900, 915}).usual(), 15 * kTicksPerSecond);
}

// 25 s is not more than 2.5 times 10 s, 26 s is.
TEST(RecordSteps, Gap_IsMoreThanTwoAndAHalfSteps) {
  const RecordGaps gaps = steps_of({0, 10, 20, 45, 55, 81, 91, 101}).gaps(100);
  EXPECT_EQ(gaps.count, 1U);
  EXPECT_EQ(gaps.widest, (std::vector<RecordGap>{{.before = second(55), .after = second(81)}}));
}

TEST(RecordSteps, GapsBeyondTheMost_AreTheNarrowest) {
  const RecordGaps gaps = steps_of({0, 1, 2, 3, 4, 14, 15, 35, 36, 66, 67}).gaps(2);
  EXPECT_EQ(gaps.count, 3U);
  EXPECT_EQ(gaps.widest, (std::vector<RecordGap>{{.before = second(15), .after = second(35)},
                                                 {.before = second(36), .after = second(66)}}));
}

TEST(RecordSteps, TimeThatGoesBack_AddsNoStep) {
  const RecordSteps steps = steps_of({0, 10, 5, 10, 20, 30});
  EXPECT_EQ(steps.usual(), 10 * kTicksPerSecond);
  EXPECT_EQ(steps.gaps(100).count, 0U);
}

TEST(RecordSteps, ManyGaps_AreCountedAsFarAsTheyAreKept) {
  RecordSteps steps;
  FileTime time = 0;
  for (int i = 0; i < 2000; ++i) {
    steps.add(second(time += 1));
    steps.add(second(time += 1));
    steps.add(second(time += 10 + i % 7));
  }
  const RecordGaps gaps = steps.gaps(3);
  EXPECT_EQ(gaps.count, RecordSteps::kMostKept);
  ASSERT_EQ(gaps.widest.size(), 3U);
  for (const RecordGap& one : gaps.widest) EXPECT_EQ(one.after - one.before, 16 * kTicksPerSecond);
}

}  // namespace
}  // namespace openperflib
