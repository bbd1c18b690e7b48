// Processes that come and go: each has the memory of one that ended.
#include <gtest/gtest.h>

#include "openperflib/testing/counted_allocations.h"
#include "openperflib/testing/machines/object_under_test.h"
#include "openperflib/testing/machines/process_test_files.h"

namespace openperflib::linux_objects {
namespace {

using ProcessUnderTest = ObjectUnderTest<make_process_collector>;

void add_complete_process(const ProcessUnderTest& process, int id) {
  const std::string folder = "proc/" + std::to_string(id);
  process.folder()
      .write(folder + "/stat", line_of({.id = id}))
      .write(folder + "/status", kStatus)
      .write(folder + "/io", kIo)
      .make_folder(folder + "/fd")
      .link(folder + "/exe", "/usr/bin/a-name-that-is-too-long-to-stand-in-a-string-itself");
}

TEST(ProcessAllocations, NewProcessAfterAnEndedOne_AllocatesNothing) {
  if (!bench::counts_allocations()) GTEST_SKIP() << "operator new is another's";
  ProcessUnderTest process{230};
  for (const int id : {10, 20, 30}) add_complete_process(process, id);
  process.collect();
  process.folder().remove("proc/20");
  process.collect();
  add_complete_process(process, 40);
  const std::uint64_t before = bench::allocations;
  process.collect();
  EXPECT_EQ(bench::allocations - before, 0U);
  EXPECT_EQ(process.table().instance_count(), 5U);  // with Idle and _Total
  EXPECT_EQ(process.value("ID Process", 3), "40");
}

}  // namespace
}  // namespace openperflib::linux_objects
