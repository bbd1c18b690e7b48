#include "apps/v1_host/system_calls.h"

#include <fcntl.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/personality.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <memory>
#include <optional>
#include <span>
#include <type_traits>

#include "openperflib/base/try_internal.h"

namespace openperflib {
namespace {

using Result = std::expected<void, SourceFault>;

// Never.
constexpr auto kRefused = std::to_array<const char*>({
    // other programs and processes
    "execve",
    "execveat",
    "fork",
    "vfork",
    "ptrace",
    "process_vm_readv",
    "process_vm_writev",
    "process_madvise",
    "process_mrelease",
    "kcmp",
    "pidfd_getfd",
    "pidfd_send_signal",
    "setpriority",
    "ioprio_set",
    // namespaces and file systems
    "unshare",
    "setns",
    "mount",
    "umount",
    "umount2",
    "pivot_root",
    "chroot",
    "fsopen",
    "fsmount",
    "fsconfig",
    "fspick",
    "move_mount",
    "open_tree",
    "mount_setattr",
    "swapon",
    "swapoff",
    "quotactl",
    "quotactl_fd",
    "name_to_handle_at",
    "open_by_handle_at",
    "fanotify_init",
    // the kernel and the machine
    "init_module",
    "finit_module",
    "delete_module",
    "kexec_load",
    "kexec_file_load",
    "reboot",
    "bpf",
    "perf_event_open",
    "userfaultfd",
    "io_uring_setup",
    "io_uring_enter",
    "io_uring_register",
    "keyctl",
    "add_key",
    "request_key",
    "acct",
    "syslog",
    "lookup_dcookie",
    "ioperm",
    "iopl",
    "modify_ldt",
    "vhangup",
    "settimeofday",
    "stime",
    "clock_settime",
    "sethostname",
    "setdomainname",
});

// Refused where argument `argument` compares so.
struct Condition {
  const char* call;
  unsigned argument;
  scmp_compare compare;
  scmp_datum_t value;
  scmp_datum_t masked = 0;  // of SCMP_CMP_MASKED_EQ, where `value` is the mask
};

constexpr auto kConditions = std::to_array<Condition>({
    {"clone", 0, SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0},
    {"prlimit64", 0, SCMP_CMP_NE, 0},
    {"personality", 0, SCMP_CMP_NE, 0xFFFF'FFFF},  // only asks
    {"sched_setaffinity", 0, SCMP_CMP_NE, 0},
    {"sched_setscheduler", 0, SCMP_CMP_NE, 0},
    {"sched_setparam", 0, SCMP_CMP_NE, 0},
    {"sched_setattr", 0, SCMP_CMP_NE, 0},
    {"migrate_pages", 0, SCMP_CMP_NE, 0},
    {"move_pages", 0, SCMP_CMP_NE, 0},
    // signals by way of a descriptor, and words typed into a terminal
    {"fcntl", 1, SCMP_CMP_EQ, F_SETOWN},
    {"fcntl", 1, SCMP_CMP_EQ, F_SETOWN_EX},
    {"fcntl", 1, SCMP_CMP_EQ, F_SETSIG},
    {"ioctl", 1, SCMP_CMP_EQ, FIOSETOWN},
    {"ioctl", 1, SCMP_CMP_EQ, SIOCSPGRP},
    {"ioctl", 1, SCMP_CMP_EQ, TIOCSTI},
    {"ioctl", 1, SCMP_CMP_EQ, TIOCLINUX},
});

// Refused unless the first argument is the own process.
constexpr auto kOnlyMyself =
    std::to_array<const char*>({"kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"});

constexpr auto kOnlyUnixSockets = std::to_array<Condition>({
    {"socket", 0, SCMP_CMP_NE, AF_UNIX},
    {"socketpair", 0, SCMP_CMP_NE, AF_UNIX},
});

// All but AF_UNIX, AF_INET and AF_INET6.
constexpr auto kOnlyNetworkSockets = std::to_array<Condition>({
    {"socket", 0, SCMP_CMP_EQ, 0},
    {"socket", 0, SCMP_CMP_EQ, 3},
    {"socket", 0, SCMP_CMP_EQ, 4},
    {"socket", 0, SCMP_CMP_EQ, 5},
    {"socket", 0, SCMP_CMP_EQ, 6},
    {"socket", 0, SCMP_CMP_EQ, 7},
    {"socket", 0, SCMP_CMP_EQ, 8},
    {"socket", 0, SCMP_CMP_EQ, 9},
    {"socket", 0, SCMP_CMP_GT, AF_INET6},
    {"socketpair", 0, SCMP_CMP_NE, AF_UNIX},
});
static_assert(AF_UNIX == 1 && AF_INET == 2 && AF_INET6 == 10);

struct Release {
  void operator()(void* filter) const noexcept { seccomp_release(filter); }
};
using Filter = std::unique_ptr<void, Release>;

// Of a call of libseccomp, which returns a negative errno.
Result check(int result, const char* what) {
  if (result >= 0) return {};
  return std::unexpected(SourceFault{.errno_value = -result, .file = what, .error = std::nullopt});
}

// A call that this machine does not have is none to refuse.
Result refuse(const Filter& filter, const char* call, int error,
              std::span<const scmp_arg_cmp> conditions = {}) {
  const int number = seccomp_syscall_resolve_name(call);
  if (number == __NR_SCMP_ERROR) return {};
  return check(
      seccomp_rule_add_array(filter.get(), SCMP_ACT_ERRNO(static_cast<unsigned>(error)), number,
                             static_cast<unsigned>(conditions.size()), conditions.data()),
      call);
}

Result refuse_where(const Filter& filter, const Condition& condition) {
  const scmp_arg_cmp compared{condition.argument, condition.compare, condition.value,
                              condition.masked};
  return refuse(filter, condition.call, EPERM, std::span(&compared, 1));
}

Result refuse_where(const Filter& filter, std::span<const Condition> conditions) {
  for (const Condition& condition : conditions) {
    OPENPERFLIB_TRY(refuse_where(filter, condition));
  }
  return {};
}

}  // namespace

std::expected<void, SourceFault> refuse_system_calls(Sandbox sandbox) {
  const Filter filter(seccomp_init(SCMP_ACT_ALLOW));
  if (filter == nullptr) return check(-ENOMEM, "seccomp");
  for (const char* call : kRefused) OPENPERFLIB_TRY(refuse(filter, call, EPERM));
  // Its flags are in memory, where no filter can look; the C library then calls clone.
  OPENPERFLIB_TRY(refuse(filter, "clone3", ENOSYS));
  OPENPERFLIB_TRY(refuse_where(filter, kConditions));
  for (const char* call : kOnlyMyself) {
    OPENPERFLIB_TRY(
        refuse_where(filter, {call, 0, SCMP_CMP_NE, static_cast<scmp_datum_t>(::getpid())}));
  }
  OPENPERFLIB_TRY(sandbox == Sandbox::strict ? refuse_where(filter, kOnlyUnixSockets)
                                             : refuse_where(filter, kOnlyNetworkSockets));
  return check(seccomp_load(filter.get()), "seccomp");
}

}  // namespace openperflib
