#include "apps/logman/run/command.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <vector>

namespace openperflib::logman {
namespace {

std::vector<char*> pointers_to(std::vector<std::string>& words) {
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return pointers;
}

std::string_view name_of(std::string_view variable) {
  return variable.substr(0, variable.find('='));
}

// A name that occurs in both has the value of the command, and occurs once: of two, the C library
// uses the first, a shell the last.
std::vector<std::string> joined(std::span<const std::string> added) {
  std::vector<std::string> all(added.begin(), added.end());
  for (char** word = environ; *word != nullptr; ++word) {
    const auto twin = std::ranges::find(added, name_of(*word), name_of);
    if (twin == added.end()) all.emplace_back(*word);
  }
  return all;
}

// Default signals, and a new session, so that what stops us does not stop the program.
class Attributes {
 public:
  Attributes() {
    ::posix_spawnattr_init(&attributes_);
    sigset_t none;
    sigset_t all;
    ::sigemptyset(&none);
    ::sigfillset(&all);
    ::posix_spawnattr_setsigmask(&attributes_, &none);
    ::posix_spawnattr_setsigdefault(&attributes_, &all);
    ::posix_spawnattr_setflags(&attributes_,
                               POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
    ::posix_spawn_file_actions_init(&files_);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
      ::posix_spawn_file_actions_addopen(&files_, stream, "/dev/null", O_RDWR, 0);
    }
  }
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  ~Attributes() {
    ::posix_spawn_file_actions_destroy(&files_);
    ::posix_spawnattr_destroy(&attributes_);
  }
  [[nodiscard]] const posix_spawnattr_t* get() const noexcept { return &attributes_; }
  [[nodiscard]] const posix_spawn_file_actions_t* files() const noexcept { return &files_; }

 private:
  posix_spawnattr_t attributes_{};
  posix_spawn_file_actions_t files_{};
};

}  // namespace

int start_command(std::span<const std::string> words, std::span<const std::string> environment) {
  std::vector<std::string> arguments(words.begin(), words.end());
  std::vector<std::string> variables = joined(environment);
  const Attributes attributes;
  (void)std::signal(SIGCHLD, SIG_IGN);  // no process waits for them: the system removes them
  pid_t pid = 0;
  return ::posix_spawnp(&pid, arguments.front().c_str(), attributes.files(), attributes.get(),
                        pointers_to(arguments).data(), pointers_to(variables).data());
}

std::expected<int, int> run_command(std::span<const std::string> words) {
  std::vector<std::string> arguments(words.begin(), words.end());
  posix_spawn_file_actions_t streams{};
  ::posix_spawn_file_actions_init(&streams);
  ::posix_spawn_file_actions_adddup2(&streams, STDERR_FILENO, STDOUT_FILENO);
  pid_t pid = 0;
  const int refused = ::posix_spawnp(&pid, arguments.front().c_str(), &streams, nullptr,
                                     pointers_to(arguments).data(), environ);
  ::posix_spawn_file_actions_destroy(&streams);
  if (refused != 0) return std::unexpected(refused);
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) return std::unexpected(errno);
  }
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace openperflib::logman
