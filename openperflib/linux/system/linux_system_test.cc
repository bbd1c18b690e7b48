// Linux System and Linux Processor from made folders. Facts: docs/objects/linux_system.md.
#include <gtest/gtest.h>

#include "openperflib/testing/machines/object_under_test.h"

namespace openperflib::linux_objects {
namespace {

using LinuxSystemUnderTest = ObjectUnderTest<make_linux_system_collector>;
using LinuxProcessorUnderTest = ObjectUnderTest<make_linux_processor_collector>;
constexpr const char* kLoad = "proc/loadavg";
constexpr const char* kStatPath = "proc/stat";

TEST(LinuxSystem, Loads_AreStoredInHundredths) {
  LinuxSystemUnderTest system(100104);
  system.folder().write(kLoad, "0.07 12.30 345.99 3/80 11206\n");
  system.collect();
  EXPECT_EQ(system.value("Load Average 1m"), "7");
  EXPECT_EQ(system.value("Load Average 5m"), "1230");
  EXPECT_EQ(system.value("Load Average 15m"), "34599");
}

TEST(LinuxSystem, BadLoad_LosesOnlyItself) {
  LinuxSystemUnderTest system(100104);
  for (const char* word : {"1", "1.5", ".50", "1.", "1.500", "-1.00", "1.x0"}) {
    system.folder().write(kLoad, std::string("0.07 ") + word + " 0.01 3/80 1\n");
    system.collect();
    EXPECT_EQ(system.value("Load Average 5m"),
              "/proc/loadavg: load of 5 minutes at byte 5: is not a number")
        << word;
    EXPECT_EQ(system.value("Load Average 15m"), "1") << word;
  }
}

TEST(LinuxSystem, BlockedAndForks_AreThoseOfStat) {
  LinuxSystemUnderTest system(100104);
  system.folder().write(kStatPath, "cpu0 1 1 1 1 1 1 1 1 1 1\nprocesses 4321\nprocs_blocked 5\n");
  system.collect();
  EXPECT_EQ(system.value("Blocked Tasks"), "5");
  EXPECT_EQ(system.value("Forks/sec"), "4321");
}

TEST(LinuxSystem, OpenFiles_IsTheFirstWord) {
  LinuxSystemUnderTest system(100104);
  system.folder().write("proc/sys/fs/file-nr", "1184\t0\t9223372036854775807\n");
  system.collect();
  EXPECT_EQ(system.value("Open Files"), "1184");
  system.folder().write("proc/sys/fs/file-nr", "\n");
  system.collect();
  EXPECT_EQ(system.value("Open Files"),
            "/proc/sys/fs/file-nr: allocated files at byte 0: is not a number");
}

TEST(LinuxSystem, NoFiles_AreNamed) {
  LinuxSystemUnderTest system(100104);
  system.collect();
  EXPECT_EQ(system.value("Load Average 1m"), "no such file: /proc/loadavg");
  EXPECT_EQ(system.value("Forks/sec"), "no such file: /proc/stat");
  EXPECT_EQ(system.value("Open Files"), "no such file: /proc/sys/fs/file-nr");
}

TEST(LinuxProcessor, Times_AreTheFieldsOfTheLine) {
  LinuxProcessorUnderTest processor(100094);
  processor.folder().write(kStatPath, "cpu0 1 2 3 4 5 6 7 8 9 10\ncpu2 1 1 1 1 1 1 1 1 1 1\n");
  processor.collect();
  EXPECT_EQ(processor.instances(), "0|2");
  EXPECT_EQ(processor.value("% Nice Time"), "200000");
  EXPECT_EQ(processor.value("% IO Wait Time"), "500000");
  EXPECT_EQ(processor.value("% Steal Time"), "800000");
  EXPECT_EQ(processor.value("% Guest Time"), "1900000");
}

TEST(LinuxProcessor, FieldThatFalls_IsHeld) {
  LinuxProcessorUnderTest processor(100094);
  processor.folder().write(kStatPath, "cpu0 1 2 3 4 50 6 7 8 9 10\n");
  processor.collect();
  processor.folder().write(kStatPath, "cpu0 1 2 3 4 40 6 7 9 9 10\n");
  processor.collect();
  EXPECT_EQ(processor.value("% IO Wait Time"), "5000000");
  EXPECT_EQ(processor.value("% Steal Time"), "900000");
}

TEST(LinuxProcessor, OldLineWithoutGuests_HasNone) {
  LinuxProcessorUnderTest processor(100094);
  processor.folder().write(kStatPath, "cpu0 1 2 3 4 5 6 7\n");
  processor.collect();
  EXPECT_EQ(processor.value("% Guest Time"), "0");
  EXPECT_EQ(processor.value("% Steal Time"), "0");
}

}  // namespace
}  // namespace openperflib::linux_objects
