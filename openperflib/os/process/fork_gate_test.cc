#include "openperflib/os/process/fork_gate.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace openperflib {
namespace {

constexpr int kForks = 200;

// A library with a lock that fork() does not know: a child that finds it locked waits for ever.
int locked_call(std::mutex* lock) {
  const std::lock_guard guard(*lock);
  std::this_thread::yield();
  return 41;
}

// Whether a child can call the function; it is ended by SIGALRM if it hangs.
bool works_in_child(const ForkSafe<decltype(&locked_call)>& call, std::mutex& lock) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(5);
    ::_exit(call(&lock) == 41 ? 0 : 1);
  }
  int status = -1;
  return ::waitpid(child, &status, 0) == child && status == 0;
}

TEST(ForkGate, ForkAtAnyMoment_TheChildFindsTheLibraryUnlocked) {
  std::mutex lock;
  const ForkSafe call(&locked_call);
  std::atomic<bool> is_over = false;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 3; ++i) {
    threads.emplace_back([&] {
      while (!is_over) (void)call(&lock);
    });
  }
  int well = 0;
  while (well < kForks && works_in_child(call, lock)) ++well;
  is_over = true;
  threads.clear();
  EXPECT_EQ(well, kForks);
}

TEST(ForkGate, ForkFromInside_DoesNotWaitForItself) {
  std::mutex lock;
  const ForkGate::Pass pass;
  const ForkGate::Pass nested;
  EXPECT_TRUE(works_in_child(ForkSafe(&locked_call), lock));
}

TEST(ForkGate, SeveralThreadsFork_AllChildrenWork) {
  std::mutex lock;
  const ForkSafe call(&locked_call);
  std::atomic<int> well = 0;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int fork = 0; fork < 50 && works_in_child(call, lock); ++fork) {
        ++well;
        (void)call(&lock);
      }
    });
  }
  threads.clear();
  EXPECT_EQ(well, 200);
}

// A thread that stays inside for long keeps no other one outside.
TEST(ForkGate, ThreadStaysInside_OthersEnter) {
  std::mutex lock;
  std::atomic<bool> is_inside = false;
  std::atomic<bool> is_over = false;
  const std::jthread longest([&] {
    const ForkGate::Pass pass;
    is_inside = true;
    is_inside.notify_all();
    is_over.wait(false);
  });
  is_inside.wait(false);
  EXPECT_EQ(ForkSafe(&locked_call)(&lock), 41);
  is_over = true;
  is_over.notify_all();
}

TEST(ForkSafe, WithoutFunction_IsNull) {
  EXPECT_TRUE(ForkSafe<decltype(&locked_call)>() == nullptr);
  EXPECT_FALSE(ForkSafe(&locked_call) == nullptr);
}

}  // namespace
}  // namespace openperflib
