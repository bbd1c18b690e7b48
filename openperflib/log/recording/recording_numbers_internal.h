// Numbers of a few bytes: seven bits per byte, the lowest first, the eighth set if more follow.
//
// Source: docs/formats/perfrec.md, "Numbers".
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "openperflib/base/bytes.h"

namespace openperflib::recording {

// Maps small signed numbers to small unsigned ones: 0, -1, 1, -2, 2 ...
[[nodiscard]] constexpr std::uint64_t zigzag(std::uint64_t difference) noexcept {
  return (difference << 1) ^ (0 - (difference >> 63));
}
[[nodiscard]] constexpr std::uint64_t unzigzag(std::uint64_t number) noexcept {
  return (number >> 1) ^ (0 - (number & 1));
}

inline void put_number(std::vector<std::byte>& into, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) into.push_back(static_cast<std::byte>(number | 0x80));
  into.push_back(static_cast<std::byte>(number));
}

inline void put_bytes(std::vector<std::byte>& into, Bytes bytes) {
  into.insert(into.end(), bytes.begin(), bytes.end());
}

// Reads numbers and bytes one after the other. After an error every number is 0, and nothing more
// is read: callers check is_sound() when it matters. Value, a view of its bytes.
class NumberReader {
 public:
  explicit NumberReader(Bytes bytes) noexcept : rest_(bytes), size_(bytes.size()) {}

  [[nodiscard]] std::uint64_t number() noexcept {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < kMostBytes && i < rest_.size(); ++i) {
      const auto byte = static_cast<std::uint64_t>(rest_[i]);
      if (i == kMostBytes - 1 && byte > 1) break;  // beyond 64 bits
      value |= (byte & 0x7F) << (7 * i);
      if (byte < 0x80) {
        rest_ = rest_.subspan(i + 1);
        return value;
      }
    }
    fail();
    return 0;
  }
  // A number of items with at least one byte each, limited by the remaining bytes.
  [[nodiscard]] std::uint64_t count() noexcept {
    const std::uint64_t value = number();
    if (contains(rest_.size(), 0, value)) return value;
    fail();
    return 0;
  }
  [[nodiscard]] std::uint32_t number32() noexcept {
    const std::uint64_t value = number();
    if (value <= 0xFFFF'FFFF) return static_cast<std::uint32_t>(value);
    fail();
    return 0;
  }
  [[nodiscard]] Bytes bytes(std::uint64_t length) noexcept {
    if (!contains(rest_.size(), 0, length)) {
      fail();
      return {};
    }
    const Bytes taken = rest_.first(static_cast<std::size_t>(length));
    rest_ = rest_.subspan(taken.size());
    return taken;
  }

  void fail() noexcept {
    is_sound_ = false;
    rest_ = {};
  }
  [[nodiscard]] bool is_sound() const noexcept { return is_sound_; }
  [[nodiscard]] Bytes rest() const noexcept { return rest_; }
  // The current position, in bytes.
  [[nodiscard]] std::size_t position() const noexcept { return size_ - rest_.size(); }

 private:
  static constexpr std::size_t kMostBytes = 10;
  Bytes rest_;
  std::size_t size_;
  bool is_sound_ = true;
};

}  // namespace openperflib::recording
