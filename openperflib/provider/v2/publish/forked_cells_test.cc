// Sharded counter sets in forked children, which share the cells of their parents.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <memory>
#include <thread>

#include "openperflib/provider/v2/publish/counter_set.h"
#include "openperflib/provider/v2/publish/publisher.h"
#include "openperflib/provider/v2/read/offer_watch.h"
#include "openperflib/testing/child_program.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/testing/providers/segment_example.h"

namespace openperflib {
namespace {

constexpr std::uint64_t kForkedAdditions = 200'000;

void add(const Counter& counter) {
  for (std::uint64_t i = 0; i < kForkedAdditions; ++i) counter.increment();
}

bool has_cell() { return cell_number() < kCellRows; }

// A cell is loaded and stored, so that two processes which share one would lose additions. The
// child gives up the one of its thread, and takes none.
TEST(ForkedCells, ParentAndChildAdd_NothingIsLost) {
  const MadeFolder folder;
  const auto publisher = Publisher::start({folder.path()}).value();
  auto set = CounterSet::publish(*publisher, {.guid = "8f1c1b0e-5d7a-4c52-9d0e-0b6a5f1f7c11",
                                              .name = "Cells",
                                              .counters = {{.name = "Jobs"}},
                                              .sharded = true})
                 .value();
  const CounterSetInstance instance = set.add("all").value();
  const Counter& jobs = instance[0];
  jobs.increment(5);
  ASSERT_TRUE(has_cell());
  const Fork child(::fork());
  if (child.id == 0) {
    bool is_any_used = has_cell();
    add(jobs);
    std::thread([&] {
      add(jobs);
      is_any_used |= has_cell();
    }).join();
    ::_exit(is_any_used ? 1 : 0);
  }
  add(jobs);
  std::thread([&] {
    add(jobs);
    EXPECT_TRUE(has_cell());
  }).join();
  EXPECT_TRUE(has_cell());
  int status = 0;
  ASSERT_EQ(::waitpid(child.id, &status, 0), child.id);
  EXPECT_EQ(status, 0);
  OfferWatch watch({.system = folder.path(), .own = {}});
  ASSERT_TRUE(watch.look());
  EXPECT_EQ(reading_of(watch.processes()[0].segments[0].view)[0].values[0],
            5 + 4 * kForkedAdditions);
}

}  // namespace
}  // namespace openperflib
