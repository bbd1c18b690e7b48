#include "openperflib/os/process/confinement.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <grp.h>
#include <linux/capability.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <optional>
#include <string>

#include "openperflib/base/try_internal.h"
#include "openperflib/os/portable/unique_fd.h"

namespace openperflib {
namespace {

constexpr rlim_t kDescriptorLimit = 64;
constexpr rlim_t kLargestFile = rlim_t{64} << 20U;  // shared memory counts as a file
constexpr int kMostCapabilities = 64;

// Sanitizers reserve more address space than any limit allows.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kLimitsMemory = false;
#elif defined(__has_feature)
constexpr bool kLimitsMemory =
    !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer);
#else
constexpr bool kLimitsMemory = true;
#endif

using Result = std::expected<void, SourceFault>;

// The result is that of a call that returns a negative number on failure.
Result check(long result, const char* step) {
  if (result >= 0) return {};
  return std::unexpected(SourceFault{.errno_value = errno, .file = step, .error = std::nullopt});
}

// Both limits; a hard limit that is lower already stays.
Result limit(__rlimit_resource resource, rlim_t most, const char* name) {
  rlimit now{};
  OPENPERFLIB_TRY(check(::getrlimit(resource, &now), name));
  const rlim_t value = std::min(most, now.rlim_max);
  const rlimit wanted{.rlim_cur = value, .rlim_max = value};
  return check(::setrlimit(resource, &wanted), name);
}

Result limit_resources(const ConfinementOptions& options) {
  OPENPERFLIB_TRY(limit(RLIMIT_CORE, 0, "RLIMIT_CORE"));
  OPENPERFLIB_TRY(limit(RLIMIT_NOFILE, kDescriptorLimit, "RLIMIT_NOFILE"));
  OPENPERFLIB_TRY(limit(RLIMIT_FSIZE, kLargestFile, "RLIMIT_FSIZE"));
  ::signal(SIGXFSZ, SIG_IGN);  // the write fails instead
  if (!kLimitsMemory || options.memory_limit == 0) return {};
  return limit(RLIMIT_AS, options.memory_limit, "RLIMIT_AS");
}

// Clears the bounding set as far as there is the right to.
void drop_bounding_set() noexcept {
  for (int capability = 0; capability < kMostCapabilities; ++capability) {
    ::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0);
  }
}

Result become(const ProcessUser& user) {
  OPENPERFLIB_TRY(check(::setgroups(0, nullptr), "setgroups"));
  OPENPERFLIB_TRY(check(::setresgid(user.group, user.group, user.group), "setresgid"));
  return check(::setresuid(user.user, user.user, user.user), "setresuid");
}

void write_own(const char* path, const std::string& text) {
  const UniqueFd file(::open(path, O_WRONLY | O_CLOEXEC));
  if (file) (void)!::write(file.get(), text.data(), text.size());
}

// Makes the process the same user in its namespace as outside. Where the kernel refuses, getuid()
// says nobody there; what the process may do is the same.
void keep_user(uid_t user, gid_t group) {
  const int was_dumpable = ::prctl(PR_GET_DUMPABLE, 0, 0, 0, 0);
  ::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);  // its files in /proc are root's where it became a user
  write_own("/proc/self/setgroups", "deny");
  write_own("/proc/self/uid_map", fmt::format("{0} {0} 1", user));
  write_own("/proc/self/gid_map", fmt::format("{0} {0} 1", group));
  ::prctl(PR_SET_DUMPABLE, was_dumpable == 1 ? 1 : 0, 0, 0, 0);
}

// Enters a user namespace, in which the kernel counts the threads of this process apart from what
// else its user runs, and from which it cannot trace others of its user or read their memory.
std::expected<UserRules, SourceFault> leave_users(Sandbox sandbox) {
  const uid_t user = ::geteuid();
  const gid_t group = ::getegid();
  if (sandbox == Sandbox::none || ::unshare(CLONE_NEWUSER) != 0) return UserRules::shared;
  keep_user(user, group);
  drop_bounding_set();  // the namespace has one of its own
  OPENPERFLIB_TRY(limit(RLIMIT_NPROC, kMostThreads, "RLIMIT_NPROC"));
  return UserRules::own;
}

// The kernel forgets the signal when a process changes its user.
Result end_with_parent(pid_t parent) {
  OPENPERFLIB_TRY(check(::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0), "PR_SET_PDEATHSIG"));
  if (::getppid() != parent) ::raise(SIGKILL);
  return {};
}

Result drop_capabilities() {
  ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  __user_cap_header_struct header{.version = _LINUX_CAPABILITY_VERSION_3, .pid = 0};
  const std::array<__user_cap_data_struct, _LINUX_CAPABILITY_U32S_3> none{};
  return check(::syscall(SYS_capset, &header, none.data()), "capset");
}

}  // namespace

std::expected<UserRules, SourceFault> give_up_privileges(const ConfinementOptions& options) {
  const pid_t parent = ::getppid();
  OPENPERFLIB_TRY(limit_resources(options));
  drop_bounding_set();
  if (options.user) OPENPERFLIB_TRY(become(*options.user));
  const UserRules users = OPENPERFLIB_TRY(leave_users(options.sandbox));
  OPENPERFLIB_TRY(end_with_parent(parent));
  OPENPERFLIB_TRY(drop_capabilities());
  OPENPERFLIB_TRY(check(::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "PR_SET_NO_NEW_PRIVS"));
  return users;
}

}  // namespace openperflib
