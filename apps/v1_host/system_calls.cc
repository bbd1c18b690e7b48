#include "apps/v1_host/system_calls.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "openperflib/base/try_internal.h"

namespace openperflib {
namespace {

constexpr const char* kSeccomp = "seccomp";

using Result = std::expected<void, SourceFault>;

// Everything that a module may do; what is not here or in kWhere is refused. A list of what is
// refused would miss the calls of the next kernel.
// clang-format off
constexpr auto kAllowed = std::to_array<const char*>({
    // files and folders; which ones, Landlock and their modes say
    "read", "write", "open", "openat", "creat", "close", "close_range", "stat", "fstat", "lstat",
    "newfstatat", "fstatat64", "statx", "statfs", "fstatfs", "lseek", "pread64", "pwrite64",
    "readv", "writev", "preadv", "pwritev", "preadv2", "pwritev2", "access", "faccessat",
    "faccessat2", "readlink", "readlinkat", "getdents", "getdents64", "getcwd", "chdir", "fchdir",
    "umask", "ftruncate", "fallocate", "fsync", "fdatasync", "sync_file_range", "fadvise64",
    "readahead", "sendfile", "copy_file_range", "splice", "tee", "vmsplice", "flock", "fcntl",
    "ioctl", "dup", "dup2", "dup3", "cachestat", "mkdir", "mkdirat", "rmdir", "rename", "renameat",
    "renameat2", "link", "linkat", "symlink", "symlinkat", "unlink", "unlinkat", "mknod", "mknodat",
    "fgetxattr", "flistxattr", "inotify_init", "inotify_init1", "inotify_add_watch",
    "inotify_rm_watch",
    // memory
    "mmap", "mprotect", "munmap", "brk", "mremap", "msync", "mincore", "madvise", "mlock", "mlock2",
    "mlockall", "munlock", "munlockall", "remap_file_pages", "mbind", "set_mempolicy",
    "get_mempolicy", "set_mempolicy_home_node", "pkey_mprotect", "pkey_alloc", "pkey_free",
    "map_shadow_stack", "mseal", "membarrier",
    // waiting
    "poll", "ppoll", "select", "pselect6", "epoll_create", "epoll_create1", "epoll_ctl",
    "epoll_wait", "epoll_pwait", "epoll_pwait2", "eventfd", "eventfd2", "signalfd", "signalfd4",
    "timerfd_create", "timerfd_settime", "timerfd_gettime", "pipe", "pipe2", "futex", "futex_waitv",
    "futex_wake", "futex_wait", "futex_requeue", "pause", "nanosleep", "clock_nanosleep", "wait4",
    "waitid",
    // sockets; which ones, kWhere says
    "connect", "accept", "accept4", "sendto", "recvfrom", "sendmsg", "recvmsg", "sendmmsg",
    "recvmmsg", "shutdown", "bind", "listen", "getsockname", "getpeername", "setsockopt",
    "getsockopt",
    // signals and timers of the process
    "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigpending", "rt_sigtimedwait",
    "rt_sigsuspend", "sigaltstack", "getitimer", "setitimer", "alarm", "timer_create",
    "timer_settime", "timer_gettime", "timer_getoverrun", "timer_delete",
    // time
    "gettimeofday", "time", "times", "clock_gettime", "clock_getres", "adjtimex", "clock_adjtime",
    // the process and its threads
    "exit", "exit_group", "getpid", "getppid", "gettid", "getpgid", "getpgrp", "getsid", "setpgid",
    "setsid", "getuid", "geteuid", "getresuid", "getgid", "getegid", "getresgid", "getgroups",
    "setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setfsuid", "setfsgid",
    "setgroups", "capget", "capset", "prctl", "arch_prctl", "seccomp", "landlock_create_ruleset",
    "landlock_add_rule", "landlock_restrict_self", "set_tid_address", "set_robust_list",
    "get_robust_list", "rseq", "restart_syscall", "set_thread_area", "get_thread_area", "getrlimit",
    "setrlimit", "getrusage", "getpriority", "ioprio_get", "sched_yield", "sched_getaffinity",
    "sched_getparam", "sched_getscheduler", "sched_get_priority_max", "sched_get_priority_min",
    "sched_rr_get_interval", "sched_getattr", "getcpu", "pidfd_open",
    // the machine
    "uname", "sysinfo", "getrandom",
});
// clang-format on

// The kernel reads an int from the lower half of a register and ignores the upper half, so nothing
// else may be compared.
constexpr scmp_datum_t kInt = 0xFFFF'FFFF;

// The calls whose argument, under the mask, has the value.
struct Condition {
  const char* call;
  unsigned argument;
  scmp_datum_t mask;
  scmp_datum_t value;
};

// Allowed only where one of the conditions of the call holds.
constexpr auto kWhere = std::to_array<Condition>({
    {"clone", 0, CLONE_THREAD, CLONE_THREAD},
    {"personality", 0, kInt, 0xFFFF'FFFF},  // only asks
    {"socketpair", 0, kInt, AF_UNIX},
    // of the process itself
    {"prlimit64", 0, kInt, 0},
    {"sched_setaffinity", 0, kInt, 0},
    {"sched_setscheduler", 0, kInt, 0},
    {"sched_setparam", 0, kInt, 0},
    {"sched_setattr", 0, kInt, 0},
    {"migrate_pages", 0, kInt, 0},
    {"move_pages", 0, kInt, 0},
});

// Allowed where the first argument is the own process.
constexpr auto kOnlyMyself =
    std::to_array<const char*>({"kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"});

constexpr auto kUnixSockets = std::to_array<Condition>({{"socket", 0, kInt, AF_UNIX}});
constexpr auto kNetworkSockets = std::to_array<Condition>({
    {"socket", 0, kInt, AF_UNIX},
    {"socket", 0, kInt, AF_INET},
    {"socket", 0, kInt, AF_INET6},
});

// Refused although the call is allowed.
constexpr auto kRefusedWhere = std::to_array<Condition>({
    // signals by way of a descriptor, and words typed into a terminal
    {"fcntl", 1, kInt, F_SETOWN},
    {"fcntl", 1, kInt, F_SETOWN_EX},
    {"fcntl", 1, kInt, F_SETSIG},
    {"ioctl", 1, kInt, FIOSETOWN},
    {"ioctl", 1, kInt, SIOCSPGRP},
    {"ioctl", 1, kInt, TIOCSTI},
    {"ioctl", 1, kInt, TIOCLINUX},
    // a lease makes all wait that open the file; a cookie of the scheduler is given to others
    {"fcntl", 1, kInt, F_SETLEASE},
    {"prctl", 0, kInt, PR_SCHED_CORE},
    // attributes of a file that may only be read
    {"ioctl", 1, kInt, FS_IOC_SETFLAGS},
    {"ioctl", 1, kInt, FS_IOC_SETVERSION},
    {"ioctl", 1, kInt, FS_IOC_FSSETXATTR},
    // truncation without the right to write, which Landlock before version 3 does not see; and the
    // access mode for which it asks for no right
    {"open", 1, O_ACCMODE | O_TRUNC, O_TRUNC},
    {"open", 1, O_ACCMODE, O_ACCMODE},
    {"openat", 2, O_ACCMODE | O_TRUNC, O_TRUNC},
    {"openat", 2, O_ACCMODE, O_ACCMODE},
});

// Their arguments are in memory, where no filter can look. As if the kernel had none of them: the C
// library then calls clone and openat.
constexpr auto kMissing = std::to_array<const char*>({"clone3", "openat2"});

struct Release {
  void operator()(void* filter) const noexcept { seccomp_release(filter); }
};
using Filter = std::unique_ptr<void, Release>;

// Takes the result of a call of libseccomp, which is a negative errno on failure.
Result check(int result, const char* what) {
  if (result >= 0) return {};
  return std::unexpected(SourceFault{.errno_value = -result, .file = what, .error = std::nullopt});
}

constexpr std::uint32_t refusal(int error) noexcept {
  return SCMP_ACT_ERRNO(static_cast<std::uint32_t>(error));
}

// A filter without rules. A call of another kind of machine (32 bits, x32) fails, where libseccomp
// would end the process.
std::expected<Filter, SourceFault> make_filter(std::uint32_t otherwise) {
  Filter filter(seccomp_init(otherwise));
  if (filter == nullptr) OPENPERFLIB_TRY(check(-ENOMEM, kSeccomp));
  OPENPERFLIB_TRY(
      check(seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, refusal(EPERM)), kSeccomp));
  return filter;
}

// Adds nothing for a call that this machine does not have.
Result add(const Filter& filter, const char* call, std::uint32_t action,
           std::span<const scmp_arg_cmp> compared = {}) {
  const int number = seccomp_syscall_resolve_name(call);
  if (number < 0) return {};
  return check(seccomp_rule_add_array(filter.get(), action, number,
                                      static_cast<unsigned>(compared.size()), compared.data()),
               call);
}

Result add(const Filter& filter, const Condition& condition, std::uint32_t action) {
  const scmp_arg_cmp compared{condition.argument, SCMP_CMP_MASKED_EQ, condition.mask,
                              condition.value};
  return add(filter, condition.call, action, std::span(&compared, 1));
}

Result add(const Filter& filter, std::span<const Condition> conditions, std::uint32_t action) {
  for (const Condition& condition : conditions) OPENPERFLIB_TRY(add(filter, condition, action));
  return {};
}

Result load(const Filter& filter) { return check(seccomp_load(filter.get()), kSeccomp); }

Result allow_only_the_list(Sandbox sandbox) {
  const Filter filter = OPENPERFLIB_TRY(make_filter(refusal(EPERM)));
  for (const char* call : kAllowed) OPENPERFLIB_TRY(add(filter, call, SCMP_ACT_ALLOW));
  OPENPERFLIB_TRY(add(filter, kWhere, SCMP_ACT_ALLOW));
  const auto self = static_cast<scmp_datum_t>(::getpid());
  for (const char* call : kOnlyMyself) {
    OPENPERFLIB_TRY(add(filter, Condition{call, 0, kInt, self}, SCMP_ACT_ALLOW));
  }
  const std::span<const Condition> sockets =
      sandbox == Sandbox::strict ? std::span<const Condition>(kUnixSockets) : kNetworkSockets;
  OPENPERFLIB_TRY(add(filter, sockets, SCMP_ACT_ALLOW));
  return load(filter);
}

Result refuse_exceptions() {
  const Filter filter = OPENPERFLIB_TRY(make_filter(SCMP_ACT_ALLOW));
  OPENPERFLIB_TRY(add(filter, kRefusedWhere, refusal(EPERM)));
  for (const char* call : kMissing) OPENPERFLIB_TRY(add(filter, call, refusal(ENOSYS)));
  return load(filter);
}

// The last of the calls that the list names.
std::uint32_t last_listed_call() noexcept {
  int last = 0;
  for (const char* call : kAllowed) last = std::max(last, seccomp_syscall_resolve_name(call));
  return static_cast<std::uint32_t>(last);
}

// Calls that are newer than the list fail as on a kernel that does not have them, since a C library
// tries those first and then does without. Libseccomp cannot compare numbers of calls.
Result hide_newer_calls() {
  std::array<sock_filter, 4> program{{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, last_listed_call(), 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  }};
  const sock_fprog filter{.len = program.size(), .filter = program.data()};
  const int result = ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
  return check(result < 0 ? -errno : 0, kSeccomp);
}

}  // namespace

// Three filters, all of which the kernel asks. Where several refuse a call, the errno is that of
// the one that came last.
std::expected<void, SourceFault> refuse_system_calls(Sandbox sandbox) {
  OPENPERFLIB_TRY(allow_only_the_list(sandbox));
  OPENPERFLIB_TRY(refuse_exceptions());
  return hide_newer_calls();
}

}  // namespace openperflib
