// The big block of the benches: 1.31 MB, 60 objects, 112,800 values, three quarters of them 8 bytes
// wide. 400 instances x 28 counters; 4,000 x 12 with parents; 46 objects of 58 x 20; 12 objects
// without instances x 20.
#pragma once

#include <string>
#include <vector>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib::bench {

inline constexpr std::size_t kBigBlockValues = 400 * 28 + 4000 * 12 + 46 * 58 * 20 + 12 * 20;

// `count` definitions, the wide ones first, so that each is at a multiple of its size.
inline std::vector<CounterDefinition> big_block_definitions(std::uint32_t first_title,
                                                            std::uint32_t count) {
  std::vector<CounterDefinition> definitions;
  std::uint32_t offset = 8;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t title = first_title + 2 * i;
    const bool is_wide = i < count * 3 / 4;
    const std::uint32_t size = is_wide ? 8 : 4;
    const std::uint32_t type = is_wide ? PERF_COUNTER_BULK_COUNT : PERF_COUNTER_COUNTER;
    definitions.push_back({title, title + 1, 0, PERF_DETAIL_NOVICE, type, size, offset});
    offset += size;
  }
  return definitions;
}

// One object of the block, for append_big_object().
struct BigObject {
  std::uint32_t title;
  std::uint32_t counters;
  std::uint32_t instances;  // 0: an object without instances
  std::uint32_t parents;    // instances of the first object to belong to; 0: no parents
};

// `tick` goes into every value, so that two blocks have differences.
inline void append_big_object(DataBlockBuilder& builder, const BigObject& object,
                              std::uint64_t tick) {
  const auto definitions = big_block_definitions(object.title + 2, object.counters);
  const auto kind = object.instances == 0 ? Instances::none : Instances::multiple;
  builder.begin_object({.name_title_index = object.title, .instances = kind}, definitions);
  const auto fill = [&](std::uint64_t seed) {
    for (const CounterDefinition& definition : definitions) {
      builder.set(definition.offset, definition.size, seed * 1'000 + tick * definition.offset);
    }
  };
  if (object.instances == 0) fill((builder.begin_single(), 1));
  for (std::uint32_t i = 0; i < object.instances; ++i) {
    InstanceIdentity identity;
    if (object.parents != 0) identity.parent = ParentInstance{238, i % object.parents};
    builder.begin_instance("process " + std::to_string(100'000 + i), identity);
    fill(i);
  }
  builder.end_object();
}

// Begins with the object 238 of 400 instances; the others have titles from 1,000 up, 100 apart.
inline std::vector<std::byte> big_block(std::uint64_t tick = 1) {
  DataBlockBuilder builder;
  const auto time = static_cast<std::int64_t>(tick) * 10'000'000;
  builder.begin({.perf_time = time,
                 .perf_freq = 10'000'000,
                 .perf_time_100ns = time,
                 .machine_name = "BENCH"});
  append_big_object(builder, {238, 28, 400, 0}, tick);
  append_big_object(builder, {1'000, 12, 4'000, 400}, tick);
  for (std::uint32_t i = 0; i < 46; ++i)
    append_big_object(builder, {1'100 + 100 * i, 20, 58, 0}, tick);
  for (std::uint32_t i = 0; i < 12; ++i)
    append_big_object(builder, {6'000 + 100 * i, 20, 0, 0}, tick);
  const Bytes bytes = builder.finish().value();
  return {bytes.begin(), bytes.end()};
}

}  // namespace openperflib::bench
