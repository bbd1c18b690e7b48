// Changes of whole records of a segment: counters, texts, instances, and how they are stored. What
// has changed is written by SegmentWriter, so that all counts, sizes and offsets agree.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/abi/winperf_constants.h"
#include "openperflib/base/bytes.h"
#include "openperflib/base/limits.h"
#include "openperflib/provider/v2/counter_set_template.h"
#include "openperflib/provider/v2/publish/segment_writer.h"
#include "openperflib/provider/v2/read/segment_reading.h"
#include "openperflib/provider/v2/read/segment_view.h"
#include "openperflib/provider/v2/segment_format.h"
#include "openperflib/provider/v2/segment_layout.h"
#include "openperflib/testing/fuzz_mutation.h"

namespace openperflib::segment_mutation {

using fuzz_mutation::chosen;
using fuzz_mutation::Input;

// An instance that was read, or is to be written.
struct InstanceCopy {
  std::u16string name = {};
  std::uint32_t id = 0;
  std::uint64_t life = 0;
  std::vector<std::uint64_t> values = {};
};

// What a segment says, without the places of its bytes.
struct SegmentParts {
  CounterSetTemplate set = {};
  SegmentCapacity capacity = {};
  bool has_callback = false;
  std::vector<InstanceCopy> instances = {};
};

// The parts of a segment; nullopt: it is not a valid one.
inline std::optional<SegmentParts> parts_of(Bytes input) {
  std::vector<std::uint64_t> words((input.size() + 7) / 8);  // aligned, as a mapping is
  const MutableBytes memory = std::as_writable_bytes(std::span(words)).first(input.size());
  std::ranges::copy(input, memory.begin());
  const auto view = SegmentView::parse(memory, Limits{});
  if (!view.has_value()) return std::nullopt;
  SegmentParts parts{.set = view->set(),
                     .capacity = view->layout().counts().capacity,
                     .has_callback = view->has_callback(),
                     .instances = {}};
  parts.set.cell_rows = view->layout().counts().cell_rows;
  SegmentReading reading;
  ReadBudget budget{.bytes = std::uint64_t{1} << 22U};
  view->read(reading, budget);
  for (std::size_t i = 0; i < reading.size(); ++i) {
    const InstanceReading one = reading[i];
    parts.instances.push_back(
        {std::u16string(one.name), one.id, one.life, {one.values.begin(), one.values.end()}});
  }
  return parts;
}

// One value for each counter: the first ones if there are more, 0 if there are fewer.
inline void write_values(SegmentWriter& writer, std::uint32_t slot,
                         std::vector<std::uint64_t> values) {
  const SegmentLayout& layout = writer.layout();
  values.resize(layout.counts().counters);
  if (layout.counts().is_copied) {
    return writer.copy_values(slot, values, std::vector<std::uint64_t>(layout.missing_words()));
  }
  for (std::uint32_t i = 0; i < values.size(); ++i) {
    writer.value(slot, i).store(values[i], std::memory_order_relaxed);
  }
}

// The name is cut to its place.
inline void write_instance(SegmentWriter& writer, const InstanceCopy& instance) {
  const std::size_t units = writer.layout().counts().capacity.name_size / sizeof(char16_t);
  if (units == 0) return;
  const auto name = std::u16string_view(instance.name).substr(0, units - 1);
  const auto slot = writer.create({.name = name, .id = instance.id, .life = instance.life});
  if (slot.has_value()) write_values(writer, *slot, instance.values);
}

// A segment with these parts; nullopt: it would be larger than `max_size`.
inline std::optional<Input> segment_of(const SegmentParts& parts, std::size_t max_size) {
  const auto layout = SegmentLayout::of(parts.set, parts.capacity);
  if (!layout.has_value() || layout->size() > max_size) return std::nullopt;
  std::vector<std::uint64_t> words(layout->size() / sizeof(std::uint64_t));
  const MutableBytes memory = std::as_writable_bytes(std::span(words));
  SegmentWriter writer(parts.set, *layout, memory, parts.has_callback);
  for (const InstanceCopy& instance : parts.instances) write_instance(writer, instance);
  return Input(memory.begin(), memory.end());
}

// A position for an element that is inserted.
template <typename T>
typename std::vector<T>::iterator insertion_place(std::vector<T>& elements, Seeded& random) {
  return elements.begin() + static_cast<std::ptrdiff_t>(random.below(elements.size() + 1));
}

// An element of a vector that has some.
template <typename T>
typename std::vector<T>::iterator chosen_place(std::vector<T>& elements, Seeded& random) {
  return elements.begin() + static_cast<std::ptrdiff_t>(random.below(elements.size()));
}

// A copy of a counter, with an id of its own.
inline void repeat_counter(SegmentParts& parts, Seeded& random) {
  CounterTemplate counter = chosen(parts.set.counters, random);
  while (parts.set.position_of(counter.id).has_value()) ++counter.id;
  parts.set.counters.insert(insertion_place(parts.set.counters, random), std::move(counter));
}

// The last counter stays.
inline void remove_counter(SegmentParts& parts, Seeded& random) {
  if (parts.set.counters.size() == 1) return;
  parts.set.counters.erase(chosen_place(parts.set.counters, random));
}

// An average, and a counter that is its base.
inline void relate_counters(SegmentParts& parts, Seeded& random) {
  CounterTemplate& average = chosen(parts.set.counters, random);
  average.type = PERF_AVERAGE_BULK;
  average.base_id = chosen(parts.set.counters, random).id;
}

// A counter has its value by reference, or no longer.
inline void flip_reference(SegmentParts& parts, Seeded& random) {
  chosen(parts.set.counters, random).attributes ^= PERF_ATTRIB_BY_REFERENCE;
}

// A text of a length at which limits are, one of which is beyond that of names.
inline void replace_text(SegmentParts& parts, Seeded& random) {
  constexpr std::array kLengths = {std::size_t{0}, std::size_t{1},    std::size_t{64},
                                   kMaxNameUnits,  kMaxNameUnits + 1, kMaxTextBytes};
  CounterTemplate& counter = chosen(parts.set.counters, random);
  const std::array texts = {&parts.set.name, &parts.set.help, &parts.set.provider_name,
                            &counter.name, &counter.help};
  chosen(texts, random)->assign(chosen(kLengths, random), 'x');
}

// A copy of an instance, if there is one, with a life of its own and a slot for it.
inline void repeat_instance(SegmentParts& parts, Seeded& random) {
  std::vector<InstanceCopy>& instances = parts.instances;
  InstanceCopy instance;
  if (!instances.empty()) instance = chosen(instances, random);
  for (const InstanceCopy& one : instances) instance.life = std::max(instance.life, one.life);
  ++instance.life;
  instances.insert(insertion_place(instances, random), std::move(instance));
  const auto needed = static_cast<std::uint32_t>(instances.size());
  parts.capacity.slots = std::max(parts.capacity.slots, needed);
}

// The last one may go too; without instances there is no change.
inline void remove_instance(SegmentParts& parts, Seeded& random) {
  if (!parts.instances.empty()) parts.instances.erase(chosen_place(parts.instances, random));
}

// A name that is empty, short, or fills its place.
inline void replace_instance_name(SegmentParts& parts, Seeded& random) {
  if (parts.instances.empty()) return;
  const std::array<std::size_t, 4> lengths = {0, 1, 3, parts.capacity.name_size / 2U};
  chosen(parts.instances, random).name.assign(chosen(lengths, random), u'x');
}

// Slots for all instances and up to two more, with one of four sizes of names.
inline void replace_capacity(SegmentParts& parts, Seeded& random) {
  constexpr auto kNameSizes = std::to_array<std::uint32_t>({8, 64, 256, 2048});
  const auto spare = static_cast<std::uint32_t>(random.below(3));
  parts.capacity.name_size = chosen(kNameSizes, random);
  parts.capacity.slots = static_cast<std::uint32_t>(parts.instances.size()) + spare;
}

// Slots with no rows of cells, or with 1, 2, or as many as readers add up.
inline void replace_cell_rows(SegmentParts& parts, Seeded& random) {
  constexpr auto kRows = std::to_array<std::uint32_t>({0, 1, 2, segment::kMostCellRows});
  parts.set.cell_rows = chosen(kRows, random);
}

inline void flip_callback(SegmentParts& parts, Seeded& /*random*/) {
  parts.has_callback = !parts.has_callback;
}

// Changes of the parts of a valid segment, which has at least one counter.
using RecordChange = void (*)(SegmentParts& parts, Seeded& random);
inline constexpr auto kRecordChanges = std::to_array<RecordChange>(
    {repeat_counter, remove_counter, relate_counters, flip_reference, replace_text, repeat_instance,
     remove_instance, replace_instance_name, replace_capacity, replace_cell_rows, flip_callback});

}  // namespace openperflib::segment_mutation
