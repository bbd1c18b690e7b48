// StoredRange walks consecutive structures, each of which stores its own length.
//
// Bytes:   owns none; valid while the bytes of the block live and stay unchanged.
// Threads: immutable; an iterator belongs to one thread.
// Errors:  none: DataBlockView::parse has validated that the walk stays inside and moves forward.
// Source:  docs/formats/perf_data_block.md, section 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <ranges>

#include "openperflib/base/bytes.h"

namespace openperflib {

// The byte orders of a block's numbers and texts: a big-endian machine may write texts in either
// order, and the signature shows which.
struct BlockOrders {
  ByteOrder numbers = ByteOrder::little;
  ByteOrder text = ByteOrder::little;
  bool operator==(const BlockOrders&) const = default;
};

// `Step` describes one structure: Step::Item, and, for the structure at byte 0 of `rest`,
// Step::item(rest, orders) and Step::length(rest, orders), which is from 1 to rest.size().
template <typename Step>
class StoredRange : public std::ranges::view_interface<StoredRange<Step>> {
 public:
  // Forward iterator: keeps the bytes from its structure on. The views it returns outlive it.
  class Iterator {
   public:
    using iterator_concept = std::forward_iterator_tag;  // for std::ranges
    using iterator_category = std::input_iterator_tag;   // for others: it returns no references
    using value_type = typename Step::Item;              // a view
    using difference_type = std::ptrdiff_t;              // in structures, not in bytes

    Iterator() = default;
    // At byte 0 of `rest`, with `left` structures to come, including this one.
    Iterator(Bytes rest, std::uint32_t left, BlockOrders orders) noexcept
        : rest_(rest), left_(left), orders_(orders) {}
    [[nodiscard]] value_type operator*() const noexcept { return Step::item(rest_, orders_); }
    Iterator& operator++() noexcept {
      rest_ = rest_.subspan(Step::length(rest_, orders_));
      --left_;
      return *this;
    }
    Iterator operator++(int) noexcept {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    // Compares iterators of the same range.
    [[nodiscard]] bool operator==(const Iterator& other) const noexcept {
      return left_ == other.left_;
    }

   private:
    Bytes rest_;
    std::uint32_t left_ = 0;
    BlockOrders orders_;
  };

  StoredRange() = default;
  // `count` structures, starting at byte 0 of `bytes`.
  StoredRange(Bytes bytes, std::uint32_t count, BlockOrders orders) noexcept
      : bytes_(bytes), count_(count), orders_(orders) {}
  // The first structure; end() if there is none.
  [[nodiscard]] Iterator begin() const noexcept { return {bytes_, count_, orders_}; }
  // The position after the last structure.
  [[nodiscard]] Iterator end() const noexcept { return {{}, 0, orders_}; }
  // The number of structures, in constant time.
  [[nodiscard]] std::size_t size() const noexcept { return count_; }

 private:
  Bytes bytes_;
  std::uint32_t count_ = 0;
  BlockOrders orders_;
};

}  // namespace openperflib

template <typename Step>
inline constexpr bool std::ranges::enable_borrowed_range<openperflib::StoredRange<Step>> = true;
