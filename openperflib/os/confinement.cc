#include "openperflib/os/confinement.h"

#include <grp.h>
#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <optional>

#include "openperflib/base/try_internal.h"

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

// Of a call that returns a negative number on failure.
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

std::expected<void, SourceFault> give_up_privileges(const ConfinementOptions& options) {
  const pid_t parent = ::getppid();
  OPENPERFLIB_TRY(limit_resources(options));
  drop_bounding_set();
  if (options.user) OPENPERFLIB_TRY(become(*options.user));
  OPENPERFLIB_TRY(end_with_parent(parent));
  OPENPERFLIB_TRY(drop_capabilities());
  return check(::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "PR_SET_NO_NEW_PRIVS");
}

}  // namespace openperflib
