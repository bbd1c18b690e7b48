// Objects from made folders. Facts: docs/objects/objects.md.
#include <gtest/gtest.h>

#include "openperflib/testing/machines/object_under_test.h"

namespace openperflib::linux_objects {
namespace {

using ObjectsUnderTest = ObjectUnderTest<make_objects_collector>;
constexpr const char* kSemaphores = "proc/sysvipc/sem";
constexpr const char* kSegments = "proc/sysvipc/shm";
const std::string kIpcHeadings = "       key      semid perms      nsems   uid\n";
const std::string kStatAfterId = " (x) S 1 1 1 0 -1 4194304 0 0 0 0 1 1 0 0 20 0 1 0 100 4096 1\n";

TEST(Objects, SemaphoresAndSections_SumSystemVAndPosix) {
  ObjectsUnderTest objects(260);
  objects.folder().write(kSemaphores, kIpcHeadings + "0 0 600 17 0\n 0 1 600 3 0\n");
  objects.folder().write(kSegments, kIpcHeadings + "0 0 600 4096 0\n");
  objects.folder().write("dev/shm/sem.mine", "");
  objects.folder().write("dev/shm/pulse-shm-1", "");
  objects.folder().write("dev/shm/cache", "");
  objects.collect();
  EXPECT_EQ(objects.value("Semaphores"), "21");
  EXPECT_EQ(objects.value("Sections"), "3");
}

TEST(Objects, KernelWithoutOneKind_HasTheOtherAlone) {
  ObjectsUnderTest objects(260);
  objects.folder().write("dev/shm/sem.mine", "");
  objects.collect();
  EXPECT_EQ(objects.value("Semaphores"), "1");
  EXPECT_EQ(objects.value("Sections"), "0");
}

TEST(Objects, WithoutBothKinds_NothingIsKnown) {
  ObjectsUnderTest objects(260);
  objects.collect();
  EXPECT_EQ(objects.value("Semaphores"), "no such file: /proc/sysvipc/sem");
  EXPECT_EQ(objects.value("Sections"), "no such file: /proc/sysvipc/shm");
}

TEST(Objects, SizeThatIsNotANumber_IsNamedWithItsByte) {
  ObjectsUnderTest objects(260);
  objects.folder().write(kSemaphores, "key\n0 0 600 x\n");
  objects.collect();
  EXPECT_EQ(objects.value("Semaphores"), "/proc/sysvipc/sem: nsems at byte 12: is not a number");
}

// Process 7 with an event, a timer and a file; process 8 with nothing open.
void make_processes(const MadeFolder& folder) {
  folder.write("proc/7/stat", "7" + kStatAfterId);
  folder.link("proc/7/fd/0", "/dev/null");
  folder.link("proc/7/fd/1", "anon_inode:[eventfd]");
  folder.link("proc/7/fd/2", "anon_inode:[timerfd]");
  folder.link("proc/7/fd/3", "anon_inode:[eventpoll]");
  folder.write("proc/8/stat", "8" + kStatAfterId);
}

TEST(Objects, Events_AreCountedOnlyOnRequest) {
  ObjectsUnderTest objects(260);
  make_processes(objects.folder());
  objects.request.add_object(260);
  objects.collect();
  EXPECT_EQ(objects.value("Events"), "2");
  EXPECT_EQ(objects.value("Processes"), "2");
}

TEST(Objects, Events_AreNeverCountedInGlobal) {
  ObjectsUnderTest objects(260);
  make_processes(objects.folder());
  objects.collect();
  EXPECT_EQ(objects.value("Events"), "not asked for");
}

TEST(Objects, Threads_AreThoseOfSystem) {
  ObjectsUnderTest objects(260);
  objects.folder().write("proc/loadavg", "0.20 0.18 0.12 1/80 11206\n");
  objects.collect();
  EXPECT_EQ(objects.value("Threads"), "80");
  EXPECT_EQ(objects.value("Processes"), "no process in /proc");
}

}  // namespace
}  // namespace openperflib::linux_objects
