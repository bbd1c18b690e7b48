#include "openperflib/provider/v2/read/segment_reading.h"

#include <algorithm>

namespace openperflib {

InstanceReading SegmentReading::operator[](std::size_t position) const noexcept {
  const std::uint32_t slot = live_[position];
  const Known& known = known_[slot];
  return {.life = known.life,
          .id = known.id,
          .name = {names_.data() + slot * name_units_, known.name_units},
          .values = std::span(values_).subspan(position * counters_, counters_),
          .lacks = has_lacks_ ? std::span(lacks_).subspan(position * counters_, counters_)
                              : std::span<const ValueLack>()};
}

void SegmentReading::lack_all(ValueLack lack) {
  has_lacks_ = true;
  ++generation_;
  lacks_.resize(values_.size());
  std::ranges::fill(lacks_, lack);
}

void SegmentReading::begin(std::uint32_t used_slots, const SegmentCounts& counts) {
  count_ = 0;
  losses_ = {};
  is_changed_ = has_lacks_ != counts.is_copied || known_.size() < used_slots;
  name_units_ = counts.capacity.name_size / sizeof(char16_t);
  counters_ = counts.counters;
  has_lacks_ = counts.is_copied;
  if (has_lacks_) lacks_.resize(std::max(known_.size(), std::size_t{used_slots}) * counters_);
  if (known_.size() >= used_slots) return;
  names_.resize(used_slots * name_units_);
  values_.resize(used_slots * counters_);
  live_.reserve(used_slots);
  known_.resize(used_slots);  // the last: it says that the others are so large
}

void SegmentReading::replace_rest(std::uint32_t slot) {
  live_.resize(count_);
  live_.push_back(slot);
  is_changed_ = true;
}

void SegmentReading::end() {
  is_changed_ = is_changed_ || count_ != live_.size();
  live_.resize(count_);
  if (is_changed_) ++generation_;
}

}  // namespace openperflib
