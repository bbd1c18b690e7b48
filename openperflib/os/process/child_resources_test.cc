// What a child process gets from its caller, and what it does not.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "openperflib/os/process/child_process.h"
#include "openperflib/testing/child_program.h"

namespace openperflib {
namespace {

std::ptrdiff_t entries_of(const char* folder) {
  const std::filesystem::directory_iterator entries(folder);
  return std::distance(begin(entries), end(entries));
}

TEST(ChildResources, ProgramCannotBeExecuted_IsTheFaultAndLeavesNothing) {
  const auto descriptors = entries_of("/proc/self/fd");
  const auto missing = ChildProcess::start({.program = "/nowhere/program"});
  ASSERT_FALSE(missing.has_value());
  EXPECT_EQ(missing.error(), (SourceFault{ENOENT, "/nowhere/program", std::nullopt}));
  const auto closed = ChildProcess::start({.program = "/etc/passwd"});
  ASSERT_FALSE(closed.has_value());
  EXPECT_EQ(closed.error(), (SourceFault{EACCES, "/etc/passwd", std::nullopt}));
  EXPECT_EQ(::waitpid(-1, nullptr, static_cast<int>(WNOHANG | __WALL)), -1);
  EXPECT_EQ(errno, ECHILD);
  EXPECT_EQ(entries_of("/proc/self/fd"), descriptors);
}

TEST(ChildResources, DescriptorsOfTheCaller_AreNotInTheChild) {
  const UniqueFd low(::open("/dev/null", O_RDONLY));
  const UniqueFd high(::fcntl(low.get(), F_DUPFD, 200));
  // ls has opened the folder as 3, or as 4 where the socket is 3
  EXPECT_EQ(output_of({.program = "/bin/ls", .arguments = {"/proc/self/fd"}}), "0\n1\n2\n3\n");
  auto options = ChildProcessOptions{.program = "/bin/ls", .arguments = {"/proc/self/fd"}};
  options.socket = low.get();
  EXPECT_EQ(output_of(options), "0\n1\n2\n3\n4\n");
}

TEST(ChildResources, CallerWithoutStandardStreams_GivesTheSameNumbers) {
  Ends output = make_pipe();
  Ends status = make_pipe();
  const Fork caller(::fork());
  if (caller.id == 0) {
    ::dup2(output.writing.get(), 2);
    ::dup2(output.writing.get(), 0);  // now 0 is the socket, 2 the output, and 1 the keeper's
    ::close(1);
    ::close(3);
    const auto child = ChildProcess::start(
        {.program = "/bin/ls", .arguments = {"-l", "/proc/self/fd/0"}, .socket = 0, .output = 2});
    static_cast<void>(::write(status.writing.get(), child ? "y" : "n", 1));
    for (;;) ::pause();
  }
  char answer = 0;
  ASSERT_EQ(::read(status.reading.get(), &answer, 1), 1);
  ASSERT_EQ(answer, 'y');
  std::string line(200, '\0');
  line.resize(static_cast<std::size_t>(::read(output.reading.get(), line.data(), line.size())));
  EXPECT_TRUE(line.ends_with("/proc/self/fd/0 -> /dev/null\n")) << line;
}

TEST(ChildResources, SignalsOfTheCaller_AreTheDefaultOnesInTheChild) {
  sigset_t blocked;
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGTERM);
  ::pthread_sigmask(SIG_BLOCK, &blocked, nullptr);
  auto* before = ::signal(SIGUSR1, SIG_IGN);
  EXPECT_EQ(
      output_of({.program = "/bin/grep", .arguments = {"-E", "Sig(Blk|Ign)", "/proc/self/status"}}),
      "SigBlk:\t0000000000000000\nSigIgn:\t0000000000000000\n");
  ::signal(SIGUSR1, before);
  ::pthread_sigmask(SIG_UNBLOCK, &blocked, nullptr);
  sigset_t now;
  ::pthread_sigmask(SIG_SETMASK, nullptr, &now);
  EXPECT_EQ(sigismember(&now, SIGINT), 0);
}

TEST(ChildResources, Child_LeadsASessionAtTheRoot) {
  std::istringstream numbers(
      output_of({.program = "/usr/bin/cut", .arguments = {"-d ", "-f1,5,6", "/proc/self/stat"}}));
  pid_t process = 0;
  pid_t group = 0;
  pid_t session = 0;
  numbers >> process >> group >> session;
  EXPECT_GT(process, 0);
  EXPECT_EQ(group, process);
  EXPECT_EQ(session, process);
  EXPECT_EQ(output_of(shell("pwd")), "/\n");
}

TEST(ChildResources, ThirtyTwoDescriptorsOfWhichTwoAreFree_Starts) {
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &limit), 0);
  const rlimit few{.rlim_cur = 32, .rlim_max = limit.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &few), 0);
  std::vector<UniqueFd> others;
  for (int fd = ::dup(0); fd >= 0; fd = ::dup(0)) others.emplace_back(fd);
  EXPECT_EQ(ChildProcess::start(sleeper()).error(), (SourceFault{EMFILE, "/bin/sh", std::nullopt}));
  others.pop_back();
  others.pop_back();
  auto options = sleeper();
  options.socket = others.back().get();
  options.output = others.front().get();
  EXPECT_TRUE(ChildProcess::start(options).has_value());
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &limit), 0);
}

TEST(ChildResources, AHundredRounds_LeaveNothing) {
  // Earlier tests of this process had receivers, which end by themselves and which nobody awaits.
  while (::waitpid(-1, nullptr, static_cast<int>(__WALL)) > 0) continue;
  const auto descriptors = entries_of("/proc/self/fd");
  const auto threads = entries_of("/proc/self/task");
  for (int round = 0; round < 100; ++round) {
    auto child = ChildProcess::start(sleeper());
    ASSERT_TRUE(child.has_value());
    if (round % 2 == 0) child->kill();
  }
  EXPECT_EQ(::waitpid(-1, nullptr, static_cast<int>(WNOHANG | __WALL)), -1);
  EXPECT_EQ(errno, ECHILD);
  EXPECT_EQ(entries_of("/proc/self/fd"), descriptors);
  EXPECT_EQ(entries_of("/proc/self/task"), threads);
}

}  // namespace
}  // namespace openperflib
