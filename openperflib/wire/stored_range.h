// StoredRange walks structures that stand one behind the other, each as long as it says itself.
//
// Bytes:   owns none; valid while the bytes of the block live and stay unchanged.
// Threads: immutable; an iterator belongs to one thread.
// Errors:  none: DataBlockView::parse has proved that the walk stays inside and moves forward.
// Source:  docs/formats/perf_data_block.md, section 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <ranges>

#include "openperflib/base/bytes.h"

namespace openperflib {

// In which order a block's numbers stand, and its texts: a block of a big-endian machine may have
// either order of text, and its signature shows which.
struct BlockOrders {
  ByteOrder numbers = ByteOrder::little;
  ByteOrder text = ByteOrder::little;
  bool operator==(const BlockOrders&) const = default;
};

// `Step` knows one structure: Step::Item, and for the one that starts at byte 0 of `rest`
// Step::item(rest, orders) and Step::length(rest, orders), never 0 and never more than rest.size().
template <typename Step>
class StoredRange : public std::ranges::view_interface<StoredRange<Step>> {
 public:
  // Forward: keeps the bytes from its structure on. Views it gives outlive it.
  class Iterator {
   public:
    using iterator_concept = std::forward_iterator_tag;  // for std::ranges
    using iterator_category = std::input_iterator_tag;   // for others: it gives no references
    using value_type = typename Step::Item;              // a view
    using difference_type = std::ptrdiff_t;              // in structures, not in bytes

    Iterator() = default;
    // At byte 0 of `rest`, with `left` structures to come, this one included.
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
    // Of iterators of the same range.
    [[nodiscard]] bool operator==(const Iterator& other) const noexcept {
      return left_ == other.left_;
    }

   private:
    Bytes rest_;
    std::uint32_t left_ = 0;
    BlockOrders orders_;
  };

  StoredRange() = default;
  // `count` structures from byte 0 of `bytes` on.
  StoredRange(Bytes bytes, std::uint32_t count, BlockOrders orders) noexcept
      : bytes_(bytes), count_(count), orders_(orders) {}
  // The first structure; end() where there is none.
  [[nodiscard]] Iterator begin() const noexcept { return {bytes_, count_, orders_}; }
  // Behind the last one: none are left.
  [[nodiscard]] Iterator end() const noexcept { return {{}, 0, orders_}; }
  // Known without a walk.
  [[nodiscard]] std::size_t size() const noexcept { return count_; }

 private:
  Bytes bytes_;
  std::uint32_t count_ = 0;
  BlockOrders orders_;
};

}  // namespace openperflib

template <typename Step>
inline constexpr bool std::ranges::enable_borrowed_range<openperflib::StoredRange<Step>> = true;
