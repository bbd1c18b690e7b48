// Files without a name, in memory. For tests.
#pragma once

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/os/portable/unique_fd.h"

namespace openperflib {

// Readable and writable; freed when the last descriptor is closed.
inline UniqueFd empty_file() { return UniqueFd(::memfd_create("test", MFD_CLOEXEC)); }

// A file that holds `bytes`; its position is at their end.
inline UniqueFd file_of(Bytes bytes) {
  UniqueFd fd = empty_file();
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd.get(), bytes.data(), bytes.size());
    if (written <= 0) break;
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
  return fd;
}

// The same for a text.
inline UniqueFd file_of(std::string_view text) { return file_of(std::as_bytes(std::span(text))); }

// All bytes of a file.
inline std::vector<std::byte> bytes_of(int fd) {
  struct stat facts{};  // only its size is used
  if (::fstat(fd, &facts) != 0) return {};
  std::vector<std::byte> bytes(static_cast<std::size_t>(facts.st_size));
  const ssize_t got = ::pread(fd, bytes.data(), bytes.size(), 0);
  bytes.resize(got > 0 ? static_cast<std::size_t>(got) : 0);
  return bytes;
}

}  // namespace openperflib
