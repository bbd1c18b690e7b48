// InstanceDefinitionView reads one PERF_INSTANCE_DEFINITION with its name in place.
//
// Bytes:   owns none; valid while the bytes of the block live and stay unchanged.
// Threads: immutable; any number of threads may read one view.
// Errors:  none: DataBlockView::parse has validated all extents.
// Source:  docs/formats/perf_data_block.md, section 5.
#pragma once

#include <cstdint>
#include <optional>

#include "openperflib/base/bytes.h"
#include "openperflib/wire/counter_block_view.h"
#include "openperflib/wire/layout.h"

namespace openperflib {

// The parent of an instance, by its position in the parent object of the same block.
struct ParentInstance {
  std::uint32_t object_title_index = 0;
  std::uint32_t instance = 0;  // 0-based; if out of range, the instance has no parent
  bool operator==(const ParentInstance&) const = default;
};

// View: the name and identity of an instance. Its values are in InstanceView::counters.
class InstanceDefinitionView {
 public:
  // Views the ByteLength bytes of one definition (validated by DataBlockView::parse).
  InstanceDefinitionView(Bytes bytes, ByteOrder order) noexcept : bytes_(bytes), order_(order) {}

  // The parent as stored, in range or not (see DataBlockView::has); nullopt if 0 is stored.
  [[nodiscard]] std::optional<ParentInstance> parent() const noexcept {
    const std::uint32_t object = word(layout::instance_definition::kParentObjectTitleIndex);
    if (object == 0) return std::nullopt;
    return ParentInstance{object, word(layout::instance_definition::kParentObjectInstance)};
  }
  // -1 (PERF_NO_UNIQUE_ID) if the instance is identified by its name.
  [[nodiscard]] std::int32_t unique_id() const noexcept {
    return static_cast<std::int32_t>(word(layout::instance_definition::kUniqueID));
  }
  // The NameLength bytes of the name, including its NUL if it has one: UTF-16, or characters of the
  // object's code page; instance_name() decodes them. Empty if the instance has no name.
  [[nodiscard]] Bytes name() const noexcept {
    return bytes_.subspan(word(layout::instance_definition::kNameOffset),
                          word(layout::instance_definition::kNameLength));
  }
  // The definition as stored, including name and padding.
  [[nodiscard]] Bytes bytes() const noexcept { return bytes_; }

 private:
  // The member at `offset`, in the block's byte order.
  [[nodiscard]] std::uint32_t word(std::size_t offset) const noexcept {
    return load<std::uint32_t>(bytes_, offset, order_);
  }
  Bytes bytes_;
  ByteOrder order_;
};

// One instance: its definition and its counter block.
struct InstanceView {
  InstanceDefinitionView definition;
  CounterBlockView counters;
};

}  // namespace openperflib
