// Blocks of the object Process, as the benches make them.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib::bench {

// A counter of an object. A row of its table.
struct MadeCounter {
  std::uint32_t title;
  std::uint32_t type;
  std::uint32_t size;  // bytes
};

// Returns the definitions of counters that lie one after the other: the longer ones come first, so
// that all are aligned.
[[nodiscard]] std::vector<CounterDefinition> definitions_of(std::span<const MadeCounter> counters);

// When a block was collected.
struct MadeTime {
  std::int64_t ticks = 0;  // 100 ns
  FileTime utc = 0;
  FileTime shown = 0;  // SystemTime of the block
};

// Begins a block and in it the object Process; its instances follow.
void begin_processes(DataBlockBuilder& builder, const MadeTime& time, std::string_view machine,
                     std::span<const CounterDefinition> definitions);

}  // namespace openperflib::bench
