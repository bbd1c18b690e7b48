// Cell: what a collector knows of one value before it stands in the table.
#pragma once

#include <cstddef>
#include <cstdint>

#include "openperflib/linux/object_table_internal.h"

namespace openperflib::linux_objects {

// Value. A number, or why there is none.
struct Cell {
  std::uint64_t value = 0;
  ReasonId reason = Reasons::kPresent;
  [[nodiscard]] bool is_present() const noexcept { return reason == Reasons::kPresent; }
};
[[nodiscard]] constexpr Cell missing(ReasonId reason) noexcept { return {0, reason}; }

// Adds to a sum: of what is missing there is none, nor one that 64 bits do not hold.
void add(Cell& sum, Cell more) noexcept;

// Stores it, cut to the size of its counter.
void put(ObjectTable& table, std::size_t instance, std::size_t order, Cell cell) noexcept;

}  // namespace openperflib::linux_objects
