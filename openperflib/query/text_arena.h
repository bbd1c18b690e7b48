// TextArena keeps many short texts side by side; their addresses stay when more are added.
//
// Resource: its memory, kept by clear() for the next texts.
#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace openperflib {

// For texts that live and die together: one at a time cannot be forgotten.
class TextArena {
 public:
  TextArena() = default;
  TextArena(TextArena&&) noexcept = default;
  TextArena& operator=(TextArena&&) noexcept = default;
  TextArena(const TextArena&) = delete;
  TextArena& operator=(const TextArena&) = delete;

  // Keeps a copy of `text`; the view lives until clear() or the end of the arena, moves included.
  std::string_view add(std::string_view text);
  // Forgets all texts.
  void clear() noexcept;

 private:
  // A piece of memory that texts are put into one behind the other; never moved, never shrunk.
  struct Chunk {
    std::unique_ptr<char[]> bytes;
    std::size_t size;
  };
  std::vector<Chunk> chunks_;
  std::size_t chunk_ = 0;  // the one that is being filled
  std::size_t used_ = 0;   // bytes of it
};

}  // namespace openperflib
