// Which system calls a confined process may make: every number of the kernel's table is tried
// through the real filter, and compared with the two written lists below.
//
// A call that the filter allows must not happen, so the children of this test have a filter of
// their own before it: it ends each call with kProbe as its sixth argument with the errno
// kWouldHappen. Where both filters refuse, the errno is that of the filter that came last, which is
// the one under test.
#include "apps/v1_host/system_calls.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <ranges>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/os/portable/unique_fd.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kProbe = 0x50524F42;
constexpr int kWouldHappen = 2748;  // no errno of the kernel
constexpr long kTableEnd = 1024;

// With all arguments 0: what only some arguments make allowed or refused is tried further below.
constexpr std::string_view kMayBeCalled = R"(
accept accept4 access adjtimex alarm arch_prctl bind brk cachestat capget capset chdir clock_adjtime clock_getres
clock_gettime clock_nanosleep close close_range connect copy_file_range creat dup dup2 dup3 epoll_create epoll_create1
epoll_ctl epoll_pwait epoll_pwait2 epoll_wait eventfd eventfd2 exit exit_group faccessat faccessat2 fadvise64 fallocate
fchdir fcntl fdatasync fgetxattr flistxattr flock fstat fstatfs fsync ftruncate futex futex_requeue futex_wait
futex_waitv futex_wake get_mempolicy get_robust_list get_thread_area getcpu getcwd getdents getdents64 getegid geteuid
getgid getgroups getitimer getpeername getpgid getpgrp getpid getppid getpriority getrandom getresgid getresuid
getrlimit getrusage getsid getsockname getsockopt gettid gettimeofday getuid inotify_add_watch inotify_init
inotify_init1 inotify_rm_watch ioctl ioprio_get landlock_add_rule landlock_create_ruleset landlock_restrict_self link
linkat listen lseek lstat madvise map_shadow_stack mbind membarrier migrate_pages mincore mkdir mkdirat mknod mknodat
mlock mlock2 mlockall mmap move_pages mprotect mremap mseal msync munlock munlockall munmap nanosleep newfstatat open
openat pause pidfd_open pipe pipe2 pkey_alloc pkey_free pkey_mprotect poll ppoll prctl pread64 preadv preadv2 prlimit64
pselect6 pwrite64 pwritev pwritev2 read readahead readlink readlinkat readv recvfrom recvmmsg recvmsg remap_file_pages
rename renameat renameat2 restart_syscall rmdir rseq rt_sigaction rt_sigpending rt_sigprocmask rt_sigreturn
rt_sigsuspend rt_sigtimedwait sched_get_priority_max sched_get_priority_min sched_getaffinity sched_getattr
sched_getparam sched_getscheduler sched_rr_get_interval sched_setaffinity sched_setattr sched_setparam
sched_setscheduler sched_yield seccomp select sendfile sendmmsg sendmsg sendto set_mempolicy set_mempolicy_home_node
set_robust_list set_thread_area set_tid_address setfsgid setfsuid setgid setgroups setitimer setpgid setregid setresgid
setresuid setreuid setrlimit setsid setsockopt setuid shutdown sigaltstack signalfd signalfd4 splice stat statfs statx
symlink symlinkat sync_file_range sysinfo tee time timer_create timer_delete timer_getoverrun timer_gettime
timer_settime timerfd_create timerfd_gettime timerfd_settime times umask uname unlink unlinkat vmsplice wait4 waitid
write writev)";

constexpr std::string_view kMayNotBeCalled = R"(
_sysctl acct add_key afs_syscall bpf chmod chown chroot clock_settime clone create_module delete_module epoll_ctl_old
epoll_wait_old execve execveat fanotify_init fanotify_mark fchmod fchmodat fchmodat2 fchown fchownat file_getattr
file_setattr finit_module fork fremovexattr fsconfig fsetxattr fsmount fsopen fspick futimesat get_kernel_syms getpmsg
getxattr getxattrat init_module io_cancel io_destroy io_getevents io_pgetevents io_setup io_submit io_uring_enter
io_uring_register io_uring_setup ioperm iopl ioprio_set kcmp kexec_file_load kexec_load keyctl kill lchown lgetxattr
listmount listxattr listxattrat llistxattr lookup_dcookie lremovexattr lsetxattr lsm_get_self_attr lsm_list_modules
lsm_set_self_attr memfd_create memfd_secret modify_ldt mount mount_setattr move_mount mq_getsetattr mq_notify mq_open
mq_timedreceive mq_timedsend mq_unlink msgctl msgget msgrcv msgsnd name_to_handle_at nfsservctl open_by_handle_at
open_tree open_tree_attr perf_event_open personality pidfd_getfd pidfd_send_signal pivot_root process_madvise
process_mrelease process_vm_readv process_vm_writev ptrace putpmsg query_module quotactl quotactl_fd reboot
removexattr removexattrat request_key rt_sigqueueinfo rt_tgsigqueueinfo security semctl semget semop semtimedop
setdomainname sethostname setns setpriority settimeofday setxattr setxattrat shmat shmctl shmdt shmget socket
socketpair statmount swapoff swapon sync syncfs sysfs syslog tgkill tkill truncate tuxcall umount2 unshare uselib userfaultfd ustat utime utimensat utimes vfork vhangup vserver)";

// As on a kernel without them.
constexpr std::string_view kSeemMissing = "clone3 openat2";

std::set<std::string_view> words_of(std::string_view text) {
  std::set<std::string_view> words;
  for (const auto line : std::views::split(text, '\n')) {
    for (const auto word : std::views::split(std::string_view(line), ' ')) {
      if (!word.empty()) words.emplace(word);
    }
  }
  return words;
}

// The name of a number; empty: libseccomp knows none.
std::string name_of(long number) {
  const std::unique_ptr<char, void (*)(void*)> name(
      seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, static_cast<int>(number)), std::free);
  return name == nullptr ? std::string() : name.get();
}

struct Attempt {
  long number;
  unsigned long first;
  unsigned long second;
  unsigned long third = 0;
};

void add_probe_filter() {
  constexpr std::uint32_t kSixth = offsetof(seccomp_data, args) + 5 * sizeof(std::uint64_t);
  std::array<sock_filter, 4> program{{
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, kSixth),  // the lower half: little-endian
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kProbe, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | kWouldHappen),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  }};
  const sock_fprog filter{.len = program.size(), .filter = program.data()};
  ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0) ::_exit(2);
}

// A call of the test itself: its sixth argument is not what a register still has of an attempt.
long real_call(long number, long first, const void* second = nullptr, std::size_t third = 0) {
  return ::syscall(number, first, second, third, 0, 0, 0);
}

// Tries all in the calling process and ends it.
[[noreturn]] void make_attempts(const std::vector<Attempt>& attempts, Sandbox sandbox, int output) {
  add_probe_filter();
  if (!refuse_system_calls(sandbox).has_value()) ::_exit(3);
  for (const Attempt& attempt : attempts) {
    const long result =
        ::syscall(attempt.number, attempt.first, attempt.second, attempt.third, 0, 0, kProbe);
    const int error = result == -1 ? errno : 0;
    real_call(SYS_write, output, &error, sizeof error);
  }
  for (;;) real_call(SYS_exit_group, 0);
}

// The errno of each attempt in a confined process: kWouldHappen, EPERM or ENOSYS.
std::vector<int> errors_of(const std::vector<Attempt>& attempts,
                           Sandbox sandbox = Sandbox::strict) {
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return {};
  const UniqueFd reads(pipe[0]);
  UniqueFd writes(pipe[1]);
  const pid_t child = ::fork();
  if (child == 0) make_attempts(attempts, sandbox, writes.get());
  writes.reset();
  std::vector<int> errors;
  int error = 0;
  while (::read(reads.get(), &error, sizeof error) == sizeof error) errors.push_back(error);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  return errors;
}

// uretprobe and uprobe: the kernel lets no filter see them, and they end a process that makes them
// anywhere but in a probe, by SIGILL.
bool is_of_probes([[maybe_unused]] long number) {
#ifdef __x86_64__
  return number == 335 || number == 336;
#else
  return false;
#endif
}

// Every call of the table, in both sandboxes: the lists differ only in what socket() takes.
TEST(SystemCalls, EveryNumber_IsAsTheListsSay) {
  const auto allowed = words_of(kMayBeCalled);
  const auto refused = words_of(kMayNotBeCalled);
  const auto missing = words_of(kSeemMissing);
  std::vector<Attempt> attempts;
  for (long number = 0; number < kTableEnd; ++number) {
    if (!is_of_probes(number)) attempts.push_back({number, 0, 0});
  }
  for (const Sandbox sandbox : {Sandbox::strict, Sandbox::network}) {
    const std::vector<int> errors = errors_of(attempts, sandbox);
    ASSERT_EQ(errors.size(), attempts.size());
    for (std::size_t i = 0; i < attempts.size(); ++i) {
      const long number = attempts[i].number;
      const int error = errors[i];
      const std::string name = name_of(number);
      if (allowed.contains(name)) {
        EXPECT_EQ(error, kWouldHappen) << name;
      } else if (missing.contains(name)) {
        EXPECT_EQ(error, ENOSYS) << name;
      } else {
        EXPECT_TRUE(error == EPERM || error == ENOSYS) << number << " " << name << ": " << error;
        EXPECT_TRUE(name.empty() || refused.contains(name)) << name << " is in no list";
      }
    }
  }
}

// A C library tries a new call first, and does without where the kernel has none.
TEST(SystemCalls, NewerThanTheList_SeemMissing) {
  EXPECT_EQ(errors_of({{900, 0, 0}, {kTableEnd - 1, 0, 0}}), (std::vector<int>{ENOSYS, ENOSYS}));
}

struct Argument {
  long number;
  unsigned long first;
  unsigned long second;
  int error;
  unsigned long third = 0;
};

// Each is tried twice: with upper halves that the kernel does not read, too.
void expect_errors(const std::vector<Argument>& rows, Sandbox sandbox = Sandbox::strict) {
  constexpr unsigned long kUpper = 1UL << 32U;
  std::vector<Attempt> attempts;
  for (const Argument& row : rows) {
    attempts.push_back({row.number, row.first, row.second, row.third});
    attempts.push_back({row.number, row.first | kUpper, row.second | kUpper, row.third | kUpper});
  }
  const std::vector<int> errors = errors_of(attempts, sandbox);
  ASSERT_EQ(errors.size(), attempts.size());
  for (std::size_t i = 0; i < errors.size(); ++i) {
    const Argument& row = rows[i / 2];
    EXPECT_EQ(errors[i], row.error)
        << name_of(row.number) << "(" << attempts[i].first << ", " << attempts[i].second << ")";
  }
}

TEST(SystemCalls, SignalsByDescriptorAndTypedWords_AreRefused) {
  expect_errors({{SYS_fcntl, 0, F_SETOWN, EPERM},
                 {SYS_fcntl, 0, F_SETOWN_EX, EPERM},
                 {SYS_fcntl, 0, F_SETSIG, EPERM},
                 {SYS_fcntl, 0, F_GETFL, kWouldHappen},
                 {SYS_fcntl, 0, F_SETFL, kWouldHappen},
                 {SYS_ioctl, 0, FIOSETOWN, EPERM},
                 {SYS_ioctl, 0, SIOCSPGRP, EPERM},
                 {SYS_ioctl, 0, TIOCSTI, EPERM},
                 {SYS_ioctl, 0, TIOCLINUX, EPERM},
                 {SYS_ioctl, 0, FIONREAD, kWouldHappen}});
}

TEST(SystemCalls, WhatChangesFilesThatAreOnlyRead_IsRefused) {
  expect_errors({{SYS_fcntl, 0, F_SETLEASE, EPERM},
                 {SYS_ioctl, 0, FS_IOC_SETFLAGS, EPERM},
                 {SYS_ioctl, 0, FS_IOC_SETVERSION, EPERM},
                 {SYS_ioctl, 0, FS_IOC_FSSETXATTR, EPERM},
                 {SYS_ioctl, 0, FS_IOC_GETFLAGS, kWouldHappen},
                 {SYS_openat, 0, 0, EPERM, O_RDONLY | O_TRUNC},
                 {SYS_openat, 0, 0, EPERM, O_ACCMODE},
                 {SYS_openat, 0, 0, EPERM, O_ACCMODE | O_TRUNC},
                 {SYS_openat, 0, 0, kWouldHappen, O_RDONLY | O_CREAT},
                 {SYS_openat, 0, 0, kWouldHappen, O_RDWR | O_TRUNC},
                 {SYS_openat, 0, 0, kWouldHappen, O_WRONLY | O_TRUNC}});
#ifdef SYS_open
  expect_errors({{SYS_open, 0, O_RDONLY | O_TRUNC, EPERM},
                 {SYS_open, 0, O_ACCMODE, EPERM},
                 {SYS_open, 0, O_WRONLY | O_TRUNC, kWouldHappen}});
#endif
}

TEST(SystemCalls, ForOtherProcesses_AreRefused) {
  const auto parent = static_cast<unsigned long>(::getpid());
  constexpr unsigned long kAll = 0xFFFF'FFFF;
  for (const long call :
       {SYS_kill, SYS_tkill, SYS_tgkill, SYS_rt_sigqueueinfo, SYS_rt_tgsigqueueinfo, SYS_prlimit64,
        SYS_sched_setaffinity, SYS_sched_setscheduler, SYS_sched_setparam, SYS_sched_setattr,
        SYS_migrate_pages, SYS_move_pages}) {
    expect_errors({{call, parent, 0, EPERM}, {call, kAll, 0, EPERM}});
  }
  expect_errors({{SYS_prctl, PR_SCHED_CORE, 0, EPERM}, {SYS_prctl, PR_SET_NAME, 0, kWouldHappen}});
  expect_errors({{SYS_personality, 0, 0, EPERM}, {SYS_personality, kAll, 0, kWouldHappen}});
}

TEST(SystemCalls, Clone_StartsThreadsOnly) {
  expect_errors({{SYS_clone, CLONE_VM | CLONE_SIGHAND | CLONE_THREAD, 0, kWouldHappen},
                 {SYS_clone, CLONE_VM | CLONE_VFORK, 0, EPERM},
                 {SYS_clone, CLONE_NEWUSER, 0, EPERM},
                 {SYS_clone, SIGCHLD, 0, EPERM}});
}

TEST(SystemCalls, Sockets_AreThoseOfTheSandbox) {
  for (const Sandbox sandbox : {Sandbox::strict, Sandbox::network}) {
    const int internet = sandbox == Sandbox::strict ? EPERM : kWouldHappen;
    expect_errors({{SYS_socket, AF_UNIX, 0, kWouldHappen},
                   {SYS_socket, AF_INET, 0, internet},
                   {SYS_socket, AF_INET6, 0, internet},
                   {SYS_socket, AF_UNSPEC, 0, EPERM},
                   {SYS_socket, AF_NETLINK, 0, EPERM},
                   {SYS_socket, AF_PACKET, 0, EPERM},
                   {SYS_socket, AF_VSOCK, 0, EPERM},
                   {SYS_socketpair, AF_UNIX, 0, kWouldHappen},
                   {SYS_socketpair, AF_INET, 0, EPERM}},
                  sandbox);
  }
}

#ifdef __x86_64__

// The status with which a child ends that calls getpid as a program of 32 bits does: 0, or errno.
int status_of_32_bit_call(bool is_confined) {
  const pid_t child = ::fork();
  if (child == 0) {
    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (is_confined && !refuse_system_calls(Sandbox::strict).has_value()) ::_exit(255);
    long result = 20;
    asm volatile("int $0x80" : "+a"(result) : : "memory", "r8", "r9", "r10", "r11");
    const int returned = static_cast<int>(result);
    ::_exit(returned < 0 ? -returned : 0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return status;
}

TEST(SystemCalls, Of32Bits_AreRefusedAndNotKilled) {
  if (WIFSIGNALED(status_of_32_bit_call(false))) GTEST_SKIP() << "the kernel runs no such programs";
  const int status = status_of_32_bit_call(true);
  ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  EXPECT_EQ(WEXITSTATUS(status), EPERM);
}

TEST(SystemCalls, OfX32_FailAsWell) {
  constexpr long kX32 = 0x4000'0000;
  EXPECT_EQ(errors_of({{kX32 | SYS_getpid, 0, 0}}), std::vector<int>{ENOSYS});
}

#endif

}  // namespace
}  // namespace openperflib
