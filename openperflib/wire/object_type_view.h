// Views of what a PERF_DATA_BLOCK holds: objects, their counter definitions, instances and counter
// blocks. All of them own nothing and come out of a DataBlockView (object_type_view.h is also where
// the ranges are that walk them by the stored lengths).
//
// Bytes:   own none; valid while the bytes of the block live and stay unchanged.
// Threads: immutable; any number of threads may read one view.
// Errors:  none: DataBlockView::parse has proved all extents.
// Source:  docs/formats/perf_data_block.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>

#include "openperflib/base/bytes.h"

namespace openperflib {

// One PERF_COUNTER_DEFINITION.
class CounterDefinitionView {
 public:
  CounterDefinitionView(Bytes bytes, ByteOrder order) noexcept : bytes_(bytes), order_(order) {}
  [[nodiscard]] std::uint32_t name_title_index() const noexcept;  // 0 or its numerator's for a base
  [[nodiscard]] std::uint32_t help_title_index() const noexcept;
  [[nodiscard]] std::int32_t default_scale() const noexcept;  // a power of ten
  [[nodiscard]] std::uint32_t detail_level() const noexcept;
  [[nodiscard]] std::uint32_t counter_type() const noexcept;
  [[nodiscard]] std::uint32_t counter_size() const noexcept;    // bytes; rules over the type's size bits
  [[nodiscard]] std::uint32_t counter_offset() const noexcept;  // from the start of a counter block
  [[nodiscard]] Bytes bytes() const noexcept { return bytes_; }

 private:
  Bytes bytes_;
  ByteOrder order_;
};

// One PERF_COUNTER_BLOCK with its data.
class CounterBlockView {
 public:
  CounterBlockView(Bytes bytes, ByteOrder order) noexcept : bytes_(bytes), order_(order) {}
  // The value of a definition of the same object, zero-extended from CounterSize 1 to 8 bytes, in the
  // block's byte order; nullopt for other sizes (0, texts): use data().
  [[nodiscard]] std::optional<std::uint64_t> value(const CounterDefinitionView& counter) const noexcept;
  // The CounterSize bytes of a definition of the same object.
  [[nodiscard]] Bytes data(const CounterDefinitionView& counter) const noexcept;
  [[nodiscard]] Bytes bytes() const noexcept { return bytes_; }

 private:
  Bytes bytes_;
  ByteOrder order_;
};

// Which instance an instance belongs to: its place in the parent object of the same block.
struct ParentInstance {
  std::uint32_t object_title_index = 0;
  std::uint32_t instance = 0;  // 0-based; may be out of range: then there is no such parent
  bool operator==(const ParentInstance&) const = default;
};

// One PERF_INSTANCE_DEFINITION with its name.
class InstanceDefinitionView {
 public:
  InstanceDefinitionView(Bytes bytes, ByteOrder order) noexcept : bytes_(bytes), order_(order) {}
  [[nodiscard]] std::optional<ParentInstance> parent() const noexcept;  // nullopt where 0 is stored
  [[nodiscard]] std::int32_t unique_id() const noexcept;                // -1: known by its name
  // The NameLength bytes of the name, its NUL included if it has one: UTF-16 in the block's byte
  // order, or characters of the object's code page. Empty: the instance has no name.
  [[nodiscard]] Bytes name() const noexcept;
  [[nodiscard]] Bytes bytes() const noexcept { return bytes_; }

 private:
  Bytes bytes_;
  ByteOrder order_;
};

// One instance: its definition and its counter block.
struct InstanceView {
  InstanceDefinitionView definition;
  CounterBlockView counters;
};

// Walks stored lengths forward. `Step` has: static Bytes-and-order -> value, and the length of one.
class CounterRange;
class InstanceRange;

// One PERF_OBJECT_TYPE.
class ObjectTypeView {
 public:
  ObjectTypeView(Bytes bytes, ByteOrder order) noexcept : bytes_(bytes), order_(order) {}
  [[nodiscard]] std::uint32_t name_title_index() const noexcept;
  [[nodiscard]] std::uint32_t help_title_index() const noexcept;
  [[nodiscard]] std::uint32_t detail_level() const noexcept;
  [[nodiscard]] std::uint32_t counter_count() const noexcept;  // definitions, bases included
  [[nodiscard]] std::int32_t default_counter() const noexcept;  // as stored: an ordinal, a title or -1
  // The ordinal that default_counter() means: ordinal or title index, a base stepped back to its
  // numerator; nullopt for -1 and for what is neither.
  [[nodiscard]] std::optional<std::uint32_t> default_counter_ordinal() const noexcept;
  // NumInstances as stored: -1 no instances by nature, -2 and -3 metadata, else how many.
  [[nodiscard]] std::int32_t stored_instance_count() const noexcept;
  // Instances that follow; nullopt for an object without instances by nature and for metadata.
  [[nodiscard]] std::optional<std::uint32_t> instance_count() const noexcept;
  [[nodiscard]] bool is_metadata() const noexcept;          // -2 or -3: no data follows
  [[nodiscard]] std::uint32_t code_page() const noexcept;   // of the instance names; 0: UTF-16
  [[nodiscard]] std::int64_t perf_time() const noexcept;    // the object's own clock
  [[nodiscard]] std::int64_t perf_freq() const noexcept;

  [[nodiscard]] CounterRange counters() const noexcept;    // definitions in their order
  [[nodiscard]] InstanceRange instances() const noexcept;  // empty where instance_count() is null
  // The one counter block of an object without instances; nullopt otherwise.
  [[nodiscard]] std::optional<CounterBlockView> single() const noexcept;

  [[nodiscard]] Bytes bytes() const noexcept { return bytes_; }  // TotalByteLength of them
  [[nodiscard]] std::uint32_t definition_length() const noexcept;
  [[nodiscard]] ByteOrder byte_order() const noexcept { return order_; }

 private:
  Bytes bytes_;
  ByteOrder order_;
};

}  // namespace openperflib
