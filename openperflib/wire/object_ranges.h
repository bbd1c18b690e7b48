// CounterRange and InstanceRange: the definitions and the instances of an object, in stored order,
// for range-for and std::ranges.
//
// Bytes:   own none; valid while the bytes of the block live and stay unchanged.
// Threads: immutable; any number of threads may read one range.
// Errors:  none: DataBlockView::parse has validated all extents.
// Source:  docs/formats/perf_data_block.md, section 1.
#pragma once

#include <algorithm>

#include "openperflib/wire/counter_block_view.h"
#include "openperflib/wire/counter_definition_view.h"
#include "openperflib/wire/instance_definition_view.h"
#include "openperflib/wire/stored_range.h"

namespace openperflib {

// Step over one PERF_COUNTER_DEFINITION.
struct CounterStep {
  using Item = CounterDefinitionView;  // element of the range
  // The definition's ByteLength.
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

// Step over one PERF_INSTANCE_DEFINITION and the PERF_COUNTER_BLOCK after it, which may be
// truncated.
struct InstanceStep {
  using Item = InstanceView;  // element of the range
  // ByteLength of the PERF_INSTANCE_DEFINITION: its counter block starts there.
  [[nodiscard]] static std::size_t definition_length(Bytes rest, BlockOrders orders) noexcept {
    return load<std::uint32_t>(rest, layout::instance_definition::kByteLength, orders.numbers);
  }
  // The available bytes of the counter block at byte 0 of `rest`.
  [[nodiscard]] static Bytes counter_block(Bytes rest, BlockOrders orders) noexcept {
    const std::size_t length =
        load<std::uint32_t>(rest, layout::counter_block::kByteLength, orders.numbers);
    return rest.first(std::min(length, rest.size()));
  }
  // Length of both together, in bytes.
  [[nodiscard]] static std::size_t length(Bytes rest, BlockOrders orders) noexcept {
    const std::size_t definition = definition_length(rest, orders);
    return definition + counter_block(rest.subspan(definition), orders).size();
  }
  // The definition at byte 0 of `rest` and the counter block after it.
  [[nodiscard]] static Item item(Bytes rest, BlockOrders orders) noexcept {
    const std::size_t definition = definition_length(rest, orders);
    return {{rest.first(definition), orders.numbers},
            {counter_block(rest.subspan(definition), orders), orders.numbers}};
  }
};
// The instances of an object.
using InstanceRange = StoredRange<InstanceStep>;

}  // namespace openperflib
