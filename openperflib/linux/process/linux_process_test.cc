// Linux Process from made /proc folders. Facts: docs/objects/process.md.
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "openperflib/testing/machines/object_under_test.h"
#include "openperflib/testing/machines/process_test_files.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib::linux_objects {
namespace {

class LinuxProcess : public testing::Test {
 protected:
  LinuxProcess() {
    states.folder().write("proc/stat", kMadeMachine);
    states.instant = kMadeInstant;
  }
  void add(const MadeStat& made) {
    states.folder().write("proc/" + std::to_string(made.id) + "/stat", line_of(made));
  }
  ObjectUnderTest<make_linux_process_collector> states{title::kLinuxProcess};
};

TEST_F(LinuxProcess, State_IsTheLetterOfStat) {
  for (const auto& [letter, number] : {std::pair('R', "0"),
                                       {'S', "1"},
                                       {'I', "2"},
                                       {'D', "3"},
                                       {'T', "4"},
                                       {'t', "5"},
                                       {'Z', "6"},
                                       {'X', "7"},
                                       {'x', "7"},
                                       {'?', "/proc/PID/stat has no state"}}) {
    add({.id = 10, .state = letter});
    states.collect();
    EXPECT_EQ(states.value("State", 0), number) << letter;
  }
}

TEST_F(LinuxProcess, Instances_AreTheProcessesAlone) {
  add({.id = 2, .comm = "kthreadd", .flags = kKernelThread});
  add({.id = 10, .comm = "sh", .start_ticks = 8721});
  add({.id = 11, .comm = "sh"});
  states.collect();
  EXPECT_EQ(states.instances(), "sh|sh");
  EXPECT_EQ(states.value("ID Process", 1), "11");
  EXPECT_EQ(states.value("Elapsed Time", 0), "133444736872100000");
}

TEST_F(LinuxProcess, WithoutProc_ThereIsNone) {
  ObjectUnderTest<make_linux_process_collector> none{title::kLinuxProcess};
  none.collect();
  EXPECT_EQ(none.instances(), "");
}

}  // namespace
}  // namespace openperflib::linux_objects
