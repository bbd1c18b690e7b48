// SegmentWriter: the only class that creates and deletes instances in a segment.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/base/shared_words.h"
#include "openperflib/provider/v2/segment_layout.h"

namespace openperflib {

// What identifies an instance besides its place: a new one has a life of its own.
struct SlotInstance {
  std::u16string_view name;  // at most the name place of the segment, without a NUL
  std::uint32_t id = 0;
  std::uint64_t life = 0;  // not 0; unequal for all instances of a process
};

// Resource: writes memory that its owner keeps mapped longer. It is not movable, because of its
// mutex. Any number of threads may call all functions. Values are written with neither lock nor
// system call.
class SegmentWriter {
 public:
  // Writes the header and the registration. `has_callback`: readers ask before they read. `memory`
  // has layout.size() bytes, all 0, at an address that is a multiple of 8; nobody else sees it
  // before the constructor returns.
  SegmentWriter(const CounterSetTemplate& set, const SegmentLayout& layout, MutableBytes memory,
                bool has_callback = false);

  // Returns whether a slot has room for the name.
  [[nodiscard]] bool holds_name(std::u16string_view name) const noexcept;
  // Takes a slot: its values start at 0, and readers see all of the instance or nothing. The caller
  // has asked holds_name(). nullopt: all slots are in use.
  [[nodiscard]] std::optional<std::uint32_t> create(const SlotInstance& instance);
  // Frees a slot that create() returned. Its block must not be used any more.
  void remove(std::uint32_t slot);
  // Writes the values of a set whose values are copied: a bit in `missing` for each counter that
  // has none, and the others. The slot is taken.
  void copy_values(std::uint32_t slot, std::span<const std::uint64_t> values,
                   std::span<const std::uint64_t> missing) noexcept;
  // Tells readers that the set is gone, even while they keep the memory mapped.
  void withdraw() noexcept;

  // The PERF_COUNTERSET_INSTANCE of a slot: header, values, name.
  [[nodiscard]] MutableBytes block(std::uint32_t slot) const noexcept;
  // Returns the layout, for programs that keep addresses of values and of cells.
  [[nodiscard]] const SegmentLayout& layout() const noexcept { return layout_; }
  // The value of a counter, by its position: 8 bytes, or the 4 bytes of a counter that has 4.
  [[nodiscard]] std::atomic_ref<std::uint64_t> value(std::uint32_t slot,
                                                     std::uint32_t position) const noexcept {
    return shared_word<std::uint64_t>(memory_, place(slot, position));
  }
  [[nodiscard]] std::atomic_ref<std::uint32_t> value4(std::uint32_t slot,
                                                      std::uint32_t position) const noexcept {
    return shared_word<std::uint32_t>(memory_, place(slot, position));
  }

 private:
  // Returns the offset of a value in the segment, in bytes.
  [[nodiscard]] std::size_t place(std::uint32_t slot, std::uint32_t position) const noexcept {
    return layout_.slot_offset(slot) + layout_.value_offset(position);
  }
  // A slot that is free; nullopt: none is. The mutex is held, here and below.
  [[nodiscard]] std::optional<std::uint32_t> take_slot();
  // Publishes an instance in a slot that was taken.
  void write_instance(std::uint32_t number, const SlotInstance& instance) noexcept;
  // Writes the block: identity, name, values and cells of 0, and all values as missing.
  void write_block(MutableBytes slot, const SlotInstance& instance) noexcept;

  SegmentLayout layout_;
  MutableBytes memory_;
  std::mutex mutex_;
  // Under the mutex, and never read from the memory, which the program may overwrite.
  std::vector<std::uint32_t> free_;    // slots that were in use
  std::vector<std::uint32_t> states_;  // of each slot that was ever in use: its last even state
};

}  // namespace openperflib
