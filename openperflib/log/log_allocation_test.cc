// Writing a record allocates nothing while the series are unchanged: counted, not hoped for. The one
// file of these tests that counts.
#include <gtest/gtest.h>

#include "bench/counted_allocations.h"
#include "openperflib/log/blg_writer_example_internal.h"
#include "openperflib/query/test_block_internal.h"

namespace openperflib {
namespace {

using namespace blg_written;

Snapshot processes(std::int64_t seconds) {
  TestBlock block(seconds * kTicksPerSecond);
  block.object(230, {{142, PERF_100NSEC_TIMER, 8}, {144, PERF_100NSEC_TIMER, 8}});
  for (int i = 0; i < 300; ++i) block.instance("process", {static_cast<std::uint64_t>(i), 7});
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
  query.take(processes(1));
  ASSERT_TRUE(write_sample(writer, query).has_value());
  ASSERT_TRUE(writer.write(query.newer(), query.row()).has_value());
  const std::uint64_t before = bench::allocations;
  for (int i = 0; i < 20; ++i) ASSERT_TRUE(writer.write(query.newer(), query.row()).has_value());
  EXPECT_EQ(bench::allocations - before, 0U);
}

}  // namespace
}  // namespace openperflib
