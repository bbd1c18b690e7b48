// CounterBlockView reads one PERF_COUNTER_BLOCK with its data in place.
//
// Bytes:   owns none; valid while the bytes of the block live and stay unchanged.
// Threads: immutable; any number of threads may read one view.
// Errors:  none. A definition that points outside the block has no value and no bytes.
// Source:  docs/formats/perf_data_block.md, section 6.
#pragma once

#include <cstdint>
#include <optional>

#include "openperflib/base/bytes.h"
#include "openperflib/wire/counter_definition_view.h"

namespace openperflib {

// The `size` bytes (1 to 8) at `offset` as a number, zero-extended. The caller has validated that
// they are inside the block.
[[nodiscard]] inline std::uint64_t load_value(Bytes bytes, std::size_t offset, std::uint32_t size,
                                              ByteOrder order = ByteOrder::little) noexcept {
  if (size == 8) [[likely]]
    return load<std::uint64_t>(bytes, offset, order);
  if (size == 4) return load<std::uint32_t>(bytes, offset, order);
  std::uint64_t value = 0;
  std::memcpy(&value, bytes.data() + offset, size);
  if (order == ByteOrder::little) return value;
  return std::byteswap(value) >> (64 - 8 * size);
}

// View: the values of one instance, or of an object that has no instances.
class CounterBlockView {
 public:
  // Views the ByteLength bytes of one counter block, or the remaining bytes of a truncated one.
  CounterBlockView(Bytes bytes, ByteOrder order) noexcept : bytes_(bytes), order_(order) {}

  // The value of a definition of the same object, zero-extended from CounterSize 1 to 8 bytes, in
  // the block's byte order; nullopt for other sizes (0, texts: use data()) and for missing bytes.
  [[nodiscard]] std::optional<std::uint64_t> value(
      const CounterDefinitionView& counter) const noexcept {
    const std::uint32_t size = counter.counter_size();
    const std::uint32_t offset = counter.counter_offset();
    if (size - 1 > 7 || !contains(bytes_.size(), offset, size)) return std::nullopt;
    return load_value(bytes_, offset, size, order_);
  }

  // The CounterSize bytes of a definition of the same object; empty if they are missing.
  [[nodiscard]] Bytes data(const CounterDefinitionView& counter) const noexcept {
    const std::uint32_t size = counter.counter_size();
    const std::uint32_t offset = counter.counter_offset();
    return contains(bytes_.size(), offset, size) ? bytes_.subspan(offset, size) : Bytes{};
  }

  // The counter block as stored, beginning with its ByteLength.
  [[nodiscard]] Bytes bytes() const noexcept { return bytes_; }
  // Byte order of its numbers.
  [[nodiscard]] ByteOrder byte_order() const noexcept { return order_; }

 private:
  Bytes bytes_;
  ByteOrder order_;
};

}  // namespace openperflib
