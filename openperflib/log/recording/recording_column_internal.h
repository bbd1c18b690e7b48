// A column: the values of one counter of all instances of an object, series by series, in as few
// bytes as possible.
//
// Source: docs/formats/perfrec.md, "Block".
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "openperflib/log/recording/recording_numbers_internal.h"

namespace openperflib::recording {

// How the values of a column are stored. A value.
struct ColumnCoding {
  // The first value of a series: itself, or relative to the first one of the previous series.
  bool firsts_by_neighbour = false;
  // The others: relative to the previous value, or as differences of differences.
  bool by_second_difference = false;
  bool operator==(const ColumnCoding&) const = default;
};

// Appends the column in the coding with the fewest bytes to `into`, and returns that coding.
// `lengths`: the number of values of each series.
[[nodiscard]] ColumnCoding put_column(std::span<const std::uint64_t> values,
                                      std::span<const std::uint32_t> lengths,
                                      std::vector<std::byte>& into);
// The reverse. `values` must be as long as the sum of the lengths. If the reader is not sound
// afterwards, the bytes are not such a column.
void take_column(NumberReader& reader, ColumnCoding coding, std::span<const std::uint32_t> lengths,
                 std::span<std::uint64_t> values);

}  // namespace openperflib::recording
