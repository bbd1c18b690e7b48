// The provider half of perflib.h in a process around which something is wrong.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include "openperflib/abi/winerror_constants.h"
#include "openperflib/compat/perflib/perflib.h"
#include "openperflib/testing/child_program.h"
#include "openperflib/testing/providers/perflib_provider_example.h"

namespace openperflib::compat {
namespace {

constexpr int kNotPermitted = 77;

class PerflibProviderProcess : public PerflibProviderTest {
 protected:
  // The code of PerfStartProvider in a process that sees other mounts: a tmpfs with these options
  // is the folder of the test, and /run is empty and cannot be written to. kNotPermitted: this
  // machine does not permit that.
  int code_with_tmpfs(const char* options, unsigned long flags = 0) {
    const Fork child(::fork());
    if (child.id == 0) {
      const bool is_mounted = has_own_mounts() && mount_tmpfs("/run", MS_RDONLY, "") &&
                              mount_tmpfs(folder_.path().c_str(), flags, options);
      if (!is_mounted) ::_exit(kNotPermitted);
      HANDLE provider = nullptr;
      const ULONG code = PerfStartProvider(&provider_guid_, nullptr, &provider);
      ::_exit(provider == nullptr ? static_cast<int>(code) : 100);
    }
    int status = 0;
    ::waitpid(child.id, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  }

 private:
  // The map of a namespace in which an id is what it is outside: a user stays an ordinary one.
  static std::string itself(unsigned id) {
    return std::to_string(id) + " " + std::to_string(id) + " 1";
  }
  static void write_line(const char* file, const std::string& line) { std::ofstream(file) << line; }
  static bool has_own_mounts() {
    const uid_t user = ::geteuid();
    const gid_t group = ::getegid();
    if (user == 0) {
      if (::unshare(CLONE_NEWNS) != 0) return false;
    } else {
      if (::unshare(CLONE_NEWNS | CLONE_NEWUSER) != 0) return false;
      write_line("/proc/self/setgroups", "deny");  // what has no group there cannot make files
      write_line("/proc/self/uid_map", itself(user));
      write_line("/proc/self/gid_map", itself(group));
    }
    return ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
  }
  static bool mount_tmpfs(const char* folder, unsigned long flags, const char* options) {
    return ::mount("tmpfs", folder, "tmpfs", flags, options) == 0;
  }
};

struct FolderCase {
  const char* options;
  unsigned long flags;
  int code;
};

TEST_F(PerflibProviderProcess, RuntimeFolderFullOrReadOnly_HasItsCode) {
  for (const auto& [options, flags, code] :
       {FolderCase{"nr_inodes=1", 0, ERROR_NOT_ENOUGH_MEMORY},  // no room for the folder in it
        FolderCase{"nr_inodes=2", 0, ERROR_NOT_ENOUGH_MEMORY},  // no room for a socket
        FolderCase{"", MS_RDONLY, ERROR_ACCESS_DENIED},
        FolderCase{"mode=755", 0, 100}}) {  // which starts
    const int found = code_with_tmpfs(options, flags);
    if (found == kNotPermitted) GTEST_SKIP() << "this machine does not permit mounts of one's own";
    EXPECT_EQ(found, code) << options;
  }
}

// Files of the program that took the numbers of descriptors which it has closed.
class OwnFiles {
 public:
  OwnFiles() {
    for (int& file : files_) file = ::open("/dev/null", O_RDONLY);
  }
  OwnFiles(const OwnFiles&) = delete;
  OwnFiles& operator=(const OwnFiles&) = delete;
  ~OwnFiles() = default;
  [[nodiscard]] bool are_open() const {
    struct stat null = {};
    (void)::stat("/dev/null", &null);
    return std::ranges::all_of(files_, [&](int file) {
      struct stat facts = {};
      return ::fstat(file, &facts) == 0 && facts.st_rdev == null.st_rdev;
    });
  }

 private:
  std::array<int, 100> files_ = {};
};

void wait_until_stopped(pid_t child) {
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, WUNTRACED), child);
  ASSERT_TRUE(WIFSTOPPED(status));
}

// As one does that becomes a daemon after it has started its provider. Nobody can be given its sets
// any more, but nothing else happens.
TEST_F(PerflibProviderProcess, ProgramClosesAllDescriptors_ItsNewOnesAreItsOwn) {
  const Fork child(::fork());
  if (child.id == 0) {
    HANDLE const provider = start_print_queue();
    PERF_COUNTERSET_INSTANCE* const laser = create(provider, u"Laser");
    (void)PerfSetULongCounterValue(provider, laser, kNumber, 42);
    (void)::raise(SIGSTOP);
    (void)::close_range(3, ~0U, 0);
    const OwnFiles files;
    TemplateExample other = print_queue(PERF_COUNTERSET_SINGLE_INSTANCE);
    other.set.CounterSetGuid.Data2 = 99;
    bool is_right = describe(provider, other) == kSuccess &&
                    PerfSetULongCounterValue(provider, laser, kNumber, 43) == kSuccess &&
                    create(provider, u"Ink") != nullptr &&
                    PerfDeleteInstance(provider, laser) == kSuccess;
    (void)::raise(SIGSTOP);
    is_right = is_right && PerfStopProvider(provider) == kSuccess && files.are_open();
    HANDLE const again = start_print_queue();
    is_right = is_right && create(again, u"Laser") != nullptr &&
               PerfStopProvider(again) == kSuccess && files.are_open();
    ::_exit(is_right && !HasFailure() ? 0 : 1);
  }
  wait_until_stopped(child.id);
  ::kill(child.id, SIGCONT);
  wait_until_stopped(child.id);
  EXPECT_EQ(seen().size(), 0U);  // nobody listens at its name, which is removed
  ::kill(child.id, SIGCONT);
  int status = 0;
  ASSERT_EQ(::waitpid(child.id, &status, 0), child.id);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path() + "/openperflib"));
}

}  // namespace
}  // namespace openperflib::compat
