// FileSystem Disk Activity from made /proc files. Facts: docs/objects/system.md.
#include <gtest/gtest.h>

#include "openperflib/testing/machines/object_under_test.h"
#include "openperflib/testing/machines/process_test_files.h"

namespace openperflib::linux_objects {
namespace {

class FilesystemDiskActivity : public testing::Test {
 protected:
  void add_process(int id, std::string_view read, std::string_view written) {
    const std::string folder = "proc/" + std::to_string(id);
    machine.folder().write(folder + "/stat", line_of({.id = id}));
    machine.folder().write(folder + "/io", std::string(kIo) + "read_bytes: " + std::string(read) +
                                               "\nwrite_bytes: " + std::string(written) +
                                               "\ncancelled_write_bytes: 7\n");
  }
  std::string read(std::size_t instance = 0) const {
    return machine.value("FileSystem Bytes Read", instance);
  }
  std::string written(std::size_t instance = 0) const {
    return machine.value("FileSystem Bytes Written", instance);
  }
  ObjectUnderTest<make_filesystem_disk_activity_collector> machine{100074};
};

TEST_F(FilesystemDiskActivity, Bytes_AreTheSumsOfAllProcesses) {
  add_process(1, "4096", "8192");
  add_process(50, "1048576", "0");
  machine.collect();
  ASSERT_EQ(machine.instances(), "default|_Total");
  for (const std::size_t instance : {0U, 1U}) {
    EXPECT_EQ(read(instance), "1052672");
    EXPECT_EQ(written(instance), "8192");
  }
}

TEST_F(FilesystemDiskActivity, ExitedProcess_DoesNotLowerTheSums) {
  add_process(1, "10", "5");
  add_process(50, "100", "50");
  machine.collect();
  machine.folder().remove("proc/50");
  machine.collect();
  EXPECT_EQ(read(), "110");
  add_process(1, "200", "6");
  machine.collect();
  EXPECT_EQ(read(), "200");
  EXPECT_EQ(written(), "55");
}

TEST_F(FilesystemDiskActivity, UnreadableIo_MakesBothUnknown) {
  add_process(1, "10", "5");
  machine.folder().write("proc/50/stat", line_of({.id = 50})).make_folder("proc/50/io");
  machine.collect();
  EXPECT_EQ(read(), "Is a directory: /proc/50/io");
  EXPECT_EQ(written(1), "Is a directory: /proc/50/io");
}

TEST_F(FilesystemDiskActivity, BadNumber_LosesItsOwnSum) {
  add_process(1, "x", "5");
  machine.collect();
  EXPECT_EQ(read(), "/proc/PID/io: a number is missing or too large");
  EXPECT_EQ(written(), "5");
}

TEST_F(FilesystemDiskActivity, SumBeyond64Bits_IsMissing) {
  add_process(1, "18446744073709551615", "5");
  add_process(2, "1", "6");
  machine.collect();
  EXPECT_EQ(read(), "/proc/PID/io: a number is missing or too large");
  EXPECT_EQ(written(), "11");
}

TEST_F(FilesystemDiskActivity, KernelWithoutIoAccounting_StillHasSumsOfSystem) {
  machine.folder().write("proc/1/stat", line_of({.id = 1})).write("proc/1/io", kIo);
  machine.collect();
  EXPECT_EQ(read(), "/proc/PID/io: a number is missing or too large");
  SystemUnderTest system{2};
  system.folder().write("proc/1/stat", line_of({.id = 1})).write("proc/1/io", kIo);
  system.collect();
  EXPECT_EQ(system.value("File Read Bytes/sec"), "1000");
}

TEST_F(FilesystemDiskActivity, NoProcess_IsUnknownNotZero) {
  machine.folder().make_folder("proc");
  machine.collect();
  EXPECT_EQ(read(), "no process in /proc");
}

TEST_F(FilesystemDiskActivity, UnrequestedCounters_ReadNoIo) {
  machine.folder().write("proc/1/stat", line_of({.id = 1})).make_folder("proc/1/io");
  machine.request.add_counter(2, 248);  // System's Processes
  machine.collect();
  EXPECT_EQ(read(), "not asked for");
}

}  // namespace
}  // namespace openperflib::linux_objects
