#include "openperflib/os/child_process.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <optional>
#include <sstream>
#include <thread>

namespace openperflib {
namespace {

const auto kFarAway = ChildProcess::Clock::now() + std::chrono::hours(1);

// Two connected descriptors.
struct Ends {
  UniqueFd reading;
  UniqueFd writing;
};

Ends make_pipe() {
  std::array<int, 2> ends{};
  EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

Ends make_sockets() {
  std::array<int, 2> ends{};
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

// Everything up to the end: returns when nobody holds the other end any more.
std::string read_all(const UniqueFd& fd) {
  std::string text;
  std::array<char, 4096> part;
  for (;;) {
    const ssize_t length = ::read(fd.get(), part.data(), part.size());
    if (length <= 0) return text;
    text.append(part.data(), static_cast<std::size_t>(length));
  }
}

ChildProcessOptions shell(const char* script) {
  return {.program = "/bin/sh", .arguments = {"-c", script}, .environment = {"PATH=/usr/bin:/bin"}};
}

// A program that runs until it is killed.
ChildProcessOptions sleeper() { return shell("exec sleep 100000"); }

std::string output_of(ChildProcessOptions options) {
  Ends output = make_pipe();
  options.output = output.writing.get();
  const auto child = ChildProcess::start(options);
  EXPECT_TRUE(child.has_value());
  output.writing.reset();
  return read_all(output.reading);
}

std::ptrdiff_t entries_of(const char* folder) {
  const std::filesystem::directory_iterator entries(folder);
  return std::distance(begin(entries), end(entries));
}

// A process of a test, forked; killed and reaped at the end.
struct Fork {
  explicit Fork(pid_t process) : id(process) {}
  Fork(const Fork&) = delete;
  Fork& operator=(const Fork&) = delete;
  ~Fork() {
    ::kill(id, SIGKILL);
    ::waitpid(id, nullptr, 0);
  }
  pid_t id;
};

volatile std::sig_atomic_t child_signals = 0;

// Counts SIGCHLD while it lives.
struct CountedChildSignals {
  CountedChildSignals() {
    child_signals = 0;
    before = ::signal(SIGCHLD, [](int) { child_signals = child_signals + 1; });
  }
  CountedChildSignals(const CountedChildSignals&) = delete;
  CountedChildSignals& operator=(const CountedChildSignals&) = delete;
  ~CountedChildSignals() { ::signal(SIGCHLD, before); }
  void (*before)(int);
};

// Nothing that wait(-1) can find, dead or alive.
void expect_no_child() {
  errno = 0;
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

void start_and_end_unseen() {
  const CountedChildSignals counted;
  auto killed = ChildProcess::start(sleeper());
  ASSERT_TRUE(killed.has_value());
  expect_no_child();
  killed->kill();
  EXPECT_TRUE(killed->wait_until(kFarAway));
  auto ended = ChildProcess::start(shell("exit 3"));
  ASSERT_TRUE(ended.has_value());
  EXPECT_TRUE(ended->wait_until(kFarAway));
  expect_no_child();
  EXPECT_EQ(child_signals, 0);
}

TEST(ChildProcess, Program_HasItsArgumentsEnvironmentSocketAndOutput) {
  Ends output = make_pipe();
  Ends sockets = make_sockets();
  auto options = shell("echo $0 $NAME; echo error >&2; cat <&3; cat");
  options.arguments.emplace_back("zero");
  options.environment.emplace_back("NAME=value");
  options.socket = sockets.writing.get();
  options.output = output.writing.get();
  const auto child = ChildProcess::start(options);
  ASSERT_TRUE(child.has_value());
  sockets.writing.reset();
  output.writing.reset();
  ASSERT_EQ(::write(sockets.reading.get(), "asked\n", 6), 6);
  sockets.reading.reset();
  EXPECT_EQ(read_all(output.reading), "zero value\nerror\nasked\n");
}

TEST(ChildProcess, Caller_SeesNoSignalAndNoChild) { start_and_end_unseen(); }

TEST(ChildProcess, SubreaperAsCaller_SeesNoSignalAndNoChild) {
  ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 1), 0);
  start_and_end_unseen();
  ASSERT_EQ(::prctl(PR_SET_CHILD_SUBREAPER, 0), 0);
}

TEST(ChildProcess, CallerIgnoresItsChildren_WorksAsWell) {
  auto* before = ::signal(SIGCHLD, SIG_IGN);
  auto child = ChildProcess::start(sleeper());
  ASSERT_TRUE(child.has_value());
  EXPECT_FALSE(child->has_ended());
  child->kill();
  EXPECT_TRUE(child->wait_until(kFarAway));
  ::signal(SIGCHLD, before);
}

TEST(ChildProcess, EndedByItself_IsReportedAndTheSocketAtItsEnd) {
  Ends sockets = make_sockets();
  auto options = shell("exit 0");
  options.socket = sockets.writing.get();
  auto child = ChildProcess::start(options);
  ASSERT_TRUE(child.has_value());
  sockets.writing.reset();
  EXPECT_EQ(read_all(sockets.reading), "");
  EXPECT_TRUE(child->wait_until(kFarAway));
  EXPECT_TRUE(child->has_ended());
}

TEST(ChildProcess, DeadlineInThePast_SaysThatItRuns) {
  auto child = ChildProcess::start(sleeper());
  ASSERT_TRUE(child.has_value());
  EXPECT_FALSE(child->wait_until({}));
  EXPECT_FALSE(child->has_ended());
}

TEST(ChildProcess, KilledTwice_HasEnded) {
  auto child = ChildProcess::start(sleeper());
  ASSERT_TRUE(child.has_value());
  child->kill();
  child->kill();
  EXPECT_TRUE(child->wait_until(kFarAway));
  EXPECT_TRUE(child->has_ended());
  child->kill();
}

TEST(ChildProcess, MovedFrom_EndsNothing) {
  auto child = ChildProcess::start(sleeper());
  ASSERT_TRUE(child.has_value());
  {
    ChildProcess other = std::move(*child);
    EXPECT_FALSE(other.has_ended());
    *child = std::move(other);
  }
  EXPECT_FALSE(child->has_ended());
}

TEST(ChildProcess, KilledWithAChildOfItsOwn_TakesThatWithIt) {
  Ends output = make_pipe();
  auto options = shell("sleep 100000 & echo ready; wait");
  options.output = output.writing.get();
  auto child = ChildProcess::start(options);
  ASSERT_TRUE(child.has_value());
  output.writing.reset();
  std::array<char, 6> ready{};
  ASSERT_EQ(::read(output.reading.get(), ready.data(), ready.size()), 6);
  child->kill();
  EXPECT_EQ(read_all(output.reading), "");
}

TEST(ChildProcess, CallerIsKilled_EndsTheChild) {
  Ends output = make_pipe();
  auto options = sleeper();
  options.output = output.writing.get();
  Ends started = make_pipe();
  const Fork caller(::fork());
  if (caller.id == 0) {
    const auto child = ChildProcess::start(options);
    static_cast<void>(::write(started.writing.get(), child ? "y" : "n", 1));
    for (;;) ::pause();
  }
  output.writing.reset();
  char answer = 0;
  ASSERT_EQ(::read(started.reading.get(), &answer, 1), 1);
  ASSERT_EQ(answer, 'y');
  ::kill(caller.id, SIGKILL);
  EXPECT_EQ(read_all(output.reading), "");
}

TEST(ChildProcess, CallerIsKilledWhileAForkOfItLives_EndsTheChild) {
  Ends output = make_pipe();
  auto options = sleeper();
  options.output = output.writing.get();
  Ends started = make_pipe();
  Ends held = make_pipe();
  const Fork caller(::fork());
  if (caller.id == 0) {
    const auto child = ChildProcess::start(options);
    output.writing.reset();
    held.writing.reset();
    if (::fork() == 0) {  // with a copy of the control socket, which it does not close
      static_cast<void>(::write(started.writing.get(), child ? "y" : "n", 1));
      read_all(held.reading);
      ::_exit(0);
    }
    for (;;) ::pause();
  }
  output.writing.reset();
  char answer = 0;
  ASSERT_EQ(::read(started.reading.get(), &answer, 1), 1);
  ASSERT_EQ(answer, 'y');
  ::kill(caller.id, SIGKILL);
  EXPECT_EQ(read_all(output.reading), "");
}

TEST(ChildProcess, ForkForgetsIt_ItLivesUntilTheCallerKillsIt) {
  Ends output = make_pipe();
  auto options = sleeper();
  options.output = output.writing.get();
  auto child = ChildProcess::start(options);
  ASSERT_TRUE(child.has_value());
  output.writing.reset();
  const Fork fork(::fork());
  if (fork.id == 0) {
    child->forget();
    const bool gone = child->has_ended() && child->wait_until(kFarAway);
    ::_exit(gone ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(fork.id, &status, 0), fork.id);
  EXPECT_EQ(status, 0);
  EXPECT_FALSE(child->has_ended());
  child->kill();
  EXPECT_EQ(read_all(output.reading), "");
}

TEST(ChildProcess, ForkHoldsACopy_TheCallerCanKill) {
  auto child = ChildProcess::start(sleeper());
  ASSERT_TRUE(child.has_value());
  const Fork fork(::fork());
  if (fork.id == 0) {
    for (;;) ::pause();
  }
  child->kill();
  EXPECT_TRUE(child->wait_until(kFarAway));
}

TEST(ChildProcess, StartingThreadEnds_TheChildLivesAndCanBeKilled) {
  std::optional<ChildProcess> child;
  std::thread([&] { child = ChildProcess::start(sleeper()).value(); }).join();
  EXPECT_FALSE(child->has_ended());
  child->kill();
  EXPECT_TRUE(child->wait_until(kFarAway));
}

TEST(ChildProcess, ProgramCannotBeExecuted_IsTheFaultAndLeavesNothing) {
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

TEST(ChildProcess, DescriptorsOfTheCaller_AreNotInTheChild) {
  const UniqueFd low(::open("/dev/null", O_RDONLY));
  const UniqueFd high(::fcntl(low.get(), F_DUPFD, 200));
  // ls has opened the folder as 3, or as 4 where the socket is 3
  EXPECT_EQ(output_of({.program = "/bin/ls", .arguments = {"/proc/self/fd"}}), "0\n1\n2\n3\n");
  auto options = ChildProcessOptions{.program = "/bin/ls", .arguments = {"/proc/self/fd"}};
  options.socket = low.get();
  EXPECT_EQ(output_of(options), "0\n1\n2\n3\n4\n");
}

TEST(ChildProcess, CallerWithoutStandardStreams_GivesTheSameNumbers) {
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

TEST(ChildProcess, SignalsOfTheCaller_AreTheDefaultOnesInTheChild) {
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

TEST(ChildProcess, Child_LeadsASessionAtTheRoot) {
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

TEST(ChildProcess, ThirtyTwoDescriptorsOfWhichTwoAreFree_Starts) {
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

TEST(ChildProcess, AHundredRounds_LeaveNothing) {
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
