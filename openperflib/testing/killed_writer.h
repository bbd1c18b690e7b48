// A process that writes samples until it is killed.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <cstdlib>

#include "openperflib/os/portable/unique_fd.h"

namespace openperflib {

// Runs write(told) in a child, which writes a byte into `told` for each sample that is in its log,
// and never returns. Kills it after that many. Returns how many it had told of.
template <typename Write>
[[nodiscard]] std::size_t killed_after(std::size_t samples, Write write) {
  int ends[2] = {};
  EXPECT_EQ(0, ::pipe(ends));
  const UniqueFd from(ends[0]);
  UniqueFd into(ends[1]);
  const pid_t child = ::fork();
  if (child == 0) {
    write(into.get());
    std::abort();
  }
  into.reset();
  std::size_t told = 0;
  char byte = 0;
  while (told < samples && ::read(from.get(), &byte, 1) == 1) ++told;
  ::kill(child, SIGKILL);
  while (::read(from.get(), &byte, 1) == 1) ++told;
  int status = 0;
  EXPECT_EQ(child, ::waitpid(child, &status, 0));
  EXPECT_EQ(SIGKILL, WIFSIGNALED(status) ? WTERMSIG(status) : 0);
  return told;
}

}  // namespace openperflib
