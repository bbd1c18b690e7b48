// SegmentReading: the instances of a segment as they were at one reading.
//
// Value, reused for one segment: it remembers the names, so that only the values of instances that
// it has seen before are read, and allocates nothing if no more slots are in use than before.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "openperflib/provider/v2/read/value_lack.h"
#include "openperflib/provider/v2/segment_layout.h"

namespace openperflib {

// One instance. Valid until the next reading into the same SegmentReading.
struct InstanceReading {
  std::uint64_t life;                     // its number among all instances of its process
  std::uint32_t id;                       // chosen by the provider
  std::u16string_view name;               // foreign: any code units, perhaps empty
  std::span<const std::uint64_t> values;  // in the order of the set's counters
  std::span<const ValueLack> lacks = {};  // of each value; empty: none is missing
};

// What a segment could not give. All 0 is usual.
struct SegmentLosses {
  std::uint32_t changing = 0;     // slots that did not come to rest in a few tries
  std::uint32_t malformed = 0;    // slots with a length of the name, or a life, that cannot be
  std::uint32_t over_budget = 0;  // slots that were not looked at
  bool operator==(const SegmentLosses&) const = default;
};

// Filled by SegmentView::read(). It has no instance before.
class SegmentReading {
 public:
  // In the order of the slots.
  [[nodiscard]] std::size_t size() const noexcept { return count_; }
  [[nodiscard]] InstanceReading operator[](std::size_t position) const noexcept;
  [[nodiscard]] const SegmentLosses& losses() const noexcept { return losses_; }
  // Changes when an instance comes or goes. Until then, all of them stay where they are: what was
  // returned for a position holds the values of the newest reading.
  [[nodiscard]] std::uint64_t generation() const noexcept { return generation_; }
  // Until it is read again, no instance has a value.
  void lack_all(ValueLack lack);

 private:
  friend class SegmentView;
  // What is known of the instance that was last seen in a slot; its name is in names_.
  struct Known {
    std::uint64_t life = 0;  // 0: nothing
    std::uint32_t id = 0;
    std::uint32_t name_units = 0;
  };
  // Makes places for the slots in use; those that are known stay known.
  void begin(std::uint32_t used_slots, const SegmentCounts& counts);
  // The next instance is the one in this slot.
  void add(std::uint32_t slot) {
    const bool is_same = count_ < live_.size() && live_[count_] == slot;
    if (!is_same) [[unlikely]] {
      replace_rest(slot);
    }
    ++count_;
  }
  // From this instance on, the reading has others than the last one had.
  void replace_rest(std::uint32_t slot);
  // Ends a reading; generation_ grows if instances have come or gone.
  void end();
  // The place for the name of a slot, of the longest name that the segment can have.
  [[nodiscard]] std::span<char16_t> name_place(std::size_t slot) noexcept {
    return std::span(names_).subspan(slot * name_units_, name_units_);
  }
  // The row that follows those of live_, for counters_ values; there is one for each slot in use.
  [[nodiscard]] std::uint64_t* next_values() noexcept {
    return values_.data() + count_ * counters_;
  }
  // Returns the place in lacks_ for the next instance.
  [[nodiscard]] ValueLack* next_lacks() noexcept { return lacks_.data() + count_ * counters_; }

  std::vector<Known> known_;           // of each slot
  std::vector<char16_t> names_;        // a name place for each slot
  std::vector<std::uint32_t> live_;    // slots of the instances, then of those of the last reading
  std::size_t count_ = 0;              // of the instances
  std::vector<std::uint64_t> values_;  // a row for each slot; the first are those of live_
  std::vector<ValueLack> lacks_;       // as values_, of a set whose values are copied
  bool has_lacks_ = false;
  std::size_t name_units_ = 0;  // of a name place
  std::size_t counters_ = 0;    // of a row
  bool is_changed_ = false;     // since the last reading
  std::uint64_t generation_ = 0;
  SegmentLosses losses_;
};

}  // namespace openperflib
