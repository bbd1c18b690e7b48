// How strictly a block is judged, and what was let pass.
#pragma once

#include <cstddef>
#include <cstdint>

namespace openperflib {

// How strictly a parse judges; both refuse whatever could lead out of the bytes.
enum class Conformance : std::uint8_t {
  strict,               // every oddity is a fault; real Windows blocks pass
  as_seen_in_the_wild,  // the oddities below are read for what they mean, and reported
};

// An oddity that real writers are known for, or that costs no more than a name. One test each.
enum class Tolerance : std::uint8_t {
  objects_after_header_twice,   // Wine 8: objects start 88 bytes late (header length counted twice)
  last_object_cut,              // Wine 8: ... and the last one lacks as many bytes
  total_length_without_header,  // Samba: TotalByteLength leaves the header out
  bytes_after_the_block,        // more bytes than TotalByteLength
  base_without_title,           // a base whose title index is 0
  default_counter_is_title,     // DefaultCounter holds a title index, not an ordinal
  default_counter_unknown,      // DefaultCounter is neither ordinal nor title of this object
  value_over_block_length,      // a value at CounterOffset below 4, over the block's own ByteLength
  undecodable_name,             // a name with an unpaired surrogate or bytes of no character
  parent_out_of_range,          // a parent that no instance of the block is
  unaligned_length,             // a length that is not a multiple of 8
  count,                        // how many there are; not one of them
};

// The name by which tools and docs call it ("base-without-title"), and one sentence on it.
[[nodiscard]] const char* name_of(Tolerance tolerance) noexcept;
[[nodiscard]] const char* explanation_of(Tolerance tolerance) noexcept;

// Value. Which tolerances a parse used, and where each was met first.
class ToleranceReport {
 public:
  // Notes one; only the first place of each kind is kept. Never allocates.
  void note(Tolerance tolerance, std::uint64_t offset) noexcept;
  // Whether that one was met.
  [[nodiscard]] bool used(Tolerance tolerance) const noexcept;
  // Offset of the first place, in bytes from the start of the block. Only where used() is true.
  [[nodiscard]] std::uint64_t first_offset(Tolerance tolerance) const noexcept;
  [[nodiscard]] bool empty() const noexcept;
  void clear() noexcept;

 private:
  std::uint32_t used_ = 0;
  std::uint64_t offsets_[static_cast<std::size_t>(Tolerance::count)] = {};
};

}  // namespace openperflib
