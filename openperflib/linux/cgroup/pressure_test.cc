// Linux Pressure from made files. Facts: docs/objects/pressure.md, the kernel's psi.rst.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/linux/cgroup/pressure_text_internal.h"
#include "openperflib/testing/machines/object_under_test.h"

namespace openperflib::linux_objects {
namespace {

using testing::ElementsAre;

constexpr std::string_view kBoth =
    "some avg10=0.00 avg60=0.02 avg300=0.01 total=1500\n"
    "full avg10=0.00 avg60=0.00 avg300=0.00 total=40\n";
constexpr std::string_view kSome = "some avg10=0.00 avg60=0.00 avg300=0.00 total=7\n";

class Pressure : public testing::Test {
 protected:
  void write_machine() {
    pressure.folder()
        .write("proc/pressure/cpu", kSome)
        .write("proc/pressure/memory", kBoth)
        .write("proc/pressure/io", kBoth);
  }
  void write_cgroups() {
    pressure.folder()
        .write("proc/self/mountinfo",
               "24 1 0:22 / /proc rw - proc proc rw\n"
               "36 25 0:31 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw\n")
        .write("sys/fs/cgroup/cpu.pressure", kBoth)
        .write("sys/fs/cgroup/b/cpu.pressure", kBoth)
        .write("sys/fs/cgroup/a/x/cpu.pressure", kSome)
        .make_folder("sys/fs/cgroup/a-z");
  }
  PressureUnderTest pressure{100080};
};

TEST_F(Pressure, Total_IsTheMachinesStallInUnitsOf100ns) {
  write_machine();
  pressure.collect();
  EXPECT_EQ(pressure.instances(), "_Total");
  EXPECT_EQ(pressure.value("% cpu some"), "70");
  EXPECT_EQ(pressure.value("% memory some"), "15000");
  EXPECT_EQ(pressure.value("% io full"), "400");
}

// A second of stall in half a second: the rest follows when there is time for it.
TEST_F(Pressure, StallBeyondTheTimeThatPassed_IsPutOff) {
  constexpr FileTime kSecond = 10'000'000;
  const auto collect_after = [&](FileTime ticks, std::string_view total) {
    pressure.instant.realtime = 132'000'000'000'000'000 + ticks;
    pressure.folder().write("proc/pressure/cpu",
                            "some avg10=0.00 avg60=0.00 avg300=0.00 total=" + std::string(total));
    pressure.collect();
    return pressure.value("% cpu some");
  };
  EXPECT_EQ(collect_after(0, "5000000\n"), "50000000");
  EXPECT_EQ(collect_after(kSecond / 2, "6000000\n"), "55000000");
  EXPECT_EQ(collect_after(kSecond, "6100000\n"), "60000000");
  EXPECT_EQ(collect_after(2 * kSecond, "6100000\n"), "61000000");
  EXPECT_EQ(collect_after(2 * kSecond, "9000000\n"), "90000000") << "no time passed: as it is";
  EXPECT_EQ(collect_after(3 * kSecond, "8\n"), "80") << "the counts began again";
}

TEST_F(Pressure, LineTheKernelLacks_HasNoData) {
  write_machine();
  pressure.collect();
  EXPECT_EQ(pressure.value("% cpu full"), "/proc/pressure/cpu has no full");
}

TEST_F(Pressure, KernelWithoutPressure_HasNoInstance) {
  pressure.collect();
  EXPECT_EQ(pressure.instances(), "");
}

TEST_F(Pressure, MissingFile_LosesItsOwnCounters) {
  write_machine();
  pressure.folder().remove("proc/pressure/io");
  pressure.collect();
  EXPECT_EQ(pressure.value("% io some"), "no such file: /proc/pressure/io");
  EXPECT_EQ(pressure.value("% memory full"), "400");
}

TEST_F(Pressure, Cgroups_AreListedParentsFirst) {
  write_machine();
  write_cgroups();
  pressure.collect();
  EXPECT_EQ(pressure.instances(), "\\a|\\a\\x|\\a-z|\\b|_Total");
  EXPECT_EQ(pressure.value("% cpu some", 0), "no such file: /sys/fs/cgroup/a/cpu.pressure");
  EXPECT_EQ(pressure.value("% cpu some", 1), "70");
  EXPECT_EQ(pressure.value("% cpu full", 3), "400");
}

TEST_F(Pressure, LinksBetweenCgroups_AreNotFollowed) {
  write_cgroups();
  pressure.folder().link("sys/fs/cgroup/b/loop", "..");
  pressure.collect();
  EXPECT_EQ(pressure.instances(), "\\a|\\a\\x|\\a-z|\\b");
}

TEST_F(Pressure, MountPointWithABlank_IsDecoded) {
  pressure.folder()
      .write("proc/self/mountinfo", "36 25 0:31 / /my\\040groups rw - cgroup2 cgroup2 rw\n")
      .write("my groups/one/cpu.pressure", kSome);
  pressure.collect();
  EXPECT_EQ(pressure.instances(), "\\one");
  EXPECT_EQ(pressure.value("% cpu some"), "70");
}

TEST(PressureText, BadTotal_IsNamedWithItsByte) {
  const PressureTotals totals = parse_pressure("some avg10=0.00 total=x\nfull total=5\n");
  EXPECT_EQ(totals[0].error(), (BadWord{Errc::not_a_number, 22}));
  EXPECT_EQ(totals[1].value(), 5U);
}

TEST(PressureText, LineWithoutTotal_IsMissing) {
  EXPECT_EQ(parse_pressure("some avg10=0.00\n")[0].error(), (BadWord{Errc::missing, 0}));
}

TEST(PressureText, NumberAbove64Bits_IsOutOfRange) {
  const auto totals = parse_pressure("full total=18446744073709551616");
  EXPECT_EQ(totals[1].error(), (BadWord{Errc::out_of_range, 11}));
}

TEST(CgroupMounts, OptionalFields_DoNotHideTheType) {
  std::vector<std::string_view> points;
  parse_cgroup_mounts(
      "30 25 0:26 / /sys/fs/cgroup rw - cgroup cgroup rw,cpu\n"
      "36 25 0:31 / /a rw shared:9 master:3 - cgroup2 none rw\n36 25 0:31 / /b rw - cgroup2 x rw\n"
      "37 25 0:31\n",
      points);
  EXPECT_THAT(points, ElementsAre("/a", "/b"));
}

}  // namespace
}  // namespace openperflib::linux_objects
