// kill_at_call WRITES NUMBER PROGRAM [ARGUMENT...]: runs the program and kills it at one of its
// stops: each system call has one before it and one after it. They are counted, from 1, after the
// program has written to its standard output WRITES times. Exit code: 0 killed; 1 the program ended
// before; 2 it cannot be traced here.
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

namespace {

constexpr int kKilled = 0;
constexpr int kEnded = 1;
constexpr int kCannotTrace = 2;
constexpr int kCallStop = SIGTRAP | 0x80;  // by PTRACE_O_TRACESYSGOOD

[[noreturn]] void run(char** words) {
  if (::ptrace(PTRACE_TRACEME, 0, nullptr, nullptr) == 0) ::execv(words[0], words);
  ::_exit(kCannotTrace);
}

// Goes on to the next stop at a system call; whether there is one.
bool next_stop(pid_t child) {
  int signal = 0;
  for (;;) {
    int status = 0;
    if (::ptrace(PTRACE_SYSCALL, child, nullptr, signal) != 0) return false;
    if (::waitpid(child, &status, 0) != child || !WIFSTOPPED(status)) return false;
    if (WSTOPSIG(status) == kCallStop) return true;
    signal = WSTOPSIG(status) == SIGTRAP ? 0 : WSTOPSIG(status);
  }
}

// Whether it stands before a write to its standard output.
bool is_before_output(pid_t child) {
  __ptrace_syscall_info info{};
  if (::ptrace(PTRACE_GET_SYSCALL_INFO, child, sizeof info, &info) <= 0) return false;
  return info.op == PTRACE_SYSCALL_INFO_ENTRY && info.entry.nr == SYS_write &&
         info.entry.args[0] == STDOUT_FILENO;
}

int kill_at(pid_t child, long writes, long stop) {
  int status = 0;
  if (::waitpid(child, &status, 0) != child || !WIFSTOPPED(status)) return kCannotTrace;
  ::ptrace(PTRACE_SETOPTIONS, child, nullptr, PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
  while (writes > 0) {
    if (!next_stop(child)) return kEnded;
    if (!is_before_output(child)) continue;
    if (!next_stop(child)) return kEnded;  // the stop after it
    --writes;
  }
  for (long number = 0; number < stop; ++number) {
    if (!next_stop(child)) return kEnded;
  }
  ::kill(child, SIGKILL);
  ::waitpid(child, &status, 0);
  return kKilled;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return kCannotTrace;
  const pid_t child = ::fork();
  if (child == 0) run(argv + 3);
  return child < 0 ? kCannotTrace : kill_at(child, std::atol(argv[1]), std::atol(argv[2]));
}
