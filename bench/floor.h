// The loops that our figures are held against: what the same work costs without any format at all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace openperflib::bench {

// Where a value lies and how many bytes it has (4 or 8).
struct ValuePlace {
  const std::byte* address;
  std::uint32_t size;
};

// Copies every value to `values`, zero-extended.
void gather_floor(std::span<const ValuePlace> places, std::uint64_t* values) noexcept;

}  // namespace openperflib::bench
