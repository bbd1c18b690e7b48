#include "openperflib/os/portable/byte_source.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

namespace openperflib {
namespace {

// What a system call that reads has returned; nullopt: a signal came, and it is called again.
std::optional<std::expected<std::size_t, int>> result_of(ssize_t got) noexcept {
  if (got >= 0) return static_cast<std::size_t>(got);
  if (errno == EINTR) return std::nullopt;
  return std::unexpected(errno);
}

ByteSourceFacts facts_of_status(const struct stat& status) noexcept {
  using Kind = ByteSourceFacts::Kind;
  if (S_ISDIR(status.st_mode)) return {.kind = Kind::folder};
  if (!S_ISREG(status.st_mode)) return {.kind = Kind::stream};
  return {.kind = Kind::file, .size = static_cast<std::uint64_t>(status.st_size)};
}

}  // namespace

ByteSource ByteSource::of_descriptor(int fd) noexcept {
  ByteSource source((UniqueFd()));
  source.fd_ = fd;
  return source;
}

ByteSource ByteSource::borrowed() const noexcept {
  return is_memory_ ? ByteSource(memory_) : of_descriptor(fd_);
}

std::expected<ByteSource, int> ByteSource::open(const std::string& path) noexcept {
  UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd) return std::unexpected(errno);
  return ByteSource(std::move(fd));
}

std::expected<ByteSourceFacts, int> ByteSource::facts_of(const std::string& path) noexcept {
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) return std::unexpected(errno);
  return facts_of_status(status);
}

std::expected<ByteSourceFacts, int> ByteSource::facts() const noexcept {
  if (is_memory_) return ByteSourceFacts{.size = memory_.size()};
  struct stat status = {};
  if (::fstat(fd_, &status) != 0) return std::unexpected(errno);
  return facts_of_status(status);
}

std::expected<std::size_t, int> ByteSource::read_some(std::uint64_t offset,
                                                      std::span<std::byte> into) const noexcept {
  if (is_memory_) {
    const auto begin = std::min<std::uint64_t>(offset, memory_.size());
    const Bytes rest = memory_.subspan(static_cast<std::size_t>(begin));
    const Bytes given = rest.first(std::min(rest.size(), into.size()));
    if (!given.empty()) std::memcpy(into.data(), given.data(), given.size());
    return given.size();
  }
  for (;;) {
    const ssize_t got = ::pread(fd_, into.data(), into.size(), static_cast<off_t>(offset));
    if (const auto result = result_of(got)) return *result;
  }
}

std::expected<std::size_t, int> ByteSource::read(std::uint64_t offset,
                                                 std::span<std::byte> into) const noexcept {
  std::size_t have = 0;
  while (have < into.size()) {
    const auto got = read_some(offset + have, into.subspan(have));
    if (!got.has_value()) return got;
    if (*got == 0) break;
    have += *got;
  }
  return have;
}

std::expected<std::size_t, int> ByteSource::read_next(std::uint64_t offset,
                                                      std::span<std::byte> into) const noexcept {
  const auto got = read_some(offset, into);
  if (got.has_value() || got.error() != ESPIPE) return got;
  for (;;) {
    if (const auto result = result_of(::read(fd_, into.data(), into.size()))) return *result;
  }
}

}  // namespace openperflib
