// SetInstance: one instance of a running set, as consumers see it.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "openperflib/provider/v2/read/segment_reading.h"
#include "openperflib/provider/v2/read/value_lack.h"

namespace openperflib {

// The readings of one segment of a set.
struct SetSegment {
  std::uint64_t process = 0;  // a number that no other process has, before or after
  const SegmentReading* reading = nullptr;
};

// Valid until the segment is read again.
struct SetInstance {
  // The id of an aggregate over all instances, which consumers write for "any id".
  static constexpr std::uint32_t kAggregateId = 0xFFFF'FFFF;
  static constexpr std::uint32_t kNoSegment = 0xFFFF'FFFF;

  std::u16string_view name = {};  // foreign: any code units; empty for an aggregate without a name
  std::uint32_t id = 0;
  std::uint32_t segment = kNoSegment;  // its position; of several instances, that of the first
  // No difference is taken between values with different keys. Each life of an instance has its
  // own; an aggregate has another one for other members, unless it remembers those that have ended.
  std::uint64_t key = 0;
  std::span<const std::uint64_t> values = {};  // in the order of the set's counters
  std::span<const ValueLack> lacks = {};       // of each value; empty: none is missing

  // Returns why the counter at this position has no value; none: it has one.
  [[nodiscard]] ValueLack lack(std::size_t position) const noexcept {
    return lacks.empty() ? ValueLack::none : lacks[position];
  }
};

}  // namespace openperflib
