// The number of the cells that a thread adds to in sharded counter sets: one of the few for which
// the segments have rows (docs/formats/segment.md, "Cells").
//
// The number belongs to one thread at a time, in all sets, until the thread ends. Threads that got
// none add to the values themselves, as do all threads of a forked child, whose parent still writes
// its cells. This is the one state of the process that is not passed on: a thread must find its
// number in a few instructions.
#pragma once

#include <cstdint>

namespace openperflib {

inline constexpr std::uint32_t kCellRows = 16;  // of an instance of a sharded set

// Above kCellRows: none, or not asked for yet.
extern constinit thread_local std::uint32_t this_thread_cell;

// The number of this thread, which it takes at the first call; kCellRows or more: it has none.
[[nodiscard]] std::uint32_t take_cell_number() noexcept;

// The number of this thread, in a few instructions once it has one; kCellRows or more: none.
[[nodiscard]] inline std::uint32_t cell_number() noexcept {
  const std::uint32_t number = this_thread_cell;
  return number < kCellRows ? number : take_cell_number();
}

}  // namespace openperflib
