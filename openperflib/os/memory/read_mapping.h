// ReadMapping: memory that another process made, mapped so that nothing it does can harm this one.
#pragma once

#include <cstdint>
#include <expected>
#include <string>

#include "openperflib/base/bytes.h"
#include "openperflib/os/portable/unique_fd.h"

namespace openperflib {

// Why a descriptor is refused.
enum class MappingRefusal : std::uint8_t {
  system,      // a system call failed
  not_memory,  // not a memory file: a file, a socket, huge pages, ...
  not_sealed,  // it could become smaller, or be written by others
  empty,       // it has no bytes
  too_large,   // more than the limit
  has_holes,   // not all of it is allocated: reading could need memory that the system lacks
};
// Value.
struct MappingFault {
  MappingRefusal refusal;
  int errno_value = 0;  // of `system`
  bool operator==(const MappingFault&) const = default;
};
// "its memory is not sealed": for reports about the process that sent it.
[[nodiscard]] std::string describe(const MappingFault& fault);

// What a received descriptor must be.
struct MappingRules {
  std::uint64_t max_size = 64U << 20U;  // bytes
  int seals = 0;  // that it must at least have: seals_of_this_kernel(), or _of_every_kernel()
};

// Resource: unmaps its memory; movable. Holds no descriptor. Its size is the size of the file,
// which cannot change any more, and every byte is there: reading it raises no signal. The bytes may
// change at any time.
class ReadMapping {
 public:
  // Closes the descriptor in any case, for which its file system may have to answer: one of a user
  // who is not trusted comes through a SealedReceiver.
  [[nodiscard]] static std::expected<ReadMapping, MappingFault> map(UniqueFd received,
                                                                    const MappingRules& rules);
  // The object that was moved from has no bytes.
  ReadMapping(ReadMapping&& other) noexcept;
  ReadMapping& operator=(ReadMapping&& other) noexcept;
  ~ReadMapping();

  // Page-aligned; stays where it is when the object is moved.
  [[nodiscard]] Bytes bytes() const noexcept { return bytes_; }

 private:
  explicit ReadMapping(MutableBytes bytes) noexcept : bytes_(bytes) {}
  void unmap() noexcept;  // does nothing without bytes

  MutableBytes bytes_;  // read-only; munmap takes a pointer to what is not constant
};

}  // namespace openperflib
