// restrict_files(): Landlock, by its system calls. Its structures and numbers stand here because
// the headers that we build with may be older than the kernel.
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <optional>

#include "openperflib/base/try_internal.h"
#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/os/process/confinement.h"

namespace openperflib {
namespace {

constexpr long kCreateRuleset = 444;
constexpr long kAddRule = 445;
constexpr long kRestrictSelf = 446;
constexpr unsigned kAskForVersion = 1;
constexpr int kPathBeneath = 1;

// Rights over files, by the version that brought them.
constexpr std::uint64_t kWriteFile = 1U << 1U;
constexpr std::uint64_t kReadFile = 1U << 2U;
constexpr std::uint64_t kReadFolder = 1U << 3U;
constexpr std::uint64_t kRightsOfVersion1 = (1U << 13U) - 1;
constexpr std::uint64_t kExecute = 1U << 0U;
constexpr std::uint64_t kRefer = 1U << 13U;     // version 2
constexpr std::uint64_t kTruncate = 1U << 14U;  // version 3
constexpr std::uint64_t kDevices = 1U << 15U;   // version 5: ioctl on devices
constexpr std::uint64_t kTcp = 3;               // version 4: bind and connect
constexpr std::uint64_t kScopedSignals = 2;     // version 6: signals to processes outside
constexpr std::uint64_t kOfFiles = kWriteFile | kReadFile | kTruncate | kExecute | kDevices;

struct [[gnu::packed]] RulesetAttributes {
  std::uint64_t files;
  std::uint64_t network;
  std::uint64_t scoped;
};

struct [[gnu::packed]] PathAttributes {
  std::uint64_t allowed;
  std::int32_t parent;
};

struct PathRule {
  const char* path;
  std::uint64_t rights;
};

constexpr std::uint64_t kRead = kReadFile | kReadFolder;
constexpr std::uint64_t kReadWrite = kReadFile | kWriteFile;

// What every module may need: libraries, what the C library reads, and the kernel's numbers.
constexpr auto kSystemPaths = std::to_array<PathRule>({
    {"/usr", kRead},
    {"/lib", kRead},
    {"/lib32", kRead},
    {"/lib64", kRead},
    {"/proc", kRead},
    {"/sys", kRead},
    {"/etc/ld.so.cache", kReadFile},
    {"/etc/localtime", kReadFile},
    {"/etc/timezone", kReadFile},
    {"/etc/locale.alias", kReadFile},
    {"/etc/nsswitch.conf", kReadFile},
    {"/etc/passwd", kReadFile},
    {"/etc/group", kReadFile},
    {"/etc/hosts", kReadFile},
    {"/etc/host.conf", kReadFile},
    {"/etc/gai.conf", kReadFile},
    {"/etc/resolv.conf", kReadFile},
    {"/etc/services", kReadFile},
    {"/etc/protocols", kReadFile},
    {"/etc/machine-id", kReadFile},
    {"/etc/os-release", kReadFile},
    {"/etc/ssl/certs", kRead},
    {"/dev/null", kReadWrite},
    {"/dev/zero", kReadWrite},
    {"/dev/full", kReadWrite},
    {"/dev/random", kReadFile},
    {"/dev/urandom", kReadFile},
    {"/dev/shm", ~kExecute},
});

std::unexpected<SourceFault> fault(const char* file) {
  return std::unexpected(SourceFault{.errno_value = errno, .file = file, .error = std::nullopt});
}

// 0: none.
int version_of_kernel() noexcept {
  const long version = ::syscall(kCreateRuleset, nullptr, 0, kAskForVersion);
  return version < 0 ? 0 : static_cast<int>(version);
}

std::uint64_t rights_of(int version) noexcept {
  std::uint64_t rights = kRightsOfVersion1;
  if (version >= 2) rights |= kRefer;
  if (version >= 3) rights |= kTruncate;
  if (version >= 5) rights |= kDevices;
  return rights;
}

UniqueFd create_ruleset(int version, std::uint64_t rights, Sandbox sandbox) noexcept {
  RulesetAttributes attributes{.files = rights, .network = 0, .scoped = 0};
  std::size_t size = sizeof attributes.files;
  if (version >= 4) {
    attributes.network = sandbox == Sandbox::strict ? kTcp : 0;
    size += sizeof attributes.network;
  }
  if (version >= 6) {
    attributes.scoped = kScopedSignals;
    size += sizeof attributes.scoped;
  }
  return UniqueFd(static_cast<int>(::syscall(kCreateRuleset, &attributes, size, 0)));
}

bool is_open_folder(int fd) noexcept {
  struct stat facts{};
  return ::fstat(fd, &facts) == 0 && S_ISDIR(facts.st_mode);
}

// Allows `rights` for a file, or for a folder and all below it. Nothing for a path that cannot be
// opened: what does not exist cannot be read either.
std::expected<void, SourceFault> allow(int ruleset, const char* path, std::uint64_t rights) {
  const UniqueFd file(::open(path, O_PATH | O_CLOEXEC));
  if (!file) return {};
  if (!is_open_folder(file.get())) rights &= kOfFiles;
  PathAttributes attributes{.allowed = rights, .parent = file.get()};
  if (::syscall(kAddRule, ruleset, kPathBeneath, &attributes, 0) < 0) return fault(path);
  return {};
}

}  // namespace

std::expected<FileRules, SourceFault> restrict_files(const ConfinementOptions& options) {
  const int version = version_of_kernel();
  if (version == 0) return FileRules::unavailable;
  const std::uint64_t rights = rights_of(version);
  const UniqueFd ruleset = create_ruleset(version, rights, options.sandbox);
  if (!ruleset) return fault("landlock_create_ruleset");
  for (const PathRule& rule : kSystemPaths) {
    OPENPERFLIB_TRY(allow(ruleset.get(), rule.path, rule.rights & rights));
  }
  for (const std::string& path : options.readable) {
    OPENPERFLIB_TRY(allow(ruleset.get(), path.c_str(), kRead));
  }
  if (::syscall(kRestrictSelf, ruleset.get(), 0) < 0) return fault("landlock_restrict_self");
  return version >= 4 ? FileRules::files_tcp : FileRules::files;
}

}  // namespace openperflib
