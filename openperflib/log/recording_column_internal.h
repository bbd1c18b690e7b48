// A column: the values of one counter of all instances of an object, series by series, as few
// bytes.
//
// Source: docs/formats/perfrec.md, "Columns".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "openperflib/log/recording_numbers_internal.h"

namespace openperflib::recording {

// How the values of a column are stored. A value.
struct ColumnCoding {
  // The first value of a series: itself, or by the first one of the series before.
  bool firsts_by_neighbour = false;
  // The others: by the value before, or by how that differs from the one before it.
  bool by_second_difference = false;
  bool operator==(const ColumnCoding&) const = default;
};

// The coding that takes the fewest bytes, and the column in it, appended to `into`. `lengths`:
// values of each series.
[[nodiscard]] ColumnCoding put_column(std::span<const std::uint64_t> values,
                                      std::span<const std::uint32_t> lengths,
                                      std::vector<std::byte>& into);
// Back. `values` is as long as the lengths say together. Not sound afterwards: it is no such
// column.
void take_column(NumberReader& reader, ColumnCoding coding, std::span<const std::uint32_t> lengths,
                 std::span<std::uint64_t> values);

}  // namespace openperflib::recording
