// What Memory adds up of swapping, from collection to collection.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/linux/memory/paging_internal.h"
#include "openperflib/testing/machines/object_under_test.h"

namespace openperflib::linux_objects {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

class Swapping : public testing::Test {
 protected:
  std::string after(std::string_view vmstat, std::string_view counter) {
    memory.folder().write("proc/vmstat", vmstat);
    memory.collect();
    return memory.value(counter);
  }
  MemoryUnderTest memory{4};
};

TEST_F(Swapping, PagesInput_StartsAtTheLargerTotal) {
  EXPECT_EQ(after("pswpin 70\npgmajfault 50\n", "Pages Input/sec"), "70");
}

TEST_F(Swapping, PagesInput_GrowsByTheLargerGrowth) {
  EXPECT_EQ(after("pswpin 70\npgmajfault 50\n", "Pages Input/sec"), "70");
  EXPECT_EQ(after("pswpin 75\npgmajfault 60\n", "Pages Input/sec"), "80");    // 5 and 10
  EXPECT_EQ(after("pswpin 175\npgmajfault 61\n", "Pages Input/sec"), "180");  // 100 and 1
}

TEST_F(Swapping, TotalsThatFall_GrowNothing) {
  EXPECT_EQ(after("pswpin 70\npgmajfault 50\n", "Pages Input/sec"), "70");
  EXPECT_EQ(after("pswpin 1\npgmajfault 2\n", "Pages Input/sec"), "70");
  EXPECT_EQ(after("pswpin 4\npgmajfault 3\n", "Pages Input/sec"), "73");
}

TEST_F(Swapping, Pages_IsReadAndWritten) {
  EXPECT_EQ(after("pswpin 1\npgmajfault 5\npswpout 30\n", "Pages/sec"), "35");
}

TEST_F(Swapping, KernelWithoutSwap_ReadsByFaultsAndWritesNothing) {
  EXPECT_EQ(after("pgmajfault 5\n", "Pages/sec"), "5");
  EXPECT_EQ(memory.value("Page Writes/sec"), "/proc/vmstat has no pswpout");
  EXPECT_EQ(memory.value("Pages Output/sec"), "/proc/vmstat has no pswpout");
}

TEST_F(Swapping, BadWord_IsNotZeroInTheSum) {
  EXPECT_EQ(after("pgmajfault 5\npswpout x\n", "Pages/sec"),
            "/proc/vmstat: pswpout at byte 21: is not a number");
  EXPECT_EQ(after("pgmajfault 5\npswpin x\n", "Pages Input/sec"),
            "/proc/vmstat: pswpin at byte 20: is not a number");
}

TEST_F(Swapping, PageWritesWithoutSwapDevice_AreClusters) {
  EXPECT_EQ(after("pswpout 33\n", "Page Writes/sec"), "2");
  EXPECT_EQ(after("pswpout 34\n", "Page Writes/sec"), "3");
  EXPECT_EQ(after("pswpout 34\n", "Page Writes/sec"), "3");
  EXPECT_EQ(after("pswpout 98\n", "Page Writes/sec"), "5");
}

TEST_F(Swapping, PageWrites_AreThoseOfTheSwapDevices) {
  memory.folder().write("proc/swaps",
                        "Filename Type Size Used Priority\n"
                        "/dev/sda2 partition 2097148 0 -2\n/dev/sdb1 partition 8 0 -3\n"
                        "/swapfile file 8 0 -4\n");
  memory.folder().write("proc/diskstats",
                        "8 0 sda 1 1 1 1 9000 1 1 1 0 1 1\n8 2 sda2 1 1 1 1 40 1 1 1 0 1 1\n"
                        "8 17 sdb1 1 1 1 1 2 1 1 1 0 1 1\n");
  EXPECT_EQ(after("pswpout 1\n", "Page Writes/sec"), "42");
}

TEST_F(Swapping, SwapDeviceTakenAway_NeverLowersPageWrites) {
  memory.folder().write("proc/swaps", "Filename\n/dev/sda2 partition 8 0 -2\n");
  memory.folder().write("proc/diskstats", "8 2 sda2 1 1 1 1 40 1 1 1 0 1 1\n");
  EXPECT_EQ(after("pswpout 64\n", "Page Writes/sec"), "40");
  memory.folder().write("proc/swaps", "Filename\n");
  EXPECT_EQ(after("pswpout 64\n", "Page Writes/sec"), "40");
}

TEST(Swaps, DevicesAreNamedWithoutTheirFolder) {
  std::vector<std::string_view> devices;
  parse_swaps("Filename\n/dev/sda2 partition\n/swap file\n/dev/mapper/swap partition\n", devices);
  EXPECT_THAT(devices, ElementsAre("sda2", "mapper/swap"));
  parse_swaps("", devices);
  EXPECT_THAT(devices, IsEmpty());
}

}  // namespace
}  // namespace openperflib::linux_objects
