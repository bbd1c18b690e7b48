#include "apps/perflib/watch_model.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "openperflib/query/test_block_internal.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {
namespace {

constexpr std::uint32_t kSystem = 2, kContextSwitches = 146;

// One block of System with that many context switches, `now` ticks of 100 ns after the start.
Snapshot switches(std::int64_t now, std::uint64_t count) {
  TestBlock block(now);
  block.object(kSystem, {{kContextSwitches, PERF_COUNTER_BULK_COUNT, 8}}, Instances::none);
  return block.single({count}).snapshot();
}

class WatchModelTest : public testing::Test {
 protected:
  WatchModelTest() : query_(fixed_titles()), model_(Policy{}) {
    EXPECT_TRUE(query_.add(paths_[0]).has_value());
  }
  void take(std::int64_t now, std::uint64_t count, Pace pace = Pace::due) {
    query_.take(switches(now, count));
    model_.take(query_, paths_, pace);
  }
  WatchLine line() { return model_.groups(query_, WatchOrder::as_collected, {})[0].lines[0]; }

  static constexpr std::int64_t kSecond = 10'000'000;
  std::array<std::string, 1> paths_ = {"\\System\\Context Switches/sec"};
  Query query_;
  WatchModel model_;
};

TEST_F(WatchModelTest, RowsThatAreDue_MakeTheStatistics) {
  take(1 * kSecond, 0);
  take(2 * kSecond, 10);
  take(3 * kSecond, 40);
  EXPECT_EQ(line().statistics.minimum.number, 10);
  EXPECT_EQ(line().statistics.maximum.number, 30);
  EXPECT_EQ(line().statistics.average.number, 20);
}

TEST_F(WatchModelTest, RowBetweenTwo_NeverMakesARateOfMoments) {
  take(1 * kSecond, 0);
  take(2 * kSecond, 10);
  take(2 * kSecond + 10'000, 20, Pace::between);  // 10 in a millisecond: 10,000/sec
  take(3 * kSecond, 40);
  EXPECT_EQ(line().statistics.maximum.number, 30);
  EXPECT_EQ(line().statistics.average.number, 20);
}

TEST_F(WatchModelTest, SeriesThatIsNewInARowBetween_BeginsThere) {
  take(1 * kSecond, 0, Pace::between);
  take(2 * kSecond, 10);
  EXPECT_EQ(line().statistics.average.number, 10);
}

}  // namespace
}  // namespace openperflib::apps
