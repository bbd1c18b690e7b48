// DataBlockView reads one PERF_DATA_BLOCK in place.
//
// Bytes:   owns none; valid while the bytes given to parse() live and stay unchanged.
// Threads: immutable; any number of threads may read one view.
// Errors:  parse() validates the header, every object, definition, instance and counter block to
// the
//          last byte; afterwards no accessor of this view or of the views it returns can fail.
// Source:  docs/formats/perf_data_block.md.
#pragma once

#include <cstdint>
#include <expected>
#include <optional>

#include "openperflib/base/bytes.h"
#include "openperflib/base/civil_time.h"
#include "openperflib/base/error.h"
#include "openperflib/base/limits.h"
#include "openperflib/wire/conformance.h"
#include "openperflib/wire/object_type_view.h"

namespace openperflib {

// View of a whole validated block; it and all views it returns copy no bytes.
class DataBlockView {
 public:
  // Views the block that starts at byte 0 of `bytes`.
  // Work: one walk over the structures; a count that the bytes cannot hold is refused before any
  // loop. Errors: truncated, outside, over_limit, wrong_value, misaligned, disagrees: the first in
  // reading order, with the field and its byte. `report`, if given, is cleared and then receives
  // the tolerances used; strict parsing uses none.
  [[nodiscard]] static std::expected<DataBlockView, Error> parse(
      Bytes bytes, const Limits& limits = {},
      Conformance conformance = Conformance::as_seen_in_the_wild,
      ToleranceReport* report = nullptr) noexcept;

  [[nodiscard]] ByteOrder byte_order() const noexcept;    // of all numbers, from LittleEndian
  [[nodiscard]] std::uint32_t version() const noexcept;   // 1 today; others are not refused
  [[nodiscard]] std::uint32_t revision() const noexcept;  // 1 today; others are not refused
  [[nodiscard]] std::uint32_t total_byte_length() const noexcept;  // as stored
  // As stored, in bytes; includes the machine name.
  [[nodiscard]] std::uint32_t header_length() const noexcept;
  [[nodiscard]] std::int32_t default_object() const noexcept;  // a title index, or -1
  [[nodiscard]] SystemTime system_time() const noexcept;  // as stored: UTC if live, local in a log
  [[nodiscard]] std::int64_t perf_time() const noexcept;  // ticks
  [[nodiscard]] std::int64_t perf_freq() const noexcept;  // ticks per second
  [[nodiscard]] FileTime perf_time_100ns() const noexcept;  // UTC
  [[nodiscard]] Bytes machine_name() const noexcept;        // UTF-16 as stored, without its NUL
  // Byte order of the code units of all names: that of the signature. A big-endian machine may use
  // either.
  [[nodiscard]] ByteOrder text_order() const noexcept;

  // NumObjectTypes; parse() has checked that the block has that many objects.
  [[nodiscard]] std::uint32_t object_count() const noexcept;
  // The objects in stored order: `for (const ObjectTypeView& object : view.objects())`.
  [[nodiscard]] ObjectRange objects() const noexcept;
  // The first object with that title index, or nullopt.
  [[nodiscard]] std::optional<ObjectTypeView> find(std::uint32_t name_title_index) const noexcept;

  // Whether the parent of an instance is in this block; a parent outside it counts as no parent.
  [[nodiscard]] bool has(const ParentInstance& parent) const noexcept;

  // The bytes of the block, from its header to the end of its last object.
  [[nodiscard]] Bytes bytes() const noexcept { return bytes_; }

 private:
  // For a block that parse() has validated.
  DataBlockView(Bytes bytes, BlockOrders orders, std::uint32_t objects_offset) noexcept
      : bytes_(bytes), orders_(orders), objects_offset_(objects_offset) {}
  // The member of the header at `offset`, in the block's byte order.
  template <typename T>
  [[nodiscard]] T member(std::size_t offset) const noexcept {
    return load<T>(bytes_, offset, orders_.numbers);
  }
  Bytes bytes_;
  BlockOrders orders_;
  std::uint32_t objects_offset_;  // of the first object; HeaderLength except in blocks of Wine
};

}  // namespace openperflib
