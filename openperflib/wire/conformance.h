// How strictly a block is validated, and which anomalies were accepted.
#pragma once

#include <cstddef>
#include <cstdint>

namespace openperflib {

// How strict a parse is; both modes refuse anything that could lead outside the bytes.
enum class Conformance : std::uint8_t {
  strict,               // every anomaly is a fault; real Windows blocks pass
  as_seen_in_the_wild,  // the anomalies below are read as intended, and reported
};

// An anomaly that known writers produce, or that affects no more than a name. One test each.
enum class Tolerance : std::uint8_t {
  objects_after_header_twice,   // Wine 8: objects start 88 bytes late (header length counted twice)
  last_object_cut,              // Wine 8: ... and the last one lacks as many bytes
  total_length_without_header,  // Samba: TotalByteLength does not include the header
  bytes_after_the_block,        // more bytes than TotalByteLength
  base_without_title,           // a base whose title index is 0
  default_counter_is_title,     // DefaultCounter holds a title index, not an ordinal
  default_counter_unknown,      // DefaultCounter is neither ordinal nor title of this object
  value_over_block_length,      // a value at CounterOffset below 4, over the block's own ByteLength
  undecodable_name,             // a name with an unpaired surrogate or undecodable bytes
  parent_out_of_range,          // a parent that is not an instance of the block
  unaligned_length,             // a length that is not a multiple of 8
  count,                        // the number of tolerances, not one of them
};

// Its name in tools and docs ("base-without-title"), and a sentence that explains it.
[[nodiscard]] const char* name_of(Tolerance tolerance) noexcept;
[[nodiscard]] const char* explanation_of(Tolerance tolerance) noexcept;

// Value. Which tolerances a parse used, and where each was first needed.
class ToleranceReport {
 public:
  // Records one; only the first place of each kind is kept. Never allocates.
  void note(Tolerance tolerance, std::uint64_t offset) noexcept;
  // Whether the tolerance was needed.
  [[nodiscard]] bool used(Tolerance tolerance) const noexcept;
  // Offset of the first place, in bytes from the start of the block. Valid only if used() is true.
  [[nodiscard]] std::uint64_t first_offset(Tolerance tolerance) const noexcept;
  [[nodiscard]] bool empty() const noexcept;
  void clear() noexcept;

 private:
  std::uint32_t used_ = 0;
  std::uint64_t offsets_[static_cast<std::size_t>(Tolerance::count)] = {};
};

}  // namespace openperflib
