// PartReader walks consecutive structures that store their own lengths, and proves each.
#pragma once

#include <cstdint>
#include <expected>

#include "openperflib/base/bytes.h"
#include "openperflib/base/error.h"
#include "openperflib/wire/fields_internal.h"
#include "openperflib/wire/layout.h"

namespace openperflib {

// Names are those of perflib.h.
namespace members {
// columns aligned by hand: clang-format off
inline constexpr Member kDataTotalSize{{"PERF_DATA_HEADER", "dwTotalSize"}, 0};
inline constexpr Member kDataNumCounters{{"PERF_DATA_HEADER", "dwNumCounters"}, 4};
inline constexpr Member kCounterHeaderType{{"PERF_COUNTER_HEADER", "dwType"}, 4};
inline constexpr Member kCounterHeaderSize{{"PERF_COUNTER_HEADER", "dwSize"}, 8};
inline constexpr Member kMultiCountersSize{{"PERF_MULTI_COUNTERS", "dwSize"}, 0};
inline constexpr Member kMultiCountersCount{{"PERF_MULTI_COUNTERS", "dwCounters"}, 4};
inline constexpr Member kMultiInstancesSize{{"PERF_MULTI_INSTANCES", "dwTotalSize"}, 0};
inline constexpr Member kMultiInstancesCount{{"PERF_MULTI_INSTANCES", "dwInstances"}, 4};
inline constexpr Member kInstanceHeaderSize{{"PERF_INSTANCE_HEADER", "Size"}, 0};
inline constexpr Member kCounterDataDataSize{{"PERF_COUNTER_DATA", "dwDataSize"}, 0};
inline constexpr Member kCounterDataSize{{"PERF_COUNTER_DATA", "dwSize"}, 4};
inline constexpr Member kIdentifierSize{{"PERF_COUNTER_IDENTIFIER", "Size"}, 20};
inline constexpr Member kRegNumCounters{{"PERF_COUNTERSET_REG_INFO", "NumCounters"}, 24};
inline constexpr Member kStringBufferSize{{"PERF_STRING_BUFFER_HEADER", "dwSize"}, 0};
inline constexpr Member kStringBufferCount{{"PERF_STRING_BUFFER_HEADER", "dwCounters"}, 4};
inline constexpr Member kStringOffset{{"PERF_STRING_COUNTER_HEADER", "dwOffset"}, 4};
// clang-format on
}  // namespace members

// What the length of a structure must be.
enum class Lengths : std::uint8_t { multiples_of_8, any };

// View; lives during one parse.
class PartReader {
 public:
  // `offset`: of the bytes, from the start of the input.
  explicit PartReader(Bytes bytes, std::uint64_t offset = 0) noexcept
      : rest_(bytes), offset_(offset) {}

  [[nodiscard]] Bytes rest() const noexcept { return rest_; }
  [[nodiscard]] std::uint64_t offset() const noexcept { return offset_; }

  // The next structure, of at least `least` bytes (more than 0), whose length a member stores.
  // Errors: truncated, wrong_value, misaligned, outside.
  [[nodiscard]] std::expected<Bytes, Error> take(
      const members::Member& length, std::size_t least,
      Lengths lengths = Lengths::multiples_of_8) noexcept {
    if (rest_.size() < least) {
      return std::unexpected(Error{Errc::truncated,
                                   static_cast<std::uint32_t>(least - rest_.size()), &length.field,
                                   offset_ + rest_.size()});
    }
    const auto stored = load<std::uint32_t>(rest_, length.offset);
    if (stored < least) return fault(Errc::wrong_value, length, stored);
    if (lengths == Lengths::multiples_of_8 && stored % layout::kAlignment != 0) {
      return fault(Errc::misaligned, length, stored);
    }
    if (!contains(rest_.size(), 0, stored)) return fault(Errc::outside, length, stored);
    const Bytes part = rest_.first(stored);
    rest_ = rest_.subspan(stored);
    offset_ += stored;
    return part;
  }
  // A fault of a member of the structure that begins here.
  [[nodiscard]] std::unexpected<Error> fault(Errc code, const members::Member& member,
                                             std::uint32_t stored) const noexcept {
    return std::unexpected(Error{code, stored, &member.field, offset_ + member.offset});
  }

 private:
  Bytes rest_;
  std::uint64_t offset_;
};

}  // namespace openperflib
