// What the functions of pdh.h give in a caller's buffers: texts and lists, in two calls, and texts
// behind a structure. Sizes of texts are in characters, their NULs included.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "openperflib/abi/pdh_types.h"
#include "openperflib/pdh/pdh_status.h"
#include "openperflib/text/utf16.h"

namespace openperflib::compat {

// In the characters of a function: UTF-8 or UTF-16. NULs stay.
template <typename Char>
[[nodiscard]] auto encoded(std::string_view utf8) {
  if constexpr (sizeof(Char) == 1) {
    return std::string(utf8);
  } else {
    return utf16_from_utf8(utf8);
  }
}

// Value. What a caller wants filled.
template <typename Char>
struct TextRoom {
  Char* buffer;
  LPDWORD size;  // characters

  // With a size of 0 the buffer is not looked at.
  [[nodiscard]] bool is_valid() const noexcept {
    return size != nullptr && (buffer != nullptr || *size == 0);
  }
};

// A text with all its NULs, for a caller that may lack room for it.
template <typename Char>
class GivenText {
 public:
  explicit GivenText(std::string_view utf8) : text_(encoded<Char>(utf8)) {}

  [[nodiscard]] bool fits(const TextRoom<Char>& room) const noexcept {
    return *room.size >= text_.size();
  }
  void give_size(const TextRoom<Char>& room) const noexcept {
    *room.size = static_cast<DWORD>(text_.size());
  }
  // Only if it fits. Reads the size no more.
  void give(const TextRoom<Char>& room) const noexcept { std::ranges::copy(text_, room.buffer); }

 private:
  decltype(encoded<Char>({})) text_;
};

// Gives a text that ends with its NULs: success, or PDH_MORE_DATA. The size is that of the text.
template <typename Char>
[[nodiscard]] PdhStatus give(std::string_view utf8, const TextRoom<Char>& room) {
  const GivenText<Char> text(utf8);
  const bool has_room = text.fits(room);
  text.give_size(room);
  if (!has_room) return PDH_MORE_DATA;
  text.give(room);
  return kPdhSuccess;
}

// The same of a text without its NUL.
template <typename Char>
[[nodiscard]] PdhStatus give_name(std::string name, const TextRoom<Char>& room) {
  name.push_back('\0');
  return give(name, room);
}

// Value: the texts that follow a structure in a caller's buffer, one behind the other.
template <typename Char>
class TextsBehind {
 public:
  // `structure`: its size in bytes, a multiple of that of a character.
  explicit TextsBehind(std::size_t structure) noexcept : structure_(structure) {}

  // Adds a text and its NUL. Returns where it is, for at(); nullopt: there is no text.
  [[nodiscard]] std::optional<std::size_t> add(std::optional<std::string_view> utf8) {
    if (!utf8.has_value()) return std::nullopt;
    const std::size_t place = texts_.size();
    texts_ += encoded<Char>(*utf8);
    texts_.push_back({});
    return place;
  }
  // Of everything, in bytes.
  [[nodiscard]] std::size_t size() const noexcept {
    return structure_ + texts_.size() * sizeof(Char);
  }
  // The address of a text in that buffer; NULL where there is no text.
  [[nodiscard]] Char* at(std::optional<std::size_t> place, void* buffer) const noexcept {
    if (!place.has_value()) return nullptr;
    return reinterpret_cast<Char*>(static_cast<std::byte*>(buffer) + structure_) + *place;
  }
  void copy_to(void* buffer) const noexcept {
    std::memcpy(static_cast<std::byte*>(buffer) + structure_, texts_.data(),
                texts_.size() * sizeof(Char));
  }

 private:
  std::size_t structure_;
  decltype(encoded<Char>({})) texts_;
};

}  // namespace openperflib::compat
