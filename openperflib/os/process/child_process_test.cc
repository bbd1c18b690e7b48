#include "openperflib/os/process/child_process.h"

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <fstream>
#include <optional>
#include <thread>

#include "openperflib/testing/child_program.h"

namespace openperflib {
namespace {

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

TEST(ChildProcess, FirstProcessAsCaller_SeesNoSignalAndNoChild) {
  const Fork outer(::fork());
  if (outer.id == 0) {
    if (::unshare(CLONE_NEWUSER | CLONE_NEWPID) != 0) ::_exit(2);
    const pid_t first = ::fork();
    if (first == 0) {
      start_and_end_unseen();
      ::_exit(::getpid() == 1 && !HasFailure() ? 0 : 1);
    }
    int status = -1;
    ::waitpid(first, &status, 0);
    ::_exit(WIFEXITED(status) ? WEXITSTATUS(status) : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(outer.id, &status, 0), outer.id);
  ASSERT_TRUE(WIFEXITED(status));
  if (WEXITSTATUS(status) == 2) GTEST_SKIP() << "no right to make a PID namespace";
  EXPECT_EQ(WEXITSTATUS(status), 0);
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

TEST(ChildProcess, UsesUpItsProcessorTime_IsEnded) {
  auto quiet_options = sleeper();
  auto busy_options = shell("while :; do :; done");
  quiet_options.idle_processor_time = std::chrono::milliseconds(20);
  busy_options.idle_processor_time = std::chrono::milliseconds(20);
  const auto quiet = ChildProcess::start(quiet_options);
  auto busy = ChildProcess::start(busy_options);
  ASSERT_TRUE(quiet.has_value() && busy.has_value());
  EXPECT_TRUE(busy->wait_until(kFarAway));
  EXPECT_FALSE(quiet->has_ended());
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

// A keeper that is stopped waits as long as one whose child waits for a dead file server.
TEST(ChildProcess, KeeperDoesNotEnd_DestructorGivesUp) {
  auto child = ChildProcess::start(sleeper());
  ASSERT_TRUE(child.has_value());
  pid_t keeper = 0;
  std::ifstream("/proc/thread-self/children") >> keeper;
  if (keeper == 0) GTEST_SKIP() << "the kernel does not list children";
  ASSERT_EQ(::kill(keeper, SIGSTOP), 0);
  {
    const ChildProcess gone = std::move(*child);
  }
  ASSERT_EQ(::kill(keeper, SIGCONT), 0);
  EXPECT_EQ(::waitpid(keeper, nullptr, static_cast<int>(__WCLONE)), keeper);
}

}  // namespace
}  // namespace openperflib
