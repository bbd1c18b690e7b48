// A tick allocates nothing while the set of instances is unchanged: allocations are counted.
#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <vector>

#include "openperflib/query/query.h"
#include "openperflib/testing/counted_allocations.h"
#include "openperflib/testing/query_example.h"
#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

// Processes with pids, a disk with a base, and values that are missing.
std::vector<std::byte> processes_and_a_disk(std::int64_t now, std::uint32_t processes = 100) {
  TestBlock block(now);
  const auto value = static_cast<std::uint64_t>(now);
  block.object(230, {{142, PERF_100NSEC_TIMER},
                     {title::kElapsedTime, PERF_ELAPSED_TIME},
                     {title::kIdProcess, PERF_COUNTER_RAWCOUNT, 4}});
  for (std::uint32_t i = 0; i < processes; ++i) block.instance("process", {value, 1, 100 + i});
  block.object(234, {{206, PERF_AVERAGE_TIMER}, {206, PERF_AVERAGE_BASE, 4}})
      .instance("0 sda", {value, value})
      .status()
      .missing("no permission: /proc/101/io", 230, 0, 1, 1)
      .left_out("no such thing", 4, 56);
  const Bytes bytes = block.bytes();
  return {bytes.begin(), bytes.end()};
}

TEST(QueryAllocation, SteadyState_AllocatesNothing) {
  QueryOptions options;
  options.policy.wrap = Wrap::modulo_2_32;
  options.policy.clock_check = ClockCheck::clock_was_set;
  Query query(fixed_titles(), options);
  ASSERT_TRUE(query.add("\\Process(*)\\*").has_value());
  ASSERT_TRUE(query.add("\\PhysicalDisk(*)\\*").has_value());
  ASSERT_TRUE(query.add("\\Memory\\Pool Paged Bytes").has_value());
  std::vector<std::vector<std::byte>> blocks;
  for (std::int64_t i = 1; i <= 10; ++i) blocks.push_back(processes_and_a_disk(i * kSecond));
  Snapshot snapshot;
  for (std::size_t i = 0; i < 2; ++i) {
    ASSERT_TRUE(snapshot.assign(blocks[i]).has_value());
    query.take(snapshot);
  }
  const std::uint64_t before = bench::allocations;
  bool all_well = true;
  for (std::size_t i = 2; i < blocks.size(); ++i) {
    all_well = snapshot.assign(blocks[i]).has_value() && all_well;
    query.take(snapshot);
  }
  EXPECT_EQ(bench::allocations, before);
  EXPECT_TRUE(all_well);
  EXPECT_EQ(query.row().values.size(), 302U);
  EXPECT_TRUE(query.row().values[0].usable());
}

// Each object of the log has a block.
TEST(QueryAllocation, SteadyStateOfObjects_AllocatesNothing) {
  Query query(fixed_titles());
  ASSERT_TRUE(query.add("\\Process(*)\\*").has_value());
  ASSERT_TRUE(query.add("\\PhysicalDisk(*)\\*").has_value());
  std::vector<std::vector<std::byte>> blocks;
  for (std::int64_t i = 1; i <= 10; ++i) blocks.push_back(processes_and_a_disk(i * kSecond));
  Snapshot snapshot;
  const LoggedObject present{.block = &snapshot, .titles = &fixed_titles()};
  const LoggedObject absent{.titles = &fixed_titles()};
  const auto take = [&](std::size_t i, const LoggedObject& second) {
    const bool is_well = snapshot.assign(blocks[i]).has_value();
    query.take({std::array{present, second}, LoggedBlock{}});
    return is_well;
  };
  ASSERT_TRUE(take(0, present) && take(1, present) && take(2, absent));
  const std::uint64_t before = bench::allocations;
  bool all_well = true;
  for (std::size_t i = 3; i < blocks.size(); ++i) {
    all_well = take(i, i == 5 ? absent : present) && all_well;
  }
  EXPECT_EQ(bench::allocations, before);
  EXPECT_TRUE(all_well);
  EXPECT_EQ(query.row().values.size(), 600U);
}

// The processes of the machine come and go.
TEST(SnapshotAllocation, BlockThatIsALittleLarger_CostsNone) {
  const auto block = processes_and_a_disk(kSecond);
  const auto larger = processes_and_a_disk(2 * kSecond, 105);
  ASSERT_GT(larger.size(), block.size());
  Snapshot snapshot;
  ASSERT_TRUE(snapshot.assign(block).has_value());
  const std::uint64_t before = bench::allocations;
  const bool is_well = snapshot.assign(larger).has_value();
  EXPECT_EQ(bench::allocations, before);
  EXPECT_TRUE(is_well);
}

}  // namespace
}  // namespace openperflib
