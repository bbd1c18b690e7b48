#include <gtest/gtest.h>

#include <initializer_list>

#include "openperflib/linux/process/ended_totals_internal.h"

namespace openperflib::linux_objects {
namespace {

struct Counted {
  std::uint32_t id;
  std::optional<std::uint64_t> start;
  std::optional<std::uint64_t> first;
};

class EndedProcessesTest : public testing::Test {
 protected:
  // One collection; the first running total of those that have ended by then.
  std::uint64_t after(std::initializer_list<Counted> living, Boot boot = Boot::same) {
    ended_.begin(boot);
    for (const Counted& one : living) ended_.see(one.id, one.start, {one.first});
    ended_.finish();
    return ended_.sum(0);
  }
  EndedProcesses ended_;
};

TEST_F(EndedProcessesTest, EndedProcess_LeavesItsLastValues) {
  EXPECT_EQ(after({{10, 1, 5}, {11, 1, 70}, {12, 1, 600}}), 0U);
  EXPECT_EQ(after({{10, 1, 6}, {11, 1, 80}, {12, 1, 600}}), 0U);
  EXPECT_EQ(after({{10, 1, 6}, {12, 1, 601}}), 80U);
  EXPECT_EQ(after({}), 687U);
  EXPECT_EQ(after({}), 687U);
}

TEST_F(EndedProcessesTest, ReusedId_EndsTheOldProcess) {
  EXPECT_EQ(after({{10, 1, 5}}), 0U);
  EXPECT_EQ(after({{10, 2, 1}}), 5U);
  EXPECT_EQ(after({}), 6U);
}

TEST_F(EndedProcessesTest, UnreadableValue_KeepsThePreviousOne) {
  EXPECT_EQ(after({{10, 1, 5}}), 0U);
  EXPECT_EQ(after({{10, 1, std::nullopt}}), 0U);
  EXPECT_EQ(after({{10, std::nullopt, std::nullopt}}), 0U);  // not even its stat: nobody has ended
  EXPECT_EQ(after({{10, 1, 6}}), 0U);
  EXPECT_EQ(after({{10, 2, 1}}), 6U);
}

TEST_F(EndedProcessesTest, SumBeyond64Bits_NeverFalls) {
  EXPECT_EQ(after({{10, 1, ~0ULL}, {11, 1, 7}}), 0U);
  EXPECT_EQ(after({{10, 1, ~0ULL}}), 7U);
  EXPECT_EQ(after({}), ~0ULL);
}

TEST_F(EndedProcessesTest, AnotherBoot_ForgetsAll) {
  EXPECT_EQ(after({{10, 1, 5}, {11, 1, 7}}), 0U);
  EXPECT_EQ(after({{10, 1, 5}}), 7U);
  EXPECT_EQ(after({{12, 1, 1}}, Boot::another), 0U);
  EXPECT_EQ(after({}), 1U);
}

}  // namespace
}  // namespace openperflib::linux_objects
