#include "openperflib/os/process/confinement.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pthread.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <string>

#include "openperflib/os/portable/unique_fd.h"

namespace openperflib {
namespace {

constexpr ProcessUser kNobody{.user = 65534, .group = 65534};
constexpr int kNoNamespace = 77;

// A process that is not root, as hosts are.
ConfinementOptions as_a_user() {
  ConfinementOptions options{.memory_limit = 0};
  if (::geteuid() == 0) options.user = kNobody;
  return options;
}

// The exit status of a child that does `work`.
template <typename Work>
int status_of(Work work) {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(work());
  int status = 0;
  return ::waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

void* wait_for_ever(void*) {
  for (;;) ::pause();
}

// The threads that the process could start, before there was one too many.
unsigned start_threads() {
  pthread_attr_t small;
  ::pthread_attr_init(&small);
  ::pthread_attr_setstacksize(&small, std::size_t{64} << 10U);
  unsigned started = 0;
  pthread_t thread{};
  while (started <= kMostThreads &&
         ::pthread_create(&thread, &small, wait_for_ever, nullptr) == 0) {
    ++started;
  }
  return started;
}

// 0: the user is the same, and one thread too many is refused.
int try_threads() {
  const uid_t user = ::geteuid() == 0 ? kNobody.user : ::geteuid();
  const auto users = give_up_privileges(as_a_user());
  if (!users.has_value()) return 1;
  if (*users == UserRules::shared) return kNoNamespace;
  if (::getuid() != user) return 2;
  return start_threads() == kMostThreads - 1 ? 0 : 3;
}

TEST(Confinement, Threads_AreBounded) {
  const int status = status_of(try_threads);
  if (status == kNoNamespace) GTEST_SKIP() << "no user namespace may be made here";
  EXPECT_EQ(status, 0);
}

bool can_open_memory_of(pid_t process) {
  return UniqueFd(::open(("/proc/" + std::to_string(process) + "/mem").c_str(), O_RDWR)).get() >= 0;
}

// In a process that is not root, whose child is confined and tries to open its memory.
int try_memory_of_own_user() {
  if (::geteuid() == 0 && ::setresuid(kNobody.user, kNobody.user, kNobody.user) != 0) return 1;
  ::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
  return status_of([parent = ::getpid()] {
    const auto users = give_up_privileges({.memory_limit = 0});
    if (!users.has_value()) return 1;
    if (*users == UserRules::shared) return kNoNamespace;
    return can_open_memory_of(parent) ? 2 : 0;
  });
}

TEST(Confinement, MemoryOfOthersOfItsUser_IsClosed) {
  const int status = status_of(try_memory_of_own_user);
  if (status == kNoNamespace) GTEST_SKIP() << "no user namespace may be made here";
  EXPECT_EQ(status, 0);
}

TEST(Confinement, NoSandbox_SharesTheNamespaceOfUsers) {
  EXPECT_EQ(status_of([] {
              ConfinementOptions options = as_a_user();
              options.sandbox = Sandbox::none;
              return give_up_privileges(options) == UserRules::shared ? 0 : 1;
            }),
            0);
}

}  // namespace
}  // namespace openperflib
