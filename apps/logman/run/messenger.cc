#include "apps/logman/run/messenger.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <string_view>

#include "apps/logman/run/event_log.h"
#include "openperflib/os/portable/write_all.h"

namespace openperflib::logman {
namespace {

// The messages: "+", or "-TEXT\0REMARK".
constexpr char kReady = '+';
constexpr char kFailed = '-';
constexpr char kSeparator = '\0';

void leave_terminal() {
  const UniqueFd nothing(::open("/dev/null", O_RDWR | O_CLOEXEC));
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    (void)::dup2(nothing.get(), stream);
  }
}

std::string read_to_the_end(int fd) {
  std::string text;
  std::array<char, 4096> piece{};
  for (;;) {
    const ssize_t got = ::read(fd, piece.data(), piece.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return text;
    text.append(piece.data(), static_cast<std::size_t>(got));
  }
}

}  // namespace

void Messenger::say_ready() {
  (void)write_all(fd_.get(), std::string_view(&kReady, 1));
  fd_.reset();
  leave_terminal();
}

void Messenger::say_failed(const Failure& why, const std::string& collection) {
  const std::string message = kFailed + why.text + kSeparator + why.remark;
  if (fd_ && write_all(fd_.get(), message).has_value()) return;
  const std::string more = why.remark.empty() ? "" : fmt::format(" ({})", why.remark);
  write_event(Severity::error, collection, why.text + more);
}

Outcome heard_from(int fd) {
  const std::string text = read_to_the_end(fd);
  std::string_view message = text;
  if (message.starts_with(kReady)) return {};
  if (!message.starts_with(kFailed)) {
    return std::unexpected(Failure{"The collector ended before its first sample.", {}});
  }
  message.remove_prefix(1);
  const std::size_t end = message.find(kSeparator);
  return std::unexpected(
      Failure{std::string(message.substr(0, end)), std::string(message.substr(end + 1))});
}

}  // namespace openperflib::logman
