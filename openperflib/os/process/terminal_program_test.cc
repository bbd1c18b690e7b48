#include "openperflib/os/process/terminal_program.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace openperflib {
namespace {

TerminalProgram shell(const std::string& line) {
  return {.program = "/bin/sh", .arguments = {"-c", line}, .environment = {"GREETING=hello"}};
}

TEST(TerminalProgram, WhatItPrints_IsReturned) {
  EXPECT_EQ(run_on_terminal(shell("printf '%s\\n' \"$GREETING $HOME\"")), "hello \n");
}

TEST(TerminalProgram, ThatFails_HasPrintedNothing) {
  EXPECT_EQ(run_on_terminal(shell("echo text; exit 1")), "");
  EXPECT_EQ(run_on_terminal(shell("echo text; kill -9 $$")), "");
}

TEST(TerminalProgram, ThatIsMissing_IsAnErrorOfTheSystem) {
  const auto result = run_on_terminal({.program = "/nowhere/perflib"});
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().errno_value, ENOENT);
  EXPECT_EQ(result.error().file, "/nowhere/perflib");
}

TEST(TerminalProgram, DescriptorsOfTheCaller_AreClosedInIt) {
  const int copy = ::dup2(STDERR_FILENO, 77);
  EXPECT_EQ(run_on_terminal(shell("test -e /proc/self/fd/77 || echo closed")), "closed\n");
  ::close(copy);
}

TEST(TerminalProgram, CallerThatIgnoresSigchld_GetsTheText) {
  struct sigaction before = {};
  struct sigaction ignoring = {};
  ignoring.sa_handler = SIG_IGN;
  ::sigaction(SIGCHLD, &ignoring, &before);
  EXPECT_EQ(run_on_terminal(shell("echo text")), "text\n");
  ::sigaction(SIGCHLD, &before, nullptr);
}

TEST(TerminalProgram, IsInTheSessionAndTheGroupOfItsCaller) {
  const std::string own = std::to_string(::getpgrp()) + " " + std::to_string(::getsid(0)) + "\n";
  EXPECT_EQ(run_on_terminal(shell("cut -d ' ' -f 5,6 /proc/$$/stat")), own);
}

}  // namespace
}  // namespace openperflib
