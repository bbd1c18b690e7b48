// SegmentLayout: where everything is in a segment of a counter set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>

#include "openperflib/provider/v2/counter_set_template.h"
#include "openperflib/provider/v2/segment_format.h"

namespace openperflib {

// How many instances fit, and how long their names may be.
struct SegmentCapacity {
  std::uint32_t slots = 0;
  std::uint32_t name_size = 0;  // bytes of UTF-16 with the NUL; a multiple of 8
  bool operator==(const SegmentCapacity&) const = default;
};

// The numbers from which the layout follows; a reader takes them from the header.
struct SegmentCounts {
  std::uint32_t counters = 0;
  std::uint32_t texts_size = 0;  // bytes of the table of texts and of the texts; 0: none
  SegmentCapacity capacity = {};
  bool is_copied = false;       // slots say of each value whether there is one
  std::uint32_t cell_rows = 0;  // of each slot, for counters that threads add to without sharing
};

// Value. Pure arithmetic: both sides compute it and neither believes the other's.
class SegmentLayout {
 public:
  // Lays out numbers that may be foreign. Errors: too_large: more than kMaxBytes.
  [[nodiscard]] static std::expected<SegmentLayout, CounterSetFault> of(
      const SegmentCounts& counts) noexcept;
  // Lays out a valid set.
  [[nodiscard]] static std::expected<SegmentLayout, CounterSetFault> of(
      const CounterSetTemplate& set, const SegmentCapacity& capacity) noexcept;

  [[nodiscard]] const SegmentCounts& counts() const noexcept { return counts_; }
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }  // of the segment, bytes
  // Offsets in bytes from the start of the segment; a slot's size in bytes.
  [[nodiscard]] std::size_t counter_offset(std::uint32_t position) const noexcept {
    return segment::header::kLength + position * segment::counter::kLength;
  }
  [[nodiscard]] std::size_t texts_offset() const noexcept { return texts_offset_; }
  [[nodiscard]] std::size_t slots_offset() const noexcept { return slots_offset_; }
  [[nodiscard]] std::uint32_t slot_size() const noexcept { return slot_size_; }
  [[nodiscard]] std::size_t slot_offset(std::uint32_t slot) const noexcept {
    return slots_offset_ + std::size_t{slot} * slot_size_;
  }
  // Within a slot.
  [[nodiscard]] std::size_t value_offset(std::uint32_t position) const noexcept {
    return segment::slot::kValues + position * segment::slot::kValueLength;
  }
  // The place of the name follows the values.
  [[nodiscard]] std::size_t name_offset() const noexcept { return value_offset(counts_.counters); }
  // The words of 64 bits each that say which values are missing; none, unless they are copied.
  [[nodiscard]] std::size_t missing_offset() const noexcept {
    return name_offset() + counts_.capacity.name_size;
  }
  // 0 in a set whose values are not copied.
  [[nodiscard]] std::size_t missing_words() const noexcept {
    return counts_.is_copied ? segment::missing_words_of(counts_.counters) : 0;
  }
  // A row of cells, one for each counter in their order.
  [[nodiscard]] std::size_t cells_offset(std::uint32_t row) const noexcept {
    return cells_offset_ + std::size_t{row} * cell_row_size_;
  }
  [[nodiscard]] std::uint32_t cell_row_size() const noexcept { return cell_row_size_; }  // bytes

  static constexpr std::uint64_t kMaxBytes = 64U << 20U;  // of a segment that anybody makes

 private:
  SegmentCounts counts_;
  std::uint64_t size_ = 0;
  std::size_t texts_offset_ = 0;
  std::size_t slots_offset_ = 0;
  std::uint32_t slot_size_ = 0;
  std::uint32_t cells_offset_ = 0;  // within a slot
  std::uint32_t cell_row_size_ = 0;
};

// The bytes that the texts of a set take in a segment; 0 if it has none.
[[nodiscard]] std::uint64_t texts_size_of(const CounterSetTemplate& set) noexcept;

// The capacity of the next segment for an instance whose name has `name_units` (at most
// kMaxNameUnits). `earlier`: how many segments for names of this length the set has. Each is four
// times as large as the one before, up to a limit, so that a set of few instances takes little.
[[nodiscard]] SegmentCapacity next_capacity(const CounterSetTemplate& set, std::size_t name_units,
                                            unsigned earlier) noexcept;

}  // namespace openperflib
