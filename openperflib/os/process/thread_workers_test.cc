// Workers that are threads: each task runs once, in one of them or in that of the caller.
#include "openperflib/os/process/thread_workers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <vector>

namespace openperflib {
namespace {

TEST(ThreadWorkers, EachTask_RunsOnce) {
  for (const std::size_t count : {1U, 2U, 5U}) {
    ThreadWorkers workers(count);
    EXPECT_EQ(workers.count(), count);
    for (const std::size_t tasks : {0U, 1U, 3U, 100U}) {
      std::vector<std::atomic<int>> runs(tasks);
      workers.start(tasks, [&](std::size_t number) { ++runs[number]; });
      workers.finish();
      for (const std::atomic<int>& one : runs) EXPECT_EQ(one, 1);
    }
  }
}

// The first task can end only while the second one runs.
TEST(ThreadWorkers, TasksOfTwoWorkers_RunAtTheSameTime) {
  ThreadWorkers workers(2);
  std::atomic<bool> second_runs = false;
  workers.start(2, [&](std::size_t number) {
    if (number == 1) {
      second_runs = true;
      second_runs.notify_all();
    } else {
      second_runs.wait(false);
    }
  });
  workers.finish();
  EXPECT_TRUE(second_runs);
}

TEST(ThreadWorkers, OneWorker_RunsTasksInTheirOrder) {
  ThreadWorkers workers(0);
  EXPECT_EQ(workers.count(), 1U);
  std::vector<std::size_t> order;
  workers.start(3, [&](std::size_t number) { order.push_back(number); });
  EXPECT_TRUE(order.empty());
  workers.finish();
  EXPECT_EQ(order, (std::vector<std::size_t>{0, 1, 2}));
}

// What a task has written is seen after finish(), by the caller and by the next tasks.
TEST(ThreadWorkers, ResultsOfTasks_AreSeenByThoseAfterThem) {
  ThreadWorkers workers(3);
  std::vector<int> sums(8);
  for (int round = 1; round <= 50; ++round) {
    workers.start(sums.size(), [&](std::size_t number) { sums[number] += round; });
    workers.finish();
  }
  EXPECT_EQ(sums, std::vector<int>(8, 1275));
}

TEST(ThreadWorkers, WithoutTasks_NothingIsWaitedFor) {
  ThreadWorkers workers(2);
  workers.finish();
  EXPECT_GE(usable_cpus(), 1U);
}

}  // namespace
}  // namespace openperflib
