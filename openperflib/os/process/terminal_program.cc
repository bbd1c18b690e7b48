#include "openperflib/os/process/terminal_program.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <optional>

#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/os/process/exec_pointers_internal.h"

namespace openperflib {
namespace {

// Resource: what posix_spawn is told besides the program.
class SpawnSetting {
 public:
  // `output` becomes descriptor 1; those from 3 on are closed.
  explicit SpawnSetting(int output) {
    ::posix_spawn_file_actions_init(&actions_);
    ::posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    ::posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
    sigset_t none;
    sigset_t all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_init(&attributes_);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  }
  SpawnSetting(const SpawnSetting&) = delete;
  SpawnSetting& operator=(const SpawnSetting&) = delete;
  ~SpawnSetting() {
    ::posix_spawnattr_destroy(&attributes_);
    ::posix_spawn_file_actions_destroy(&actions_);
  }

  // Errors: errno.
  [[nodiscard]] std::expected<pid_t, int> spawn(const TerminalProgram& program) const {
    std::vector<std::string> words = program.arguments;
    words.insert(words.begin(), program.program);
    std::vector<std::string> variables = program.environment;
    pid_t child = 0;
    const int code = ::posix_spawn(&child, program.program.c_str(), &actions_, &attributes_,
                                   exec_pointers(words).data(), exec_pointers(variables).data());
    if (code != 0) return std::unexpected(code);
    return child;
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

std::string read_output(int fd) {
  std::string text;
  std::array<char, 4096> bytes{};
  while (true) {
    const ssize_t got = ::read(fd, bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(bytes.data(), static_cast<std::size_t>(got));
  }
}

// nullopt: somebody else has been told.
std::optional<int> status_of(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return std::nullopt;
  }
  return status;
}

}  // namespace

std::expected<std::string, SourceFault> run_on_terminal(const TerminalProgram& program) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    return std::unexpected(SourceFault{.errno_value = errno, .file = "pipe", .error = {}});
  }
  const UniqueFd output(ends[0]);
  UniqueFd input(ends[1]);
  const auto child = SpawnSetting(input.get()).spawn(program);
  if (!child.has_value()) {
    return std::unexpected(
        SourceFault{.errno_value = child.error(), .file = program.program, .error = {}});
  }
  input = UniqueFd();
  std::string text = read_output(output.get());
  const auto status = status_of(*child);
  const bool failed = status.has_value() && !(WIFEXITED(*status) && WEXITSTATUS(*status) == 0);
  return failed ? std::string() : text;
}

}  // namespace openperflib
