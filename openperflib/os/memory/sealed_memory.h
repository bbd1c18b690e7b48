// SealedMemory: memory that this process writes and others can only read.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <expected>

#include "openperflib/base/bytes.h"
#include "openperflib/os/portable/unique_fd.h"

namespace openperflib {

// The system calls by which memory is made, so that tests can play older kernels and faults. As the
// functions of the same names, with errno.
struct MemoryCalls {
  int (*memfd_create)(const char* name, unsigned flags);
  int (*fallocate)(int fd, int mode, off_t offset, off_t length);
  int (*add_seals)(int fd, int seals);
  void* (*mmap)(void* address, std::size_t size, int protection, int flags, int fd, off_t offset);
};
// Returns the calls of this machine.
[[nodiscard]] const MemoryCalls& memory_calls() noexcept;

// The seals without which a reader could receive SIGBUS or another size: shrink, grow, seal.
[[nodiscard]] int seals_of_every_kernel() noexcept;
// Returns the seals of memory made on this kernel: since Linux 5.1 also future-write, which keeps
// all processes that do not already map it writable from writing or punching holes. Tries it with a
// small memory file.
[[nodiscard]] int seals_of_this_kernel(const MemoryCalls& calls = memory_calls()) noexcept;

// Resource: unmaps its memory, which lives on while others map it; movable. All of it is allocated
// at once, so that no access can fail later, and 0 at first. Closes its descriptor, but nothing
// else that has the number by then.
class SealedMemory {
 public:
  // `name` is shown in /proc/PID/maps. Errors: errno; ENOSPC or ENOMEM: there is not enough memory;
  // EFBIG: the process may not make files of this size (RLIMIT_FSIZE).
  [[nodiscard]] static std::expected<SealedMemory, int> create(
      const char* name, std::size_t size, const MemoryCalls& calls = memory_calls());
  // The object that was moved from has no memory.
  SealedMemory(SealedMemory&& other) noexcept;
  SealedMemory& operator=(SealedMemory&& other) noexcept;
  ~SealedMemory();

  // Page-aligned; stays where it is when the object is moved.
  [[nodiscard]] MutableBytes bytes() const noexcept { return bytes_; }
  // A descriptor that can only read, to be sent to others. -1: the program has closed it, so that
  // its number may refer to something else now. The memory cannot be sent any more.
  [[nodiscard]] int descriptor() const noexcept;

 private:
  SealedMemory() = default;
  // Unmaps; forgets the descriptor without closing it if it refers to something else now.
  void let_go() noexcept;

  MutableBytes bytes_;
  UniqueFd reader_;  // opened read-only
  std::uint64_t device_ = 0;
  std::uint64_t inode_ = 0;
};

}  // namespace openperflib
