// Cell: a value that is not yet in the table.
#pragma once

#include <cstddef>
#include <cstdint>

#include "openperflib/linux/table/object_table_internal.h"

namespace openperflib::linux_objects {

// Value. A number, or the reason why there is none.
struct Cell {
  std::uint64_t value = 0;
  ReasonId reason = Reasons::kPresent;
  [[nodiscard]] bool is_present() const noexcept { return reason == Reasons::kPresent; }
};
[[nodiscard]] constexpr Cell missing(ReasonId reason) noexcept { return {0, reason}; }

// Adds to a sum, which is missing if one of its parts is, or if it exceeds 64 bits.
void add(Cell& sum, Cell more) noexcept;

// Stores the cell, truncated to the size of its counter.
void put(ObjectTable& table, std::size_t instance, std::size_t order, Cell cell) noexcept;

}  // namespace openperflib::linux_objects
