// Thread from made /proc folders: expected values are reckoned by hand. Facts:
// docs/objects/thread.md.
#include <gtest/gtest.h>

#include "openperflib/linux/process/thread_text_internal.h"
#include "openperflib/testing/machines/object_under_test.h"
#include "openperflib/testing/machines/process_test_files.h"

namespace openperflib::linux_objects {
namespace {

using ThreadUnderTest = ObjectUnderTest<make_thread_collector>;

class ThreadTest : public testing::Test {
 protected:
  ThreadTest() {
    thread.folder().write("proc/stat", kMadeMachine);
    thread.instant = kMadeInstant;
  }
  void add_process(const MadeStat& made) {
    thread.folder().write("proc/" + std::to_string(made.id) + "/stat", line_of(made));
  }
  void add(int process, const MadeStat& made, std::string_view switches = "7 3") {
    const std::string folder = folder_of(process, made.id);
    thread.folder().write(folder + "/stat", line_of(made));
    const std::size_t blank = switches.find(' ');
    if (switches.empty()) return;
    thread.folder().write(folder + "/status", "Name:\tx\nvoluntary_ctxt_switches:\t" +
                                                  std::string(switches.substr(0, blank)) +
                                                  "\nnonvoluntary_ctxt_switches:\t" +
                                                  std::string(switches.substr(blank + 1)) + "\n");
  }
  static std::string folder_of(int process, int id) {
    return "proc/" + std::to_string(process) + "/task/" + std::to_string(id);
  }
  std::string of(std::string_view counter, std::size_t instance) const {
    return thread.value(counter, instance);
  }
  // The places of the parents in Process, a blank between them.
  std::string parents() {
    std::string all;
    for (std::size_t row = 0; row < thread.table().instance_count(); ++row) {
      EXPECT_EQ(thread.table().parent(row).object_title_index, 230U);
      if (row > 0) all += ' ';
      all += std::to_string(thread.table().parent(row).instance);
    }
    return all;
  }
  ThreadUnderTest thread{232};
};

TEST_F(ThreadTest, OneThread_HasEveryCounter) {
  add(10, {.id = 10, .user_ticks = 250, .system_ticks = 30, .start_ticks = 8721});
  add_process({.id = 10, .start_ticks = 8721});
  thread.collect();
  EXPECT_EQ(thread.instances(), "0|_Total");
  EXPECT_EQ(of("% Processor Time", 0), "28000000");
  EXPECT_EQ(of("% User Time", 0), "25000000");
  EXPECT_EQ(of("% Privileged Time", 0), "3000000");
  EXPECT_EQ(of("Context Switches/sec", 0), "10");
  EXPECT_EQ(of("Elapsed Time", 0), "133444736872100000");
  EXPECT_EQ(of("Priority Current", 0), "8");
  EXPECT_EQ(of("Priority Base", 0), "8");
  EXPECT_EQ(of("Thread State", 0), "5");
  EXPECT_EQ(of("Thread Wait Reason", 0), "6");
  EXPECT_EQ(of("ID Process", 0), "10");
  EXPECT_EQ(of("ID Thread", 0), "10");
}

TEST_F(ThreadTest, Instances_AreNumberedAndReferToTheirProcess) {
  add_process({.id = 2, .comm = "kthreadd", .parent = 0, .flags = kKernelThread});
  add(2, {.id = 2});
  add_process({.id = 10});
  add(10, {.id = 10});
  add(10, {.id = 11});
  add_process({.id = 30, .comm = "kworker", .parent = 2, .flags = kKernelThread});
  add(30, {.id = 30});
  add_process({.id = 40});
  add(40, {.id = 40});
  thread.collect();
  EXPECT_EQ(thread.instances(), "0|1|0|1|0|_Total");
  EXPECT_EQ(parents(), "1 1 2 2 3 4");  // 0 is Idle, 1 System
  EXPECT_EQ(of("ID Process", 1), "2");
  EXPECT_EQ(of("ID Thread", 1), "30");
  thread.kernel_threads = KernelThreads::listed;
  thread.collect();
  EXPECT_EQ(thread.instances(), "0|0|1|0|0|_Total");
  EXPECT_EQ(parents(), "1 2 2 3 4 5");
  EXPECT_EQ(of("ID Process", 3), "30");
}

TEST_F(ThreadTest, NamesWithIds_HaveThatOfTheThread) {
  add_process({.id = 2, .comm = "kthreadd", .parent = 0, .flags = kKernelThread});
  add(2, {.id = 2});
  add_process({.id = 10});
  add(10, {.id = 10});
  add(10, {.id = 11});
  thread.process_names = NameFormat::name_and_id;  // of the parents alone
  thread.collect();
  EXPECT_EQ(thread.instances(), "0|0|1|_Total");
  thread.thread_names = NameFormat::name_and_id;
  thread.collect();
  EXPECT_EQ(thread.instances(), "0_2|0_10|1_11|_Total");
  EXPECT_EQ(parents(), "1 2 2 3");
  EXPECT_EQ(of("ID Thread", 2), "11");
}

struct StateCase {
  char state;
  const char* thread_state;
  const char* wait_reason;
};
TEST_F(ThreadTest, States_AreThoseOfWindows) {
  add_process({.id = 10});
  for (const StateCase& one :
       {StateCase{'R', "2", "the thread is not waiting"},
        {'S', "5", "6"},
        {'D', "5", "0"},
        {'I', "5", "15"},
        {'T', "5", "5"},
        {'Z', "4", "the thread is not waiting"},
        {'?', "/proc/PID/task/TID/stat has no state", "/proc/PID/task/TID/stat has no state"}}) {
    add(10, {.id = 10, .state = one.state});
    thread.collect();
    EXPECT_EQ(of("Thread State", 0), one.thread_state) << one.state;
    EXPECT_EQ(of("Thread Wait Reason", 0), one.wait_reason) << one.state;
  }
}

struct PolicyPriorityCase {
  int priority, nice, policy;
  const char* current;
  const char* base;
};
TEST_F(ThreadTest, Priorities_AreClassesAndThoseOfRealTime) {
  add_process({.id = 10});
  for (const PolicyPriorityCase& one : {PolicyPriorityCase{20, 0, 0, "8", "8"},
                                        {0, -20, 0, "13", "13"},
                                        {39, 19, 0, "4", "4"},
                                        {-2, 0, 1, "16", "24"},
                                        {-51, 0, 2, "23", "24"},
                                        {-100, 0, 1, "31", "24"},
                                        {-101, 0, 6, "31", "24"}}) {
    add(10, {.id = 10, .nice = one.nice, .policy = one.policy, .priority = one.priority});
    thread.collect();
    EXPECT_EQ(of("Priority Current", 0), one.current) << one.priority;
    EXPECT_EQ(of("Priority Base", 0), one.base) << one.priority;
  }
}

TEST_F(ThreadTest, ExitedThread_TimeStaysInTotal) {
  add_process({.id = 10});
  add(10, {.id = 10, .user_ticks = 5}, "1 1");
  add(10, {.id = 11, .user_ticks = 700, .system_ticks = 30}, "50 0");
  thread.collect();
  EXPECT_EQ(of("% Processor Time", 2), "73500000");
  EXPECT_EQ(of("Context Switches/sec", 2), "52");
  thread.folder().remove("proc/10/task/11");
  thread.collect();
  EXPECT_EQ(thread.instances(), "0|_Total");
  EXPECT_EQ(of("% Processor Time", 1), "73500000");
  EXPECT_EQ(of("Context Switches/sec", 1), "52");
  EXPECT_EQ(of("Elapsed Time", 1), "133444737000000000");
  EXPECT_EQ(of("ID Thread", 1), "0");
}

TEST_F(ThreadTest, EndedDuringReading_HasNoRow) {
  add_process({.id = 10});
  add(10, {.id = 10});
  thread.folder().make_folder("proc/10/task/11");  // listed, and then gone
  add(10, {.id = 12});
  thread.collect();
  EXPECT_EQ(thread.instances(), "0|1|_Total");
  EXPECT_EQ(of("ID Thread", 1), "12");
}

TEST_F(ThreadTest, ProcessEndedDuringReading_HasNoThreads) {
  add_process({.id = 10});
  add_process({.id = 20});
  add(20, {.id = 20});
  thread.collect();
  EXPECT_EQ(thread.instances(), "0|_Total");
  EXPECT_EQ(parents(), "2 3");
}

TEST_F(ThreadTest, ReusedFolder_IsNotThatOfTheProcess) {
  add_process({.id = 10, .start_ticks = 100});
  add(10, {.id = 10, .start_ticks = 900});
  add(10, {.id = 11, .start_ticks = 900});
  thread.collect();
  EXPECT_EQ(thread.instances(), "");
}

TEST_F(ThreadTest, SwitchesNotAskedFor_AreNotRead) {
  add_process({.id = 10});
  add(10, {.id = 10}, "");
  thread.request = ObjectRequest::nothing();
  thread.request.add_counter(232, 6);
  thread.collect();
  EXPECT_EQ(of("Context Switches/sec", 0), "not asked for");
  EXPECT_EQ(of("% Processor Time", 0), "0");
  thread.request = ObjectRequest();
  thread.collect();
  EXPECT_EQ(of("Context Switches/sec", 0), "no such file: /proc/10/task/10/status");
  EXPECT_EQ(of("Context Switches/sec", 1), "no such file: /proc/10/task/10/status");
}

TEST_F(ThreadTest, OddNamesInTask_AreNotThreads) {
  add_process({.id = 10});
  add(10, {.id = 10});
  for (const char* name : {"0", "010", "x", "10x", "99999999999", "-5"}) {
    thread.folder().write("proc/10/task/" + std::string(name) + "/stat", line_of({.id = 1}));
  }
  thread.collect();
  EXPECT_EQ(thread.instances(), "0|_Total");
}

TEST_F(ThreadTest, IrregularFile_IsReportedAndDoesNotBlock) {
  add_process({.id = 10});
  add(10, {.id = 10});
  thread.folder().make_folder("proc/10/task/11/stat");
  thread.collect();
  EXPECT_EQ(thread.instances(), "0|1|_Total");
  EXPECT_NE(of("% User Time", 1).find("/proc/10/task/11/stat"), std::string::npos);
  EXPECT_EQ(of("ID Thread", 1), "11");
  EXPECT_EQ(of("% User Time", 2), of("% User Time", 1));
}

TEST_F(ThreadTest, WithoutATimeOfDay_StartsSayNothing) {
  add_process({.id = 10});
  add(10, {.id = 10});
  thread.instant.realtime.reset();
  thread.collect();
  const std::string none = "no time of day: no /proc/uptime or no btime";
  EXPECT_EQ(of("Elapsed Time", 0), none);
  EXPECT_EQ(of("Elapsed Time", 1), none);
}

TEST_F(ThreadTest, WithoutProc_ThereAreNoInstances) {
  thread.folder().remove("proc");
  thread.collect();
  EXPECT_EQ(thread.instances(), "");
}

TEST(ThreadText, CutStat_HasWhatIsBeforeTheCut) {
  ThreadStat stat;
  ASSERT_TRUE(parse_thread_stat("9 (a) b) S 1 1 1 0 -1 64 0 0 0 0 17 4", stat));
  EXPECT_EQ(stat.state, 'S');
  EXPECT_EQ(stat.user_ticks, 17U);
  EXPECT_EQ(stat.system_ticks, 4U);
  EXPECT_EQ(stat.priority, std::nullopt);
  EXPECT_EQ(stat.start_ticks, std::nullopt);
  EXPECT_FALSE(parse_thread_stat("9 (a S 1", stat));
  EXPECT_FALSE(parse_thread_stat("9 )a( S 1", stat));
}

}  // namespace
}  // namespace openperflib::linux_objects
