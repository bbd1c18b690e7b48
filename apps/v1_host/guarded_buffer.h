// The buffer that a module writes into, with guard areas around it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "openperflib/base/bytes.h"

namespace openperflib {

// Resource: `size` bytes, aligned to 8, between two guard areas of 1 KiB that hold a pattern.
// Beyond the guard areas no memory is mapped, so that a write there ends the process.
class GuardedBuffer {
 public:
  // nullopt: no memory.
  [[nodiscard]] static std::optional<GuardedBuffer> create(std::uint32_t size);
  GuardedBuffer(GuardedBuffer&& other) noexcept;
  GuardedBuffer& operator=(GuardedBuffer&& other) noexcept;
  ~GuardedBuffer();

  [[nodiscard]] MutableBytes bytes() const noexcept { return bytes_; }
  // Whether the guard areas hold their pattern.
  [[nodiscard]] bool is_intact() const noexcept;
  void restore_guards() noexcept;

 private:
  GuardedBuffer(MutableBytes mapping, MutableBytes usable, MutableBytes bytes) noexcept;

  MutableBytes mapping_;  // with the pages that may not be touched
  MutableBytes usable_;   // from the guard before to the guard after
  MutableBytes bytes_;
};

}  // namespace openperflib
