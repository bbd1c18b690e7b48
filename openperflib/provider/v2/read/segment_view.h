// SegmentView: reads the segment of another process.
//
// Bytes:   owns none of the segment, which stays mapped while the view is used; copies what it
//          validates. The provider may change every byte at any time, also against the rules.
// Threads: immutable; several threads may read into different SegmentReadings.
// Source:  docs/formats/segment.md.
#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/base/error.h"
#include "openperflib/base/limits.h"
#include "openperflib/provider/v2/counter_set_template.h"
#include "openperflib/provider/v2/read/segment_reading.h"
#include "openperflib/provider/v2/segment_layout.h"

namespace openperflib {

// How many bytes of slots a collection may still read. One budget serves all segments of a
// provider or user, so that many large ones cannot keep a reader busy.
struct ReadBudget {
  std::uint64_t bytes = 1ULL << 30;
};

// View: reads the slots in place; set() and layout() are copies.
class SegmentView {
 public:
  // Copies and checks the header, the counters and the texts. `memory` starts at a multiple of 8.
  // Errors: of the field Version: another one, and nothing else was read (wrong_value; aux: it);
  // truncated, over_limit, wrong_value, disagrees, outside, each with the field and its byte.
  [[nodiscard]] static std::expected<SegmentView, Error> parse(Bytes memory, const Limits& limits);

  // The set as its provider describes it; valid by validate().
  [[nodiscard]] const CounterSetTemplate& set() const noexcept { return set_; }
  [[nodiscard]] const SegmentLayout& layout() const noexcept { return layout_; }
  // Returns whether the provider has withdrawn the set; a provider that follows the rules does not
  // restore it.
  [[nodiscard]] bool withdrawn() const noexcept;
  // Returns whether the provider must be asked for the values before they are read: it has a
  // callback, or copies them when it is asked.
  [[nodiscard]] bool has_callback() const noexcept { return has_callback_; }
  [[nodiscard]] bool is_copied() const noexcept { return layout_.counts().is_copied; }
  // Reads all instances; the work is that of the slots in use. A value is never torn: it is one
  // that a writer stored, with what threads added in cells. A 4-byte value has 32 bits. The base of
  // an average counts all samples in its sum but those that are just being added, one by each
  // thread at most. `reading` is new or of the same segment.
  void read(SegmentReading& reading, ReadBudget& budget) const;

  static constexpr unsigned kTries = 256;    // of a slot that changes: some hundred ns
  static constexpr unsigned kRetries = 256;  // of averages that change, all of a slot together

 private:
  // The result of reading one slot.
  enum class SlotOutcome : std::uint8_t { in_use, free, changing, malformed, over_budget };
  SegmentView() = default;
  // Tries at most kTries times. Each try takes the size of the slot from the budget.
  [[nodiscard]] SlotOutcome read_slot(std::uint32_t slot, SegmentReading& reading,
                                      ReadBudget& budget) const noexcept;
  // Tries once; `changing` if it must be repeated.
  [[nodiscard]] SlotOutcome try_slot(Bytes bytes, std::uint32_t slot,
                                     SegmentReading& reading) const noexcept;
  // Reads id and name of an instance that was not seen before. Returns whether they are valid.
  [[nodiscard]] bool read_instance(Bytes slot, SegmentReading::Known& known,
                                   std::span<char16_t> name) const noexcept;
  // The positions of an average: its sum, and the base that counts the samples.
  struct Average {
    std::uint32_t sum;
    std::uint32_t base;
  };
  // Makes averages_ from the counters whose base the set has.
  void find_averages();
  // Copies one value for each counter, with cells added and averages that agree.
  void copy_values(Bytes slot, std::uint64_t* values) const noexcept;
  // Copies the bits of missing values. Call it before copy_values(), so that values that count as
  // present have been written.
  void copy_lacks(Bytes slot, ValueLack* lacks) const noexcept;
  // Adds the cells of all rows to the values.
  void add_cells(Bytes slot, std::uint64_t* values) const noexcept;
  // Copies a sum and a count that agree, or the last ones once `retries` is 0.
  void copy_average(Bytes slot, const Average& average, std::uint64_t* values,
                    unsigned& retries) const noexcept;

  Bytes memory_;
  CounterSetTemplate set_;
  SegmentLayout layout_;
  bool has_callback_ = false;
  std::vector<std::uint64_t> masks_;  // of each value: the bits that its width has
  std::vector<Average> averages_;
};

}  // namespace openperflib
