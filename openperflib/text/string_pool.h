// StringPool keeps many short texts together; their addresses do not change when more are added.
//
// Resource: its memory, which clear() keeps for the next texts.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace openperflib {

// For texts with the same lifetime: they cannot be removed individually.
class StringPool {
 public:
  StringPool() = default;
  StringPool(StringPool&&) noexcept = default;
  StringPool& operator=(StringPool&&) noexcept = default;
  StringPool(const StringPool&) = delete;
  StringPool& operator=(const StringPool&) = delete;

  // Keeps a copy of `text`; the view is valid until clear() or the end of the arena, also after a
  // move.
  std::string_view add(std::string_view text);
  // Removes all texts.
  void clear() noexcept;

 private:
  // A piece of memory that is filled with texts, one after the other; never moved, never shrunk.
  struct Chunk {
    std::unique_ptr<char[]> bytes;
    std::size_t size;
  };
  std::vector<Chunk> chunks_;
  std::size_t chunk_ = 0;  // the one that is being filled
  std::size_t used_ = 0;   // bytes of it
};

}  // namespace openperflib
