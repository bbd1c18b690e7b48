// Writing a record allocates nothing while the series are unchanged: counted, not hoped for. The
// one file of these tests that counts.
#include <gtest/gtest.h>

#include "openperflib/log/recording/recording_writer.h"
#include "openperflib/testing/counted_allocations.h"
#include "openperflib/testing/logs/blg_writer_example.h"
#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

using namespace blg_written;

Snapshot processes_of_one_name(std::int64_t seconds) {
  TestBlock block(seconds * kTicksPerSecond);
  block.object(230, {{142, PERF_100NSEC_TIMER, 8}, {144, PERF_100NSEC_TIMER, 8}});
  for (std::int64_t i = 0; i < 300; ++i) {
    block.instance("process", {static_cast<std::uint64_t>(i * seconds * 1009), 7});
  }
  block.status().missing("no permission", 230, 0, 5, 2, CStatus::no_data);
  return block.snapshot();
}

// Twins of which two are left out, so that names get numbers; many parts and buffers.
TEST(BlgWriterAllocation, SteadyState_AllocatesNothing) {
  if (!bench::counts_allocations()) GTEST_SKIP() << "operator new is another's";
  const std::vector<std::string> paths = {R"(\Process(*)\*)", R"(\Process(process#3)\% User Time)"};
  LogFile file;
  BlgWriter writer(file.fd(), "a.blg", options_for(paths));
  Query query = query_of(paths);
  query.take(processes_of_one_name(1));
  ASSERT_TRUE(write_sample(writer, query).has_value());
  ASSERT_TRUE(writer.write(query.newer(), query.row()).has_value());
  const std::uint64_t before = bench::allocations;
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(writer.write(query.newer(), query.row()).has_value());
  EXPECT_EQ(bench::allocations - before, 0U);
}

// A sample, and its flush: all but the first ones of a block, and the closing of one a minute.
TEST(RecordingWriterAllocation, SteadyState_AllocatesNothing) {
  if (!bench::counts_allocations()) GTEST_SKIP() << "operator new is another's";
  constexpr int kInABlock = 10;
  std::vector<Snapshot> samples;
  for (int i = 0; i < 3 * kInABlock; ++i) samples.push_back(processes_of_one_name(i + 1));
  LogFile file;
  RecordingWriter writer(file.fd(), "a.perfrec", {.zone = {}, .block_seconds = kInABlock});
  for (int i = 0; i < 3 * kInABlock; ++i) {
    const std::uint64_t before = bench::allocations;
    ASSERT_TRUE(writer.write(samples[static_cast<std::size_t>(i)].view()).has_value());
    const bool is_steady = i > kInABlock && i % kInABlock > 1;
    EXPECT_TRUE(!is_steady || bench::allocations == before) << i;
  }
}

}  // namespace
}  // namespace openperflib
