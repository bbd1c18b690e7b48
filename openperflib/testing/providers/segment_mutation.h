// The mutator of segments: docs/formats/segment.md. Changes a number anywhere, or a whole record.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <set>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/base/bytes.h"
#include "openperflib/base/limits.h"
#include "openperflib/provider/v2/counter_set_template.h"
#include "openperflib/provider/v2/segment_format.h"
#include "openperflib/provider/v2/segment_layout.h"
#include "openperflib/testing/fuzz_mutation.h"
#include "openperflib/testing/providers/segment_record_mutation.h"

namespace openperflib::segment_mutation {

namespace header = segment::header;
using fuzz_mutation::NumberPlace;

// The numbers of each record, by their offsets in it.
inline constexpr auto kHeaderNumbers = std::to_array<NumberPlace>({{header::kVersion, 4},
                                                                   {header::kMagic, 4},
                                                                   {header::kTotalSize, 8},
                                                                   {header::kInstanceType, 4},
                                                                   {header::kCounterCount, 4},
                                                                   {header::kSlotCount, 4},
                                                                   {header::kNameSize, 4},
                                                                   {header::kSlotsOffset, 8},
                                                                   {header::kSlotSize, 4},
                                                                   {header::kTextsOffset, 4},
                                                                   {header::kTextsSize, 4},
                                                                   {header::kRequests, 4},
                                                                   {header::kCellRows, 4},
                                                                   {header::kUsedSlots, 4},
                                                                   {header::kWithdrawn, 4}});
inline constexpr auto kCounterNumbers =
    std::to_array<NumberPlace>({{segment::counter::kId, 4},
                                {segment::counter::kType, 4},
                                {segment::counter::kAttributes, 8},
                                {segment::counter::kDetailLevel, 4},
                                {segment::counter::kScale, 4},
                                {segment::counter::kBaseId, 4},
                                {segment::counter::kPerfTimeId, 4},
                                {segment::counter::kPerfFreqId, 4},
                                {segment::counter::kMultiId, 4},
                                {segment::counter::kAggregate, 4}});
inline constexpr auto kTextNumbers =
    std::to_array<NumberPlace>({{segment::text::kOffset, 4}, {segment::text::kSize, 4}});
inline constexpr auto kSlotNumbers = std::to_array<NumberPlace>({{segment::slot::kState, 4},
                                                                 {segment::slot::kLife, 8},
                                                                 {segment::slot::kBlockSize, 4},
                                                                 {segment::slot::kInstanceId, 4},
                                                                 {segment::slot::kNameOffset, 4},
                                                                 {segment::slot::kNameSize, 4}});

// What a header says, true or not. The input has all of it.
inline SegmentCounts stated_counts(Bytes input) {
  return {.counters = load<std::uint32_t>(input, header::kCounterCount),
          .texts_size = load<std::uint32_t>(input, header::kTextsSize),
          .capacity = {.slots = load<std::uint32_t>(input, header::kSlotCount),
                       .name_size = load<std::uint32_t>(input, header::kNameSize)},
          .is_copied = (load<std::uint32_t>(input, header::kRequests) & segment::kIsCopied) != 0,
          .cell_rows = load<std::uint32_t>(input, header::kCellRows)};
}

// The rows of the table of texts, if a set has one.
inline std::size_t text_rows(std::uint32_t counters) {
  return segment::kTextsOfSet + segment::kTextsOfCounter * std::size_t{counters};
}

// A number from 0 to `bound` - 1; `bound` is not 0.
inline std::uint32_t number_below(std::uint32_t bound, Seeded& random) {
  return static_cast<std::uint32_t>(random.below(bound));
}

// The place of a number of a record that begins at `offset`.
inline NumberPlace moved(const NumberPlace& place, std::size_t offset) {
  return {place.offset + offset, place.width};
}

// A number of a slot: a value, a unit of the name, a word of missing values, a cell, or one of the
// header.
inline NumberPlace number_in_slot(const SegmentLayout& layout, Seeded& random) {
  const SegmentCounts& counts = layout.counts();
  const std::size_t kind = random.below(6);
  if (kind == 0 && counts.counters != 0) {
    return {layout.value_offset(number_below(counts.counters, random)), sizeof(std::uint64_t)};
  }
  if (kind == 1 && counts.capacity.name_size != 0) {
    const std::size_t units = counts.capacity.name_size / sizeof(char16_t);
    return {layout.name_offset() + random.below(units) * sizeof(char16_t), sizeof(char16_t)};
  }
  if (kind == 2 && layout.missing_words() != 0) {
    const std::size_t word = random.below(layout.missing_words());
    return {layout.missing_offset() + word * sizeof(std::uint64_t), sizeof(std::uint64_t)};
  }
  if (kind == 3 && counts.cell_rows != 0 && counts.counters != 0) {
    const std::size_t row = layout.cells_offset(number_below(counts.cell_rows, random));
    return {row + random.below(counts.counters) * sizeof(std::uint64_t), sizeof(std::uint64_t)};
  }
  return chosen(kSlotNumbers, random);
}

// A number of a header, a counter, a row of texts, or a slot that is in use or the next one. It may
// be outside of a segment that is cut.
inline NumberPlace number_in(const SegmentLayout& layout, std::uint32_t used_slots,
                             Seeded& random) {
  const SegmentCounts& counts = layout.counts();
  const std::size_t kind = random.below(4);
  if (kind == 0 && counts.counters != 0) {
    const std::size_t counter = layout.counter_offset(number_below(counts.counters, random));
    return moved(chosen(kCounterNumbers, random), counter);
  }
  if (kind == 1 && counts.texts_size != 0) {
    const std::size_t row = random.below(text_rows(counts.counters)) * segment::text::kLength;
    return moved(chosen(kTextNumbers, random), layout.texts_offset() + row);
  }
  if (kind == 2 && counts.capacity.slots != 0) {
    const std::uint32_t slots = std::min(used_slots, counts.capacity.slots - 1) + 1;
    const std::size_t slot = layout.slot_offset(number_below(slots, random));
    return moved(number_in_slot(layout, random), slot);
  }
  return chosen(kHeaderNumbers, random);
}

// A place inside of an input that has a whole header.
inline NumberPlace any_number(Bytes input, Seeded& random) {
  const auto layout = SegmentLayout::of(stated_counts(input));
  if (!layout.has_value()) return chosen(kHeaderNumbers, random);
  const auto used_slots = load<std::uint32_t>(input, header::kUsedSlots);
  const NumberPlace place = number_in(*layout, used_slots, random);
  const bool is_inside = contains(input.size(), place.offset, place.width);
  return is_inside ? place : chosen(kHeaderNumbers, random);
}

// The segment with another number or another record.
inline std::optional<Input> changed_segment(Bytes input, std::size_t max_size, Seeded& random) {
  if (input.size() < header::kLength) return std::nullopt;
  if (random.below(3) == 0) {
    if (auto parts = parts_of(input); parts.has_value()) {
      chosen(kRecordChanges, random)(*parts, random);
      return segment_of(*parts, max_size);
    }
  }
  const NumberPlace place = any_number(input, random);
  return fuzz_mutation::with_boundary(input, place, any_number(input, random), random);
}

// Whether the counts make a layout, and a segment of at most `max_size` bytes.
inline bool fits(const SegmentCounts& counts, std::size_t max_size) {
  const auto layout = SegmentLayout::of(counts);
  return layout.has_value() && layout->size() <= max_size;
}

// Raises one of the counts to the number that is wanted, or to as many halves of it as fit.
inline void raise_count(SegmentCounts& counts, std::uint32_t& count, std::uint32_t wanted,
                        std::size_t max_size) {
  const std::uint32_t least = count;
  for (count = wanted; count > least; count /= 2) {
    if (fits(counts, max_size)) return;
  }
  count = least;
}

// Whether one of the first counters has its value by reference.
inline bool has_references(Bytes input, std::uint32_t counters) {
  const SegmentLayout layout{};
  for (std::uint32_t i = 0; i < counters; ++i) {
    const std::size_t attributes = layout.counter_offset(i) + segment::counter::kAttributes;
    if (!contains(input.size(), attributes, sizeof(std::uint64_t))) return false;
    if ((load<std::uint64_t>(input, attributes) & PERF_ATTRIB_BY_REFERENCE) != 0) return true;
  }
  return false;
}

// The counts that a header states, reduced to what readers accept and what fits.
inline SegmentCounts fitting_counts(Bytes input, std::size_t max_size) {
  const SegmentCounts stated = stated_counts(input);
  SegmentCounts counts;
  counts.counters = 1;
  counts.is_copied = true;  // which takes more room
  raise_count(counts, counts.counters, std::min(stated.counters, kMaxCounters), max_size);
  counts.is_copied = has_references(input, counts.counters);
  raise_count(counts, counts.capacity.name_size,
              std::min(stated.capacity.name_size, Limits{}.name_bytes), max_size);
  const auto table =
      static_cast<std::uint32_t>(text_rows(counts.counters) * segment::text::kLength);
  if (stated.texts_size != 0) {
    raise_count(counts, counts.texts_size, std::max(stated.texts_size, table), max_size);
  }
  if (counts.texts_size < table) counts.texts_size = 0;
  raise_count(counts, counts.cell_rows, std::min(stated.cell_rows, segment::kMostCellRows),
              max_size);
  raise_count(counts, counts.capacity.slots, stated.capacity.slots, max_size);
  return counts;
}

// Writes the numbers of a header that follow from the others.
inline void store_layout(MutableBytes whole, const SegmentLayout& layout) {
  const SegmentCounts& counts = layout.counts();
  const auto requests = load<std::uint32_t>(whole, header::kRequests) & ~segment::kIsCopied;
  store(whole, header::kRequests, requests | (counts.is_copied ? segment::kIsCopied : 0U));
  store(whole, header::kVersion, segment::kVersion);
  store(whole, header::kMagic, segment::kMagic);
  store(whole, header::kTotalSize, layout.size());
  store(whole, header::kCounterCount, counts.counters);
  store(whole, header::kSlotCount, counts.capacity.slots);
  store(whole, header::kNameSize, counts.capacity.name_size);
  store(whole, header::kSlotsOffset, std::uint64_t{layout.slots_offset()});
  store(whole, header::kSlotSize, layout.slot_size());
  store(whole, header::kTextsOffset, static_cast<std::uint32_t>(layout.texts_offset()));
  store(whole, header::kTextsSize, counts.texts_size);
  store(whole, header::kCellRows, counts.cell_rows);
}

// Gives counters whose id is that of an earlier one another id.
inline void separate_ids(MutableBytes whole, const SegmentLayout& layout) {
  std::set<std::uint32_t> ids;
  std::uint32_t unused = 0;
  for (std::uint32_t i = 0; i < layout.counts().counters; ++i) {
    const std::size_t place = layout.counter_offset(i) + segment::counter::kId;
    auto id = load<std::uint32_t>(whole, place);
    while (!ids.insert(id).second) id = unused++;
    store(whole, place, id);
  }
}

// Empties texts that are too long or outside of their place.
inline void empty_wrong_texts(MutableBytes whole, const SegmentLayout& layout) {
  const std::uint32_t size = layout.counts().texts_size;
  if (size == 0) return;
  const MutableBytes texts = whole.subspan(layout.texts_offset(), size);
  for (std::size_t i = 0; i < text_rows(layout.counts().counters); ++i) {
    const MutableBytes row = texts.subspan(i * segment::text::kLength, segment::text::kLength);
    const auto start = load<std::uint32_t>(row, segment::text::kOffset);
    const auto length = load<std::uint32_t>(row, segment::text::kSize);
    if (length <= kMaxTextBytes && contains(size, start, length)) continue;
    std::ranges::fill(row, std::byte{0});
  }
}

// The segment with sizes, offsets and ids that readers accept. Most are accepted then; not those of
// an unknown type of instances, or with a name that is too long.
inline std::optional<Input> repaired_segment(Bytes input, std::size_t max_size) {
  Input whole(input.begin(), input.end());
  whole.resize(std::max(whole.size(), header::kLength));
  const SegmentCounts counts = fitting_counts(whole, max_size);
  const auto layout = SegmentLayout::of(counts);
  if (!layout.has_value() || layout->size() > max_size) return std::nullopt;
  whole.resize(layout->size());
  store_layout(whole, *layout);
  separate_ids(whole, *layout);
  empty_wrong_texts(whole, *layout);
  return whole;
}

inline constexpr fuzz_mutation::InputFormat kFormat{.changed = changed_segment,
                                                    .repaired = repaired_segment};

}  // namespace openperflib::segment_mutation
