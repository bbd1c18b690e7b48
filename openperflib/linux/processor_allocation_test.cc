// From the second collection on, nothing is allocated while the CPUs stay.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "openperflib/linux/processor_test_machine_internal.h"

namespace {
std::atomic<std::uint64_t> allocations;
}  // namespace

// Weak: where another test of this program counts, this one gives way and is skipped.
__attribute__((weak)) void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  std::abort();
}
__attribute__((weak)) void operator delete(void* memory) noexcept { std::free(memory); }
__attribute__((weak)) void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

namespace openperflib::linux_objects {
namespace {

bool allocations_are_counted() {
  const std::uint64_t before = allocations;
  ::operator delete(::operator new(1));
  return allocations != before;
}

class SteadyMachine : public testing::TestWithParam<const char*> {};

TEST_P(SteadyMachine, SecondCollection_AllocatesNothing) {
  if (!allocations_are_counted()) GTEST_SKIP() << "operator new is another's";
  for (const unsigned descriptors : {4096U, 0U}) {
    TestMachine machine(std::string(OPENPERFLIB_BINARY_DIR) + "/machines/" + GetParam(),
                        descriptors);
    machine.at(2000);
    machine.collect();
    for (int i = 0; i < 2; ++i) {
      const std::uint64_t before = allocations;
      machine.at(2001 + i);
      machine.collect();
      EXPECT_EQ(allocations - before, 0U) << descriptors << " descriptors, collection " << i + 2;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Recorded, SteadyMachine,
                         testing::Values("vm-6.18", "made-laptop", "made-96cpu-2node",
                                         "x86-112cpu-8node-sysfs", "procfs-8cpu",
                                         "arm64-20cpu-gb10-6.17"));

}  // namespace
}  // namespace openperflib::linux_objects
