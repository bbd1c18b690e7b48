// landlock_as VERSION PROGRAM [ARGUMENT...]: runs a program as on a kernel with an older Landlock.
//
// For tests. A program that asks the kernel for the version of Landlock gets VERSION; 0 means that
// there is none. All else is the kernel's, which then restricts what that version restricted: a
// program can name no right that is newer than the version that it knows. Exits with the status of
// the program, or 77 where this cannot be done here, such as with a version beyond the kernel's.
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

constexpr int kSkipped = 77;
constexpr std::uint32_t kCreateRuleset = 444;  // landlock_create_ruleset
constexpr std::uint32_t kAskForVersion = 1;    // its flags
constexpr int kPollMs = 50;                    // how late the end of the program may be noticed

int skip(const char* why) {
  std::printf("landlock_as: %s\n", why);
  return kSkipped;
}

// From now on the questions for the version wait for an answer; the descriptor brings them. -1: the
// kernel cannot do that.
int catch_questions() {
  std::array<sock_filter, 6> program{{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kCreateRuleset, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args) + 2 * sizeof(std::uint64_t)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kAskForVersion, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_USER_NOTIF),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  }};
  const sock_fprog filter{.len = program.size(), .filter = program.data()};
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  return static_cast<int>(
      ::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER, &filter));
}

void answer_question(int listener, int version) {
  seccomp_notif question{};
  if (::ioctl(listener, SECCOMP_IOCTL_NOTIF_RECV, &question) != 0) return;
  seccomp_notif_resp answer{};
  answer.id = question.id;
  answer.val = version;
  if (version == 0) answer.error = -EOPNOTSUPP;
  ::ioctl(listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
}

// Returns the status of the child once it has ended.
int answer_until_the_end(int listener, int version, pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, WNOHANG) == 0) {
    pollfd questions{.fd = listener, .events = POLLIN, .revents = 0};
    if (::poll(&questions, 1, kPollMs) > 0 && (questions.revents & POLLIN) != 0) {
      answer_question(listener, version);
    }
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// The child's part: announces the descriptor, which the parent shares, and becomes the program.
[[noreturn]] void run_program(char** arguments, int announcement) {
  const int listener = catch_questions();
  const bool is_announced = ::write(announcement, &listener, sizeof listener) == sizeof listener;
  if (listener >= 0 && is_announced) ::execvp(arguments[0], arguments);
  ::_exit(kSkipped);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const int version = std::atoi(argv[1]);
  if (::syscall(kCreateRuleset, nullptr, 0, kAskForVersion) < version) return skip("older kernel");
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return skip("no pipe");
  // as fork, but with one table of descriptors until the child executes the program
  const auto child = static_cast<pid_t>(::syscall(SYS_clone, CLONE_FILES | SIGCHLD, 0, 0, 0, 0));
  if (child < 0) return skip("no process");
  if (child == 0) run_program(argv + 2, pipe[1]);
  int listener = -1;
  if (::read(pipe[0], &listener, sizeof listener) != sizeof listener || listener < 0) {
    ::waitpid(child, nullptr, 0);
    return skip("the kernel passes no questions on");
  }
  return answer_until_the_end(listener, version, child);
}
