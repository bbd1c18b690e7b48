// ObjectTypeView reads one PERF_OBJECT_TYPE in place: its header, definitions, instances and data.
//
// Bytes:   owns none; valid while the bytes of the block live and stay unchanged.
// Threads: immutable; any number of threads may read one view.
// Errors:  none: DataBlockView::parse has validated all extents.
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
  // Views the TotalByteLength bytes of one object, or the remaining bytes of a truncated one.
  ObjectTypeView(Bytes bytes, BlockOrders orders) noexcept : bytes_(bytes), orders_(orders) {}

  [[nodiscard]] std::uint32_t name_title_index() const noexcept;  // by which queries select it
  [[nodiscard]] std::uint32_t help_title_index() const noexcept;  // of its help text
  [[nodiscard]] std::uint32_t detail_level() const noexcept;      // the minimum PERF_DETAIL_*
  [[nodiscard]] std::uint32_t counter_count() const noexcept;     // definitions, including bases
  [[nodiscard]] std::int32_t default_counter() const noexcept;    // as stored: ordinal, title or -1
  // The ordinal that default_counter() means, whether it stores an ordinal or a title index; for a
  // base, its numerator's ordinal. nullopt for -1 and for any other number.
  [[nodiscard]] std::optional<std::uint32_t> default_counter_ordinal() const noexcept;
  // NumInstances as stored: -1 for an object without instances, -2 and -3 for metadata, else their
  // number.
  [[nodiscard]] std::int32_t stored_instance_count() const noexcept;
  // Number of instances that follow; nullopt for an object without instances and for metadata.
  [[nodiscard]] std::optional<std::uint32_t> instance_count() const noexcept;
  [[nodiscard]] bool is_metadata() const noexcept;         // -2 or -3: no data follows
  [[nodiscard]] std::uint32_t code_page() const noexcept;  // of the instance names; 0: UTF-16
  [[nodiscard]] std::int64_t perf_time() const noexcept;   // the object's own clock, in ticks
  [[nodiscard]] std::int64_t perf_freq() const noexcept;   // its ticks per second

  // The definitions in stored order.
  [[nodiscard]] CounterRange counters() const noexcept;
  // The instances in stored order; empty if instance_count() is null.
  [[nodiscard]] InstanceRange instances() const noexcept;
  // The one counter block of an object without instances; nullopt otherwise.
  [[nodiscard]] std::optional<CounterBlockView> single() const noexcept;

  // The object as stored, from its header to the last available byte of its data.
  [[nodiscard]] Bytes bytes() const noexcept { return bytes_; }
  [[nodiscard]] std::uint32_t total_byte_length() const noexcept;  // as stored
  [[nodiscard]] std::uint32_t definition_length() const noexcept;  // data starts at this byte
  [[nodiscard]] std::uint32_t header_length() const noexcept;      // definitions start at this byte
  // Whether the block ends before the object does (Tolerance::last_object_cut): its last counter
  // block lacks bytes, and instances may be missing.
  [[nodiscard]] bool is_cut() const noexcept { return bytes_.size() < total_byte_length(); }
  [[nodiscard]] ByteOrder byte_order() const noexcept { return orders_.numbers; }
  [[nodiscard]] ByteOrder text_order() const noexcept { return orders_.text; }

 private:
  // The member of the header at `offset`, in the block's byte order.
  template <typename T>
  [[nodiscard]] T member(std::size_t offset) const noexcept {
    return load<T>(bytes_, offset, orders_.numbers);
  }
  // The number of instances that a truncated object still has.
  [[nodiscard]] std::uint32_t instances_present() const noexcept;
  // The bytes from DefinitionLength to the end.
  [[nodiscard]] Bytes after_definitions() const noexcept;
  Bytes bytes_;
  BlockOrders orders_;
};

// Step over one PERF_OBJECT_TYPE.
struct ObjectStep {
  using Item = ObjectTypeView;  // element of the range
  // The object's TotalByteLength, or the remaining bytes of a truncated one.
  [[nodiscard]] static std::size_t length(Bytes rest, BlockOrders orders) noexcept;
  // The object at byte 0 of `rest`.
  [[nodiscard]] static Item item(Bytes rest, BlockOrders orders) noexcept;
};
// The objects of a block.
using ObjectRange = StoredRange<ObjectStep>;

}  // namespace openperflib

#include "openperflib/wire/object_type_view_inline.h"  // IWYU pragma: export
