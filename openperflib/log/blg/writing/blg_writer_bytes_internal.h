// BlgBytes: bytes of a binary log that are being built.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/text/utf16.h"

namespace openperflib {

// UTF-16 bytes as code units.
[[nodiscard]] inline std::u16string units_of(Bytes utf16) {
  std::u16string text(utf16.size() / sizeof(char16_t), u'\0');
  std::memcpy(text.data(), utf16.data(), text.size() * sizeof(char16_t));
  return text;
}

// Resource: one growing buffer that keeps its capacity from message to message.
class BlgBytes {
 public:
  void clear() noexcept { bytes_.clear(); }
  [[nodiscard]] std::size_t size() const noexcept { return bytes_.size(); }
  // Valid until the next put.
  [[nodiscard]] Bytes bytes() const noexcept { return bytes_; }

  template <typename T>
  void put(T value) {
    const std::size_t at = bytes_.size();
    bytes_.resize(at + sizeof(T));
    store<T>(bytes_, at, value);
  }
  void put_bytes(Bytes bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
  void put_zeros(std::size_t count) { bytes_.resize(bytes_.size() + count); }
  // UTF-8 as UTF-16 with its NUL.
  void put_text(std::string_view utf8) {
    utf16_from_utf8(utf8, units_);
    put_bytes(std::as_bytes(std::span(units_)));
    put<char16_t>(0);
  }
  // A text that is UTF-16 already, and its NUL.
  void put_units(Bytes utf16) {
    put_bytes(utf16);
    put<char16_t>(0);
  }
  // Zeros up to a multiple of 8, counted from `start`.
  void pad(std::size_t start = 0) { bytes_.resize(start + ((bytes_.size() - start + 7) & ~7ULL)); }
  // Removes everything after `size` bytes.
  void cut(std::size_t size) { bytes_.resize(size); }
  // Overwrites the bytes at `at`.
  template <typename T>
  void patch(std::size_t at, T value) noexcept {
    store<T>(bytes_, at, value);
  }

 private:
  std::vector<std::byte> bytes_;
  std::u16string units_;
};

}  // namespace openperflib
