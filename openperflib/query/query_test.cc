#include "openperflib/query/query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kMemory = 4;
constexpr std::uint32_t kAvailableBytes = 24;
constexpr std::uint32_t kProcessor = 238;
constexpr std::uint32_t kProcessorTime = 6;
constexpr std::uint32_t kInterrupts = 148;
constexpr std::int64_t kSecond = kTicksPerSecond;

QueryOptions live() {
  QueryOptions options;
  options.policy.wrap = Wrap::modulo_2_32;
  options.policy.clock_check = ClockCheck::clock_was_set;
  return options;
}

// The paths of all series, as CSV writes them, without the machine.
std::vector<std::string> paths_of(const Query& query) {
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < query.binding().series().size(); ++i) {
    paths.push_back(query.binding().path_of(i).substr(7));
  }
  return paths;
}

// Memory and two processors; `n` makes the values of one block differ from those of another.
Snapshot machine(std::int64_t now, std::uint64_t idle0, std::uint64_t idle1,
                 std::uint64_t interrupts = 0) {
  return TestBlock(now)
      .object(kMemory, {{kAvailableBytes}}, Instances::none)
      .single({4096})
      .object(kProcessor,
              {{kProcessorTime, PERF_100NSEC_TIMER_INV}, {kInterrupts, PERF_COUNTER_COUNTER, 4}})
      .instance("0", {idle0, interrupts})
      .instance("1", {idle1, interrupts})
      .snapshot();
}

TEST(Query, InstantaneousCounter_HasItsValueInTheFirstSample) {
  Query query(fixed_titles());
  ASSERT_EQ(query.add("\\Memory\\Available Bytes"), 0U);
  query.take(machine(kSecond, 0, 0));
  ASSERT_EQ(query.row().values.size(), 1U);
  EXPECT_EQ(query.row().values[0].number, 4096);
  EXPECT_EQ(query.row().values[0].status, CStatus::valid_data);
  EXPECT_EQ(query.binding().path_of(0), "\\\\db-17\\Memory\\Available Bytes");
  EXPECT_EQ(query.match(0), Query::Match::matched);
  EXPECT_FALSE(query.wants_another_sample());
  EXPECT_EQ(query.row().time_utc, TestBlock::kEpoch + kSecond);
}

TEST(Query, Rate_NeedsTwoSamplesAndSaysSo) {
  Query query(fixed_titles(), live());
  ASSERT_TRUE(query.add("\\Processor(*)\\% Processor Time").has_value());
  query.take(machine(5 * kSecond, 0, 0));
  EXPECT_THAT(paths_of(query), testing::ElementsAre("\\Processor(0)\\% Processor Time",
                                                    "\\Processor(1)\\% Processor Time"));
  EXPECT_TRUE(query.wants_another_sample());
  EXPECT_EQ(query.row().values[0].status, CStatus::invalid_data);
  EXPECT_EQ(query.reason(0), "first sample: a rate needs two");
  query.take(machine(6 * kSecond, 2'500'000, 10'000'000));
  EXPECT_FALSE(query.wants_another_sample());
  EXPECT_EQ(query.row().values[0].number, 75);
  EXPECT_EQ(query.row().values[1].number, 0);
  EXPECT_EQ(query.reason(0), "");
}

}  // namespace
}  // namespace openperflib
