// CounterDefinitionView reads one PERF_COUNTER_DEFINITION in place.
//
// Bytes:   owns none; valid while the bytes of the block live and stay unchanged.
// Threads: immutable; any number of threads may read one view.
// Errors:  none: DataBlockView::parse has validated all extents.
// Source:  docs/formats/perf_data_block.md, section 4.
#pragma once

#include <cstdint>

#include "openperflib/base/bytes.h"
#include "openperflib/wire/layout.h"

namespace openperflib {

// View: one element of ObjectTypeView::counters(): a counter, or the base of the counter before it.
class CounterDefinitionView {
 public:
  // Views the ByteLength bytes of one definition (at least 40, as DataBlockView::parse has
  // validated).
  CounterDefinitionView(Bytes bytes, ByteOrder order) noexcept : bytes_(bytes), order_(order) {}

  // The counter's title index; for a base 0 or its numerator's index.
  [[nodiscard]] std::uint32_t name_title_index() const noexcept {
    return word(layout::counter_definition::kCounterNameTitleIndex);
  }
  // The index of its help text; not always the name's + 1.
  [[nodiscard]] std::uint32_t help_title_index() const noexcept {
    return word(layout::counter_definition::kCounterHelpTitleIndex);
  }
  // A power of ten for a chart's axis of 0 to 100.
  [[nodiscard]] std::int32_t default_scale() const noexcept {
    return static_cast<std::int32_t>(word(layout::counter_definition::kDefaultScale));
  }
  // PERF_DETAIL_*.
  [[nodiscard]] std::uint32_t detail_level() const noexcept {
    return word(layout::counter_definition::kDetailLevel);
  }
  // PERF_COUNTER_COUNTER and so on: the 32 bits as stored.
  [[nodiscard]] std::uint32_t counter_type() const noexcept {
    return word(layout::counter_definition::kCounterType);
  }
  // Bytes of the value; takes precedence over the size bits of the type.
  [[nodiscard]] std::uint32_t counter_size() const noexcept {
    return word(layout::counter_definition::kCounterSize);
  }
  // Offset of the value, in bytes from the start of a counter block.
  [[nodiscard]] std::uint32_t counter_offset() const noexcept {
    return word(layout::counter_definition::kCounterOffset);
  }
  // The definition as stored, ByteLength bytes.
  [[nodiscard]] Bytes bytes() const noexcept { return bytes_; }

 private:
  // The member at `offset`, in the block's byte order.
  [[nodiscard]] std::uint32_t word(std::size_t offset) const noexcept {
    return load<std::uint32_t>(bytes_, offset, order_);
  }
  Bytes bytes_;
  ByteOrder order_;
};

}  // namespace openperflib
