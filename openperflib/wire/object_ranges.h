// CounterRange and InstanceRange: the definitions and the instances of an object, in their order,
// for range-for and std::ranges.
//
// Bytes:   own none; valid while the bytes of the block live and stay unchanged.
// Threads: immutable; any number of threads may read one range.
// Errors:  none: DataBlockView::parse has proved all extents.
// Source:  docs/formats/perf_data_block.md, section 1.
#pragma once

#include <algorithm>

#include "openperflib/wire/counter_block_view.h"
#include "openperflib/wire/counter_definition_view.h"
#include "openperflib/wire/instance_definition_view.h"
#include "openperflib/wire/stored_range.h"

namespace openperflib {

// One PERF_COUNTER_DEFINITION of its ByteLength.
struct CounterStep {
  using Item = CounterDefinitionView;  // what the range hands out
  // Its ByteLength.
  [[nodiscard]] static std::size_t length(Bytes rest, BlockOrders orders) noexcept {
    return load<std::uint32_t>(rest, layout::counter_definition::kByteLength, orders.numbers);
  }
  // The definition at byte 0 of `rest`.
  [[nodiscard]] static Item item(Bytes rest, BlockOrders orders) noexcept {
    return {rest.first(length(rest, orders)), orders.numbers};
  }
};
// The definitions of an object, bases included.
using CounterRange = StoredRange<CounterStep>;

// One PERF_INSTANCE_DEFINITION and the PERF_COUNTER_BLOCK behind it, which may be cut.
struct InstanceStep {
  using Item = InstanceView;  // what the range hands out
  // ByteLength of the PERF_INSTANCE_DEFINITION: its counter block starts there.
  [[nodiscard]] static std::size_t definition_length(Bytes rest, BlockOrders orders) noexcept {
    return load<std::uint32_t>(rest, layout::instance_definition::kByteLength, orders.numbers);
  }
  // What there is of the counter block at byte 0 of `rest`.
  [[nodiscard]] static Bytes counter_block(Bytes rest, BlockOrders orders) noexcept {
    const std::size_t length =
        load<std::uint32_t>(rest, layout::counter_block::kByteLength, orders.numbers);
    return rest.first(std::min(length, rest.size()));
  }
  // Of both together, in bytes.
  [[nodiscard]] static std::size_t length(Bytes rest, BlockOrders orders) noexcept {
    const std::size_t definition = definition_length(rest, orders);
    return definition + counter_block(rest.subspan(definition), orders).size();
  }
  // The definition at byte 0 of `rest` and the counter block behind it.
  [[nodiscard]] static Item item(Bytes rest, BlockOrders orders) noexcept {
    const std::size_t definition = definition_length(rest, orders);
    return {{rest.first(definition), orders.numbers},
            {counter_block(rest.subspan(definition), orders), orders.numbers}};
  }
};
// The instances of an object.
using InstanceRange = StoredRange<InstanceStep>;

}  // namespace openperflib
