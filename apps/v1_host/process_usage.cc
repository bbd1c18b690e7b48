#include "apps/v1_host/process_usage.h"

#include <fcntl.h>
#include <malloc.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

#include "openperflib/os/portable/unique_fd.h"

namespace openperflib {
namespace {

std::uint32_t bounded(std::uint64_t number) noexcept {
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(number, kNotCounted - 1));
}

// Without /proc/self/fd, which would need a descriptor of its own.
std::uint32_t open_descriptors() noexcept {
  rlimit most{};
  if (::getrlimit(RLIMIT_NOFILE, &most) != 0) return kNotCounted;
  std::uint32_t count = 0;
  for (rlim_t fd = 0; fd < most.rlim_cur; ++fd) {
    if (::fcntl(static_cast<int>(fd), F_GETFD) >= 0) ++count;
  }
  return count;
}

// The beginning of a small file; nothing is allocated. Empty: it cannot be read.
std::string_view beginning_of(const char* file, std::array<char, 2048>& room) noexcept {
  const UniqueFd fd(::open(file, O_RDONLY | O_CLOEXEC));
  if (fd.get() < 0) return {};
  const ssize_t length = ::read(fd.get(), room.data(), room.size());
  return length <= 0 ? std::string_view() : std::string_view(room.data(), std::size_t(length));
}

// The number after `name` and blanks; kNotCounted: there is none.
std::uint32_t number_after(std::string_view text, std::string_view name) noexcept {
  const std::size_t at = text.find(name);
  if (at == std::string_view::npos) return kNotCounted;
  text.remove_prefix(at + name.size());
  text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  std::uint64_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  return read.ec == std::errc() ? bounded(number) : kNotCounted;
}

}  // namespace

// The heap is counted first, before anything here could change it.
void count_usage(HostTrialResult& result) {
  const struct mallinfo2 heap = ::mallinfo2();
  result.heap_bytes = bounded(std::uint64_t{heap.uordblks} + heap.hblkhd);
  result.descriptors = open_descriptors();
  std::array<char, 2048> room{};
  result.threads = number_after(beginning_of("/proc/self/status", room), "\nThreads:");
  result.mapped_pages = number_after(beginning_of("/proc/self/statm", room), "");
}

}  // namespace openperflib
