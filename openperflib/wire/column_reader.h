// ColumnReader reads all values of a counter block at once, with one load and one shift per value.
//
// Resource: keeps one small list, which prepare() refills; a number of definitions seen before
//           allocates nothing.
// Threads:  prepare() needs exclusive access; any number of threads may call read().
// Source:   docs/formats/perf_data_block.md, section 6.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/wire/object_type_view.h"

namespace openperflib {

// Is prepared for one object at a time and then reads any of its counter blocks.
class ColumnReader {
 public:
  // Takes the definitions of `object`, whose counter blocks can be read until the next call.
  void prepare(const ObjectTypeView& object);

  // Number of definitions taken.
  [[nodiscard]] std::size_t size() const noexcept { return columns_.size(); }
  // Whether a definition is a number of 1 to 8 bytes; read() gives 0 for those that are not.
  [[nodiscard]] bool is_number(std::size_t ordinal) const noexcept {
    return stored_[ordinal].size - 1U < sizeof(std::uint64_t);
  }

  // Writes the value of each definition, in order and zero-extended, to the first size() elements
  // of `values`. Writes nothing and returns false if the block is cut short and lacks a value, or
  // if `values` is too short.
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
  // Where a definition places its value, in bytes from the start of the counter block.
  struct Stored {
    std::uint32_t offset;
    std::uint32_t size;
  };
  // A value is loaded together with the bytes before it, so that the load ends where the value does
  // and stays inside the block; the shift drops them.
  struct Column {
    std::uint32_t load_at;
    std::uint32_t shift;
  };
  // read() for blocks that are not plain_; the sizes are validated. Returns true.
  bool read_one_by_one(const CounterBlockView& block,
                       std::span<std::uint64_t> values) const noexcept;

  std::vector<Column> columns_;
  std::vector<Stored> stored_;
  std::uint64_t needed_ = 0;  // bytes that a block must have
  bool plain_ = true;         // little endian, numbers only, none ends within the first 8 bytes
};

}  // namespace openperflib
