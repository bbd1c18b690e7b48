#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/wait.h>

#include <csignal>
#include <ctime>

#include "openperflib/os/process/child_keeper_internal.h"
#include "openperflib/os/process/raw_descriptors_internal.h"
#include "openperflib/os/process/raw_system_call_internal.h"

// Newer than the headers that we build with may be.
#ifndef SYS_pidfd_open
#define SYS_pidfd_open 434
#endif

namespace openperflib {
namespace {

constexpr int kSocket = 3;                    // the child's
constexpr int kFirstUnused = 4;               // of the child's descriptors
constexpr long kPollInterval = 50'000'000;    // nanoseconds, where the kernel has no pidfd
constexpr std::int64_t kLongestPause = 5000;  // milliseconds between two looks at processor time

// As the kernel takes it.
struct KernelSignalAction {
  unsigned long handler = 0;  // SIG_DFL
  unsigned long flags = 0;
  unsigned long restorer = 0;
  unsigned long mask = 0;
};

void reset_signal(int signal) noexcept {
  const KernelSignalAction action;
  raw_call(SYS_rt_sigaction, signal, address(&action), 0, kSignalSetBytes);
}

// The smallest of the descriptors that is at least `least`; -1: none is.
int next_kept(const KeeperArea& area, int least) noexcept {
  int next = -1;
  const auto consider = [&](int fd) {
    if (fd >= least && (next < 0 || fd < next)) next = fd;
  };
  consider(area.socket);
  consider(area.output);
  consider(area.control);
  return next;
}

// Closes all descriptors but those of the area: the keeper's table is a copy of the caller's.
void close_others(const KeeperArea& area) noexcept {
  int first = 0;
  for (int kept = next_kept(area, 0); kept >= 0; kept = next_kept(area, first)) {
    close_between(first, kept);
    first = kept + 1;
  }
  close_between(first, UINT_MAX);
}

// The same file at a number that no descriptor of the child gets; negative: errno.
long move_up(int fd) noexcept { return raw_call(SYS_fcntl, fd, F_DUPFD, kFirstUnused); }

// Makes `number` what `fd` is. Returns a negative errno.
long put(long fd, int number) noexcept { return raw_call(SYS_dup3, fd, number, 0); }

// Descriptors 0 to 3 as the child gets them, and no others. Returns a negative errno.
long arrange_descriptors(const KeeperArea& area) noexcept {
  const long null = raw_call(SYS_openat, AT_FDCWD, address("/dev/null"), O_RDWR);
  if (null < 0) return null;
  const long high_null = move_up(static_cast<int>(null));
  const long output = area.output < 0 ? high_null : move_up(area.output);
  const long socket = area.socket < 0 ? 0 : move_up(area.socket);
  if (high_null < 0) return high_null;
  if (output < 0) return output;
  if (socket < 0) return socket;
  long result = put(high_null, 0);
  if (result >= 0) result = put(output, 1);
  if (result >= 0) result = put(output, 2);
  if (result >= 0 && area.socket >= 0) result = put(socket, kSocket);
  close_between(area.socket < 0 ? kSocket : kFirstUnused, UINT_MAX);
  return result < 0 ? result : 0;
}

// The child's first steps. It shares memory with the keeper, which waits until it executes the
// program. Returns only where that fails.
long execute_program(const KeeperArea& area) noexcept {
  raw_call(SYS_setsid);
  raw_call(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL);
  if (raw_call(SYS_getppid) != area.keeper) end_process();
  if (const long failure = arrange_descriptors(area); failure < 0) return failure;
  for (int signal = 1; signal <= kKernelSignals; ++signal) reset_signal(signal);
  const unsigned long none = 0;
  raw_call(SYS_rt_sigprocmask, SIG_SETMASK, address(&none), 0, kSignalSetBytes);
  return raw_call(SYS_execve, address(area.program), address(area.arguments),
                  address(area.environment));
}

int run_child(void* argument) {
  auto& area = *static_cast<KeeperArea*>(argument);
  area.failure = static_cast<int>(-execute_program(area));
  end_process();
}

// Starts the child; its id, or a negative errno.
long start_child(KeeperArea& area) noexcept {
  reset_signal(SIGCHLD);  // ignored, it would reap the child for us
  const long child = raw_clone(CLONE_VM | CLONE_VFORK | SIGCHLD,
                               area.child_stack + kKeeperStackBytes, run_child, &area, nullptr);
  if (child < 0) area.failure = static_cast<int>(-child);
  return child;
}

void announce(KeeperArea& area, std::uint32_t state) noexcept {
  __atomic_store_n(&area.state, state, __ATOMIC_RELEASE);
  raw_call(SYS_futex, address(&area.state), FUTEX_WAKE, INT_MAX);
}

bool has_ended(long child, int options) noexcept {
  siginfo_t facts;
  facts.si_pid = 0;
  const long result = raw_call(SYS_waitid, P_PID, child, address(&facts), WEXITED | options);
  return result < 0 || facts.si_pid != 0;
}

// What the child has used of processors, in milliseconds; 0: unknown.
std::int64_t processor_time(long child) noexcept {
  constexpr long kOfAProcess = 2;  // CPUCLOCK_SCHED, with the complement of the id above three bits
  timespec used;                   // without {}, of which compilers make a call of memset
  if (raw_call(SYS_clock_gettime, (~child << 3) | kOfAProcess, address(&used)) < 0) return 0;
  return std::int64_t{used.tv_sec} * 1000 + used.tv_nsec / 1'000'000;
}

// What the child has used at the last look that found a use since the look before.
struct IdleTime {
  std::uint32_t uses = 0;
  std::int64_t began = 0;
};

bool is_used_up(const KeeperArea& area, long child, IdleTime& idle) noexcept {
  if (area.idle_milliseconds == 0) return false;
  const std::uint32_t uses = __atomic_load_n(&area.uses, __ATOMIC_RELAXED);
  const std::int64_t now = processor_time(child);
  if (uses != idle.uses) {
    idle.uses = uses;
    idle.began = now;
  }
  return now - idle.began > area.idle_milliseconds;
}

timespec pause_between_looks(const KeeperArea& area, bool has_pidfds) noexcept {
  if (!has_pidfds) return {.tv_sec = 0, .tv_nsec = kPollInterval};
  const std::int64_t milliseconds =
      area.idle_milliseconds < kLongestPause ? area.idle_milliseconds : kLongestPause;
  return {.tv_sec = milliseconds / 1000, .tv_nsec = milliseconds % 1000 * 1'000'000};
}

// Returns when the child has ended or has used up its time, the caller has ended, or the caller
// wants the child to end.
void wait_for_an_end(const KeeperArea& area, long child) noexcept {
  const auto watched = [](long fd) {
    return pollfd{.fd = static_cast<int>(fd), .events = POLLIN, .revents = 0};
  };
  pollfd ends[] = {watched(area.control), watched(raw_call(SYS_pidfd_open, child)),
                   watched(raw_call(SYS_pidfd_open, area.caller))};
  const bool has_pidfds = ends[1].fd >= 0 && ends[2].fd >= 0;
  const bool is_endless = has_pidfds && area.idle_milliseconds == 0;
  IdleTime idle;
  while (raw_call(SYS_getppid) == area.caller && !has_ended(child, WNOHANG | WNOWAIT)) {
    timespec pause = pause_between_looks(area, has_pidfds);
    raw_call(SYS_ppoll, address(ends), 3, is_endless ? 0 : address(&pause));
    if (is_used_up(area, child, idle)) return;
    if (ends[0].revents != 0 || ends[2].revents != 0) return;
  }
}

// Ends the child and what it has left in its process group, and waits for it.
void end_child(long child) noexcept {
  raw_call(SYS_kill, child, SIGKILL);
  while (!has_ended(child, WNOWAIT)) {
  }
  raw_call(SYS_kill, -child, SIGKILL);
  while (!has_ended(child, 0)) {
  }
}

// Lets go of what only the child needs, so that the other ends see when it has ended.
void close_childs_descriptors(const KeeperArea& area) noexcept {
  if (area.socket >= 0) raw_call(SYS_close, area.socket);
  if (area.output >= 0) raw_call(SYS_close, area.output);
}

int run_keeper(void* argument) {
  auto& area = *static_cast<KeeperArea*>(argument);
  area.keeper = static_cast<pid_t>(raw_call(SYS_getpid));
  raw_call(SYS_setsid);
  raw_call(SYS_chdir, address("/"));
  raw_call(SYS_prctl, PR_SET_NAME, address("perflib-keeper"));
  close_others(area);
  const long child = start_child(area);
  close_childs_descriptors(area);
  if (child > 0 && area.failure == 0) {
    area.started = true;
    announce(area, kKeeperRunning);
    wait_for_an_end(area, child);
  }
  if (child > 0) end_child(child);
  end_process();
}

}  // namespace

long start_keeper(KeeperArea& area) noexcept {
  return raw_clone(CLONE_VM | CLONE_CHILD_CLEARTID, area.keeper_stack + kKeeperStackBytes,
                   run_keeper, &area, &area.state);
}

}  // namespace openperflib
