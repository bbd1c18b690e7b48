// Children that are forked while threads read title stores: SQLite's own locks, which they inherit.
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>
#include <vector>

#include "openperflib/state/store/store_lock_internal.h"
#include "openperflib/testing/store_example.h"

namespace openperflib {
namespace {

constexpr int kForkedReaders = 50;
constexpr unsigned kSecondsUntilHung = 20;

// A new store has read nothing yet, so that it uses SQLite.
bool reads_the_service(const StoreFolders& folders) {
  TitleStore store(fixed_titles(), folders);
  return store.read()->services().size() == 1;
}

TEST(TitleStoreFork, ThreadsRead_EachChildReadsToo) {
  ExampleStore example;
  example.install("Disque");
  const StoreFolders folders = example.store.folders();
  std::atomic<bool> is_over = false;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      while (!is_over) EXPECT_TRUE(reads_the_service(folders));
    });
  }
  int status = 0;
  int children = 0;
  for (; children < kForkedReaders && status == 0; ++children) {
    const pid_t child = ::fork();
    if (child == 0) {
      ::alarm(kSecondsUntilHung);
      ::_exit(reads_the_service(folders) ? 0 : 1);
    }
    ASSERT_EQ(::waitpid(child, &status, 0), child);
  }
  is_over = true;
  threads.clear();
  EXPECT_EQ(status, 0) << "child " << children;
}

// A child inherits open files, and so the lock that its parent holds when it is forked.
TEST(TitleStoreFork, ParentReleasesTheLock_ChildDoesNotKeepIt) {
  ExampleStore example;
  const std::string folder = example.store.folders().user;
  pid_t child = 0;
  {
    const auto held = StoreLock::take(folder, 0700, std::chrono::seconds(5));
    ASSERT_TRUE(held.has_value());
    child = ::fork();
    if (child == 0) {
      ::alarm(kSecondsUntilHung);
      for (;;) ::pause();
    }
    EXPECT_FALSE(StoreLock::take(folder, 0700, std::chrono::milliseconds(0)).has_value());
  }
  EXPECT_TRUE(StoreLock::take(folder, 0700, std::chrono::milliseconds(0)).has_value());
  ::kill(child, SIGKILL);
  EXPECT_EQ(::waitpid(child, nullptr, 0), child);
}

}  // namespace
}  // namespace openperflib
