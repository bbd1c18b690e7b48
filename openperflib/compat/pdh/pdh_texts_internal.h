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

// Whether a caller's buffer takes so much. No buffer takes anything, whatever its size says, which
// programs leave unset then: all that they can ask for is the size.
[[nodiscard]] constexpr bool has_room(const void* buffer, DWORD size, std::size_t needed) noexcept {
  return buffer != nullptr && size >= needed;
}

// Value. What a caller wants filled.
template <typename Char>
struct TextRoom {
  Char* buffer;
  LPDWORD size;  // characters

  [[nodiscard]] bool is_valid() const noexcept { return size != nullptr; }
  [[nodiscard]] bool asks_for_size() const noexcept { return buffer == nullptr || *size == 0; }
};

// A text with all its NULs, for a caller that may lack room for it.
template <typename Char>
class GivenText {
 public:
  explicit GivenText(std::string_view utf8) : text_(encoded<Char>(utf8)) {}

  [[nodiscard]] bool fits(const TextRoom<Char>& room) const noexcept {
    return text_.empty() || has_room(room.buffer, *room.size, text_.size());
  }
  void give_size(const TextRoom<Char>& room) const noexcept {
    *room.size = static_cast<DWORD>(text_.size());
  }
  // Only if it fits. Reads the size no more.
  void give(const TextRoom<Char>& room) const noexcept { std::ranges::copy(text_, room.buffer); }
  // Gives its size, and the text if that fits: success, or PDH_MORE_DATA.
  [[nodiscard]] PdhStatus give_or_size(const TextRoom<Char>& room) const noexcept {
    const bool is_given = fits(room);
    give_size(room);
    if (!is_given) return PDH_MORE_DATA;
    give(room);
    return kPdhSuccess;
  }

 private:
  decltype(encoded<Char>({})) text_;
};

// Gives a text that ends with its NULs: success, or PDH_MORE_DATA. The size is that of the text.
template <typename Char>
[[nodiscard]] PdhStatus give(std::string_view utf8, const TextRoom<Char>& room) {
  return GivenText<Char>(utf8).give_or_size(room);
}

// Gives a text that has no NUL yet.
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
  // Returns the size of everything, in bytes.
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
