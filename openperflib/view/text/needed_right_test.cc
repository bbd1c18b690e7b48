#include "openperflib/view/text/needed_right.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

TEST(NeededRight, ReasonWithoutIds_NamesTheKindOfFile) {
  EXPECT_EQ(without_ids("no permission: /proc/4711/io"), "no permission: /proc/PID/io");
  EXPECT_EQ(without_ids("no such file: /proc/1/task/22/stat"),
            "no such file: /proc/PID/task/TID/stat");
  EXPECT_EQ(without_ids("no such file: /sys/devices/system/cpu/cpu12/cpufreq/scaling_cur_freq"),
            "no such file: /sys/devices/system/cpu/cpuN/cpufreq/scaling_cur_freq");
  EXPECT_EQ(without_ids("no such file: /proc/7"), "no such file: /proc/PID");
}

TEST(NeededRight, ReasonWithoutIds_LeavesOtherNumbers) {
  EXPECT_EQ(without_ids("/proc/vmstat has no pgfault2"), "/proc/vmstat has no pgfault2");
  EXPECT_EQ(without_ids("/proc/4x/io"), "/proc/4x/io");
  EXPECT_EQ(without_ids("netlink: no root queue for eth0"), "netlink: no root queue for eth0");
  EXPECT_EQ(without_ids("/sys/devices/system/cpu/online"), "/sys/devices/system/cpu/online");
  EXPECT_EQ(without_ids(""), "");
}

TEST(NeededRight, Right_IsThatOfTheFirstPathThatFits) {
  EXPECT_EQ(right_for("no permission: /proc/PID/io").capability, "CAP_SYS_PTRACE");
  EXPECT_EQ(right_for("no permission: /proc/PID/io").otherwise, "");
  EXPECT_NE(right_for("no permission: /proc/PID/stat").otherwise, "");
  const std::string_view hidden =
      "no permission: /proc hides the processes of other users (hidepid)";
  EXPECT_EQ(right_for(hidden).capability, "CAP_SYS_PTRACE");
  EXPECT_NE(right_for(hidden).otherwise, "");
  EXPECT_EQ(right_for("no permission: /sys/class/powercap/intel-rapl:0/energy_uj").capability,
            "CAP_DAC_READ_SEARCH");
  EXPECT_EQ(right_for("no permission: /proc/iomem").capability, "");
}

}  // namespace
}  // namespace openperflib
