// A small counter set, and segments of it in ordinary memory. For tests.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/abi/winperf_constants.h"
#include "openperflib/provider/v2/publish/segment_writer.h"
#include "openperflib/provider/v2/read/segment_view.h"
#include "openperflib/provider/v2/segment_layout.h"

namespace openperflib {

// An 8-byte rate, a 4-byte number, and an average with its base; several instances.
inline CounterSetTemplate example_set() {
  CounterSetTemplate set{.instance_type = PERF_COUNTERSET_MULTI_INSTANCES};
  set.set.bytes[0] = std::byte{0x11};
  set.provider.bytes[0] = std::byte{0x22};
  set.name = "Print Queue";
  set.counters = {
      {.id = 1, .type = PERF_COUNTER_BULK_COUNT, .detail_level = 100, .name = "Pages/sec"},
      {.id = 2, .type = PERF_COUNTER_RAWCOUNT, .attributes = PERF_ATTRIB_DISPLAY_AS_HEX},
      {.id = 7, .type = PERF_AVERAGE_BULK, .scale = -3, .base_id = 8, .help = "Zeit je Auftrag"},
      {.id = 8, .type = PERF_AVERAGE_BASE, .aggregate = PERF_AGGREGATE_MAX}};
  return set;
}

// A number by reference, and one of its own; several instances.
inline CounterSetTemplate referring_set() {
  CounterSetTemplate set{.instance_type = PERF_COUNTERSET_MULTI_INSTANCES};
  set.set.bytes[0] = std::byte{0x33};
  set.name = "Referring";
  set.counters = {
      {.id = 1, .type = PERF_COUNTER_LARGE_RAWCOUNT, .attributes = PERF_ATTRIB_BY_REFERENCE},
      {.id = 2, .type = PERF_COUNTER_LARGE_RAWCOUNT}};
  return set;
}

// A value that is always a multiple of it has equal halves, unless it is torn.
inline constexpr std::uint64_t kBothHalves = 0x0000'0001'0000'0001;

// A segment in this process. Not movable, because its writer is not.
class SegmentExample {
 public:
  // Without a capacity: room for 8 instances, with 64 bytes for each name.
  explicit SegmentExample(const CounterSetTemplate& set = example_set(),
                          const SegmentCapacity& capacity = {.slots = 8, .name_size = 64})
      : layout_(SegmentLayout::of(set, capacity).value()),
        words_(layout_.size() / sizeof(std::uint64_t)),
        writer_(set, layout_, memory()) {}

  // All bytes of the segment, which a test may damage.
  [[nodiscard]] MutableBytes memory() { return std::as_writable_bytes(std::span(words_)); }
  [[nodiscard]] const SegmentLayout& layout() const { return layout_; }
  [[nodiscard]] SegmentWriter& writer() { return writer_; }
  // Reads the header again; valid as long as this.
  [[nodiscard]] SegmentView view() { return SegmentView::parse(memory(), Limits{}).value(); }
  // Its slot. Each has another life.
  std::uint32_t add(std::u16string_view name, std::uint32_t id = 0) {
    return writer_.create({.name = name, .id = id, .life = ++lives_}).value();
  }

 private:
  SegmentLayout layout_;
  std::vector<std::uint64_t> words_;
  SegmentWriter writer_;
  std::uint64_t lives_ = 0;
};

// Changes of an offer that has all sets of a test's process.
inline constexpr std::uint32_t kHasAllSets = 1'000'000;

// All instances of a segment.
inline SegmentReading reading_of(const SegmentView& view) {
  SegmentReading reading;
  ReadBudget budget;
  view.read(reading, budget);
  return reading;
}

}  // namespace openperflib
