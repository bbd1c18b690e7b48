// ColumnReader reads all values of a counter block at once: one load and one shift a value.
//
// Resource: keeps one small list, which prepare() fills anew; no allocation for a number of
//           definitions that was seen before.
// Threads:  prepare() alone; read() from any number of threads.
// Source:   docs/formats/perf_data_block.md, section 6.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/wire/object_type_view.h"

namespace openperflib {

// Prepared for one object at a time; then reads any of its counter blocks.
class ColumnReader {
 public:
  // Takes the definitions of `object`; counter blocks of that object can be read until the next
  // call.
  void prepare(const ObjectTypeView& object);

  // Definitions taken.
  [[nodiscard]] std::size_t size() const noexcept { return columns_.size(); }
  // Whether a definition is a number of 1 to 8 bytes; read() gives 0 for those that are not.
  [[nodiscard]] bool is_number(std::size_t ordinal) const noexcept {
    return stored_[ordinal].size - 1U < sizeof(std::uint64_t);
  }

  // Writes the value of each definition, in their order, zero-extended, to the first size() of
  // `values`. False, and nothing is written: the block is cut and lacks a value, or `values` is
  // short.
  [[nodiscard]] bool read(const CounterBlockView& block,
                          std::span<std::uint64_t> values) const noexcept {
    const Bytes bytes = block.bytes();
    if (!contains(bytes.size(), 0, needed_) || !contains(values.size(), 0, columns_.size()))
        [[unlikely]] {
      return false;
    }
    if (!plain_) [[unlikely]]
      return read_one_by_one(block, values);
    std::uint64_t* out = values.data();
    for (const Column& column : columns_) {
      *out++ = load<std::uint64_t>(bytes, column.load_at) >> column.shift;
    }
    return true;
  }

 private:
  // Where a definition says that its value stands: bytes from the start of the counter block.
  struct Stored {
    std::uint32_t offset;
    std::uint32_t size;
  };
  // A value is loaded with the bytes before it, so that the load ends where the value does and
  // never leaves the block; the shift drops them.
  struct Column {
    std::uint32_t load_at;
    std::uint32_t shift;
  };
  // read() for what is not plain_; the sizes are proved. Returns true.
  bool read_one_by_one(const CounterBlockView& block,
                       std::span<std::uint64_t> values) const noexcept;

  std::vector<Column> columns_;
  std::vector<Stored> stored_;
  std::uint64_t needed_ = 0;  // bytes that a block must have
  bool plain_ = true;         // little endian, numbers only, none ends within the first 8 bytes
};

}  // namespace openperflib
