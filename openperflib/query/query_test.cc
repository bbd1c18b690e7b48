#include "openperflib/query/query.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/testing/query_example.h"
#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kAvailableBytes = 24;
constexpr std::uint32_t kProcessor = 238;
constexpr std::uint32_t kProcessorTime = 6;
constexpr std::uint32_t kInterrupts = 148;

// The paths of all series, as CSV writes them, without the machine.
std::vector<std::string> paths_without_machine(const Query& query) {
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < query.binding().series().size(); ++i) {
    paths.push_back(query.binding().path_of(i).substr(7));
  }
  return paths;
}

// Memory and two processors; `n` makes the values of one block differ from those of another.
Snapshot memory_and_processors(std::int64_t now, std::uint64_t idle0, std::uint64_t idle1,
                               std::uint64_t interrupts = 0) {
  return TestBlock(now)
      .object(title::kMemory, {{kAvailableBytes}}, Instances::none)
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
  query.take(memory_and_processors(kSecond, 0, 0));
  ASSERT_EQ(query.row().values.size(), 1U);
  EXPECT_EQ(query.row().values[0].number, 4096);
  EXPECT_EQ(query.row().values[0].status, CStatus::valid_data);
  EXPECT_EQ(query.binding().path_of(0), "\\\\db-17\\Memory\\Available Bytes");
  EXPECT_EQ(query.match(0), Query::Match::matched);
  EXPECT_FALSE(query.wants_another_sample());
  EXPECT_EQ(query.row().time_utc, TestBlock::kEpoch + kSecond);
}

TEST(Query, Rate_NeedsTwoSamplesAndSaysSo) {
  Query query(fixed_titles(), live_options());
  ASSERT_TRUE(query.add("\\Processor(*)\\% Processor Time").has_value());
  query.take(memory_and_processors(5 * kSecond, 0, 0));
  EXPECT_THAT(
      paths_without_machine(query),
      testing::ElementsAre("\\Processor(0)\\% Processor Time", "\\Processor(1)\\% Processor Time"));
  EXPECT_TRUE(query.wants_another_sample());
  EXPECT_EQ(query.row().values[0].status, CStatus::invalid_data);
  EXPECT_EQ(query.reason(0), "first sample: a rate needs two");
  query.take(memory_and_processors(6 * kSecond, 2'500'000, 10'000'000));
  EXPECT_FALSE(query.wants_another_sample());
  EXPECT_EQ(query.row().values[0].number, 75);
  EXPECT_EQ(query.row().values[1].number, 0);
  EXPECT_EQ(query.reason(0), "");
}

}  // namespace
}  // namespace openperflib
