#include "openperflib/testing/floor.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <charconv>
#include <cstring>

namespace openperflib::bench {

void gather_floor(std::span<const ValuePlace> places, std::uint64_t* values) noexcept {
  for (const ValuePlace& place : places) {
    if (place.size == sizeof(std::uint64_t)) {
      std::memcpy(values, place.address, sizeof(std::uint64_t));
    } else {
      std::uint32_t narrow = 0;
      std::memcpy(&narrow, place.address, sizeof(narrow));
      *values = narrow;
    }
    ++values;
  }
}

std::size_t open_read_close_floor(std::span<const std::string> paths,
                                  std::span<char> buffer) noexcept {
  std::size_t bytes = 0;
  for (const std::string& path : paths) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) continue;
    ssize_t count = 0;
    while ((count = ::read(fd, buffer.data(), buffer.size())) > 0) {
      bytes += static_cast<std::size_t>(count);
    }
    ::close(fd);
  }
  return bytes;
}

int spawn_and_wait_floor(const char* const* arguments) noexcept {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  pid_t id = 0;
  char* const* argv = const_cast<char* const*>(arguments);
  const int error = ::posix_spawn(&id, arguments[0], &actions, nullptr, argv, environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  if (error != 0 || ::waitpid(id, &status, 0) != id || !WIFEXITED(status)) return -1;
  return WEXITSTATUS(status);
}

std::size_t read_pieces_floor(int fd, std::span<char> piece) noexcept {
  std::size_t bytes = 0;
  ssize_t count = 0;
  while ((count = ::read(fd, piece.data(), piece.size())) > 0) {
    bytes += static_cast<std::size_t>(count);
  }
  return bytes;
}

double from_chars_floor(std::string_view digits, std::span<const std::uint8_t> lengths) noexcept {
  const char* at = digits.data();
  double sum = 0;
  for (const std::uint8_t length : lengths) {
    double number = 0;
    std::from_chars(at, at + length, number);
    sum += number;
    at += length;
  }
  return sum;
}

}  // namespace openperflib::bench
