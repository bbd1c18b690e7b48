#include "openperflib/view/summary/machine_scale.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string_view>

namespace openperflib {
namespace {

CounterPath parsed(std::string_view path) { return CounterPath::parse(path).value(); }

// The weight of a change from 0 to `size`, of a series that is the only one.
double weight_of_newcomer(std::string_view path, double size) {
  MachineScale scale;
  scale.note(parsed(path), size);
  return scale.weight_of(parsed(path), size, size);
}

TEST(MachineScale, Percent_IsOfAHundred) {
  EXPECT_NEAR(weight_of_newcomer(R"(\PhysicalDisk(0)\% Idle Time)", 25), 0.5, 1e-12);
  EXPECT_NEAR(weight_of_newcomer(R"(\PhysicalDisk(0)\% Disk Time)", 400), 1, 1e-12);
}

TEST(MachineScale, TimeOfProcesses_IsOfAllProcessors) {
  MachineScale scale;
  for (const std::string_view cpu :
       {R"(\Processor(0)\% Processor Time)", R"(\Processor(1)\% Processor Time)",
        R"(\Processor(_Total)\% Processor Time)"}) {
    scale.note(parsed(cpu), 10);
  }
  EXPECT_NEAR(scale.weight_of(parsed(R"(\Process(a)\% Processor Time)"), 50, 50), 0.5, 1e-12);
}

TEST(MachineScale, Memory_IsOfWhatTheMachineHas) {
  MachineScale scale;
  scale.note(parsed(R"(\Memory\Available MBytes)"), 4096);
  EXPECT_NEAR(scale.weight_of(parsed(R"(\Process(a)\Working Set)"), 1073741824, 1073741824), 0.5,
              1e-12);
  EXPECT_NEAR(scale.weight_of(parsed(R"(\Memory\Available MBytes)"), 1024, 4096), 0.25, 1e-12);
}

TEST(MachineScale, NewcomersBelowAConsiderableAmount_AreSmall) {
  EXPECT_NEAR(weight_of_newcomer(R"(\Memory\Page Reads/sec)", 1), 0.025, 1e-12);
  EXPECT_NEAR(weight_of_newcomer(R"(\Memory\Page Reads/sec)", 500), 0.25, 1e-12);
  EXPECT_NEAR(weight_of_newcomer(R"(\PhysicalDisk(0)\Disk Bytes/sec)", 104857.6), 0.025, 1e-12);
  EXPECT_NEAR(weight_of_newcomer(R"(\PhysicalDisk(0)\Avg. Disk sec/Read)", 0.0005), 0.025, 1e-12);
  EXPECT_NEAR(weight_of_newcomer(R"(\System\Processor Queue Length)", 0.1), 0.025, 1e-12);
}

TEST(MachineScale, NoChangeAndChangeOfSign_AreFromNothingToAll) {
  MachineScale scale;
  EXPECT_EQ(scale.weight_of(parsed(R"(\A\% x)"), 0, 0), 0);
  EXPECT_NEAR(scale.weight_of(parsed(R"(\A\% x)"), 200, 100), 1, 1e-12);
}

}  // namespace
}  // namespace openperflib
