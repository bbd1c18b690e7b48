// Programs that a test starts, and what connects it with them. Not part of the library.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <string>

#include "openperflib/os/process/child_process.h"

namespace openperflib {

inline const auto kFarAway = ChildProcess::Clock::now() + std::chrono::hours(1);

// Two connected descriptors.
struct Ends {
  UniqueFd reading;
  UniqueFd writing;
};

// Both ends are closed in programs that are started, unless they are handed over.
inline Ends make_pipe() {
  std::array<int, 2> ends{};
  EXPECT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

// A pair of UNIX stream sockets, which both read and write.
inline Ends make_sockets() {
  std::array<int, 2> ends{};
  EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  return {UniqueFd(ends[0]), UniqueFd(ends[1])};
}

// Everything up to the end: returns when nobody holds the other end any more.
inline std::string read_all(const UniqueFd& fd) {
  std::string text;
  std::array<char, 4096> part;
  for (;;) {
    const ssize_t length = ::read(fd.get(), part.data(), part.size());
    if (length <= 0) return text;
    text.append(part.data(), static_cast<std::size_t>(length));
  }
}

// A script of /bin/sh, whose only environment is a PATH.
inline ChildProcessOptions shell(const char* script) {
  return {.program = "/bin/sh", .arguments = {"-c", script}, .environment = {"PATH=/usr/bin:/bin"}};
}

// A program that runs until it is killed.
inline ChildProcessOptions sleeper() { return shell("exec sleep 100000"); }

// What a program writes to standard output and standard error, until it has closed both.
inline std::string output_of(ChildProcessOptions options) {
  Ends output = make_pipe();
  options.output = output.writing.get();
  const auto child = ChildProcess::start(options);
  EXPECT_TRUE(child.has_value());
  output.writing.reset();
  return read_all(output.reading);
}

// A process of a test, forked; killed and reaped at the end unless the test has reaped it.
struct Fork {
  explicit Fork(pid_t process) : id(process) {}  // of fork(), in the parent
  Fork(const Fork&) = delete;
  Fork& operator=(const Fork&) = delete;
  ~Fork() {
    siginfo_t facts{};
    if (::waitid(P_PID, static_cast<id_t>(id), &facts, WEXITED | WNOHANG | WNOWAIT) != 0) return;
    ::kill(id, SIGKILL);
    ::waitpid(id, nullptr, 0);
  }
  pid_t id;
};

}  // namespace openperflib
