#include "apps/perflib/sources/recorded_command.h"

#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>
#include <vector>

namespace openperflib::apps {
namespace {

struct Channel {
  UniqueFd read;
  UniqueFd write;
};

// A pipe that does not kill its writer when the other end is gone.
std::expected<Channel, int> open_channel() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    return std::unexpected(errno);
  }
  return Channel{UniqueFd(ends[0]), UniqueFd(ends[1])};
}

// In the new process: waits until the gate opens; if it is closed instead, the program is not run.
[[noreturn]] void become(std::span<char* const> words, int gate, int refusal) {
  char opened = 0;
  if (::read(gate, &opened, 1) != 1) ::_exit(0);
  std::signal(SIGXFSZ, SIG_DFL);  // perflib's own choice is not the program's
  std::vector<char*> arguments(words.begin(), words.end());
  arguments.push_back(nullptr);
  ::execvp(arguments.front(), arguments.data());
  const int why = errno;
  (void)::send(refusal, &why, sizeof(why), MSG_NOSIGNAL);
  ::_exit(127);
}

UniqueFd open_process(pid_t process) {
  return UniqueFd(static_cast<int>(::syscall(SYS_pidfd_open, process, 0)));
}

}  // namespace

RecordedCommand::RecordedCommand(RecordedCommand&& other) noexcept
    : process_(std::exchange(other.process_, -1)),
      ended_(std::move(other.ended_)),
      gate_(std::move(other.gate_)),
      refusal_(std::move(other.refusal_)) {}

std::expected<RecordedCommand, int> RecordedCommand::prepare(std::span<char* const> words) {
  auto gate = open_channel();
  if (!gate.has_value()) return std::unexpected(gate.error());
  auto refusal = open_channel();
  if (!refusal.has_value()) return std::unexpected(refusal.error());
  const pid_t process = ::fork();
  if (process < 0) return std::unexpected(errno);
  if (process == 0) {
    gate->write = UniqueFd();  // otherwise it would never be seen as closed
    become(words, gate->read.get(), refusal->write.get());
  }
  UniqueFd ended = open_process(process);
  const int why = errno;
  RecordedCommand command(process, std::move(ended), std::move(gate->write),
                          std::move(refusal->read));
  if (command.fd() < 0) return std::unexpected(why);
  return command;
}

std::expected<void, int> RecordedCommand::start() {
  const char open = 1;
  if (::send(gate_.get(), &open, 1, MSG_NOSIGNAL) != 1) return std::unexpected(errno);
  gate_ = UniqueFd();
  int why = 0;
  const ssize_t got = ::read(refusal_.get(), &why, sizeof(why));  // nothing: it became the program
  if (got != sizeof(why)) return {};
  return std::unexpected(why);
}

void RecordedCommand::terminate() noexcept {
  if (process_ > 0) ::kill(process_, SIGTERM);
}

int RecordedCommand::wait() noexcept {
  int status = 0;
  pid_t ended = 0;
  do {
    ended = ::waitpid(process_, &status, 0);
  } while (ended < 0 && errno == EINTR);
  process_ = -1;
  if (ended < 0) return 1;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

RecordedCommand::~RecordedCommand() {
  if (process_ <= 0) return;
  gate_ = UniqueFd();
  (void)wait();
}

}  // namespace openperflib::apps
