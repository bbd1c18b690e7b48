// ObjectTypeView reads one PERF_OBJECT_TYPE in place: its header, definitions, instances and data.
//
// Bytes:   owns none; valid while the bytes of the block live and stay unchanged.
// Threads: immutable; any number of threads may read one view.
// Errors:  none: DataBlockView::parse has proved all extents.
// Source:  docs/formats/perf_data_block.md, section 3.
#pragma once

#include <cstdint>
#include <optional>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/base/bytes.h"
#include "openperflib/wire/object_ranges.h"

namespace openperflib {

// View: one object of DataBlockView::objects().
class ObjectTypeView {
 public:
  // Views the bytes of one object: TotalByteLength of them, or what is left of a cut one.
  ObjectTypeView(Bytes bytes, BlockOrders orders) noexcept : bytes_(bytes), orders_(orders) {}

  [[nodiscard]] std::uint32_t name_title_index() const noexcept;  // what queries know it by
  [[nodiscard]] std::uint32_t help_title_index() const noexcept;  // of its help text
  [[nodiscard]] std::uint32_t detail_level() const noexcept;      // PERF_DETAIL_*, the least needed
  [[nodiscard]] std::uint32_t counter_count() const noexcept;     // definitions, bases included
  [[nodiscard]] std::int32_t default_counter() const noexcept;    // as stored: ordinal, title or -1
  // The ordinal that default_counter() means: ordinal or title index, a base stepped back to its
  // numerator; nullopt for -1 and for what is neither.
  [[nodiscard]] std::optional<std::uint32_t> default_counter_ordinal() const noexcept;
  // NumInstances as stored: -1 no instances by nature, -2 and -3 metadata, else how many.
  [[nodiscard]] std::int32_t stored_instance_count() const noexcept;
  // Instances that follow; nullopt for an object without instances by nature and for metadata.
  [[nodiscard]] std::optional<std::uint32_t> instance_count() const noexcept;
  [[nodiscard]] bool is_metadata() const noexcept;         // -2 or -3: no data follows
  [[nodiscard]] std::uint32_t code_page() const noexcept;  // of the instance names; 0: UTF-16
  [[nodiscard]] std::int64_t perf_time() const noexcept;   // the object's own clock, in ticks
  [[nodiscard]] std::int64_t perf_freq() const noexcept;   // its ticks per second

  // The definitions in their order.
  [[nodiscard]] CounterRange counters() const noexcept;
  // The instances in their order; empty where instance_count() is null.
  [[nodiscard]] InstanceRange instances() const noexcept;
  // The one counter block of an object without instances; nullopt otherwise.
  [[nodiscard]] std::optional<CounterBlockView> single() const noexcept;

  // The object as it stands, header to the last byte there is of its data.
  [[nodiscard]] Bytes bytes() const noexcept { return bytes_; }
  [[nodiscard]] std::uint32_t total_byte_length() const noexcept;  // as stored
  [[nodiscard]] std::uint32_t definition_length() const noexcept;  // data starts at this byte
  [[nodiscard]] std::uint32_t header_length() const noexcept;      // definitions start at this byte
  // Whether the block ended before the object did (Tolerance::last_object_cut): its last counter
  // block lacks bytes, and instances may be missing.
  [[nodiscard]] bool is_cut() const noexcept { return bytes_.size() < total_byte_length(); }
  [[nodiscard]] ByteOrder byte_order() const noexcept { return orders_.numbers; }
  [[nodiscard]] ByteOrder text_order() const noexcept { return orders_.text; }

 private:
  // The header's member at `offset`, in the block's byte order.
  template <typename T>
  [[nodiscard]] T member(std::size_t offset) const noexcept {
    return load<T>(bytes_, offset, orders_.numbers);
  }
  // Of a cut object: how many instances are there.
  [[nodiscard]] std::uint32_t instances_present() const noexcept;
  // From DefinitionLength to the end.
  [[nodiscard]] Bytes after_definitions() const noexcept;
  Bytes bytes_;
  BlockOrders orders_;
};

// ObjectRange's step: one PERF_OBJECT_TYPE of its TotalByteLength.
struct ObjectStep {
  using Item = ObjectTypeView;  // what the range hands out
  // Its TotalByteLength, or what is left of a cut one.
  [[nodiscard]] static std::size_t length(Bytes rest, BlockOrders orders) noexcept;
  // The object at byte 0 of `rest`.
  [[nodiscard]] static Item item(Bytes rest, BlockOrders orders) noexcept;
};
// The objects of a block.
using ObjectRange = StoredRange<ObjectStep>;

}  // namespace openperflib

#include "openperflib/wire/object_type_view_inline.h"  // IWYU pragma: export
