// From the second collection on, nothing is allocated while the CPUs stay.
#include <gtest/gtest.h>

#include "openperflib/testing/counted_allocations.h"
#include "openperflib/testing/machines/processor_test_machine.h"
#include "openperflib/testing/sleepers.h"

namespace openperflib::linux_objects {
namespace {

class SteadyMachine : public testing::TestWithParam<const char*> {};

TEST_P(SteadyMachine, SecondCollection_AllocatesNothing) {
  if (!bench::counts_allocations()) GTEST_SKIP() << "operator new is another's";
  bench::raise_descriptor_limit();  // as the tools do
  for (const unsigned descriptors : {4096U, 0U}) {
    TestMachine machine(std::string(OPENPERFLIB_BINARY_DIR) + "/machines/" + GetParam(),
                        descriptors);
    machine.at(2000);
    machine.collect();
    for (int i = 0; i < 2; ++i) {
      const std::uint64_t before = bench::allocations;
      machine.at(2001 + i);
      machine.collect();
      EXPECT_EQ(bench::allocations - before, 0U)
          << descriptors << " descriptors, collection " << i + 2;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Recorded, SteadyMachine,
                         testing::Values("vm-6.18", "made-laptop", "made-96cpu-2node",
                                         "x86-112cpu-8node-sysfs", "procfs-8cpu",
                                         "arm64-20cpu-gb10-6.17"));

}  // namespace
}  // namespace openperflib::linux_objects
