// SubjectTable: the places of the instances that a rule judges, by their keys.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace openperflib {

// Resource. A table with open addressing: while processes come and go, each record adds and removes
// hundreds of keys, and none of them gets memory of its own.
class SubjectTable {
 public:
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;

  // Returns the place of a key; kNone: it has none.
  [[nodiscard]] std::uint32_t find(std::uint64_t key) const noexcept {
    return slots_.empty() ? kNone : slots_[slot_of(key)].place;
  }
  // Gives a key a place, which replaces the one that it had.
  void set(std::uint64_t key, std::uint32_t place) {
    if (2 * (count_ + 1) > slots_.size()) grow();
    Slot& slot = slots_[slot_of(key)];
    if (slot.place == kNone) ++count_;
    slot = {.key = key, .place = place};
  }
  // Removes a key, if it has a place.
  void erase(std::uint64_t key) noexcept {
    if (slots_.empty()) return;
    const std::size_t slot = slot_of(key);
    if (slots_[slot].place == kNone) return;
    --count_;
    close_gap(slot);
  }
  // Removes the keys of all places for which `is_gone(place)`.
  template <class IsGone>
  void erase_if(IsGone is_gone) {
    std::vector<std::uint64_t> keys;
    for (const Slot& slot : slots_) {
      if (slot.place != kNone && is_gone(slot.place)) keys.push_back(slot.key);
    }
    std::ranges::for_each(keys, [&](std::uint64_t key) { erase(key); });
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t place = kNone;  // kNone: it is free
  };
  static constexpr std::size_t kFewestSlots = 16;

  [[nodiscard]] std::size_t mask() const noexcept { return slots_.size() - 1; }
  [[nodiscard]] std::size_t first_slot(std::uint64_t key) const noexcept {
    return static_cast<std::size_t>(key * 0x9E3779B97F4A7C15ULL >> 32U) & mask();
  }
  // Returns the slot of a key, or the free one where it belongs.
  [[nodiscard]] std::size_t slot_of(std::uint64_t key) const noexcept {
    std::size_t at = first_slot(key);
    while (slots_[at].place != kNone && slots_[at].key != key) at = (at + 1) & mask();
    return at;
  }
  // Moves keys that stand after a slot because it was taken, so that each is found.
  void close_gap(std::size_t gap) noexcept {
    for (std::size_t at = (gap + 1) & mask(); slots_[at].place != kNone; at = (at + 1) & mask()) {
      const std::size_t from_its_first = (at - first_slot(slots_[at].key)) & mask();
      if (from_its_first < ((at - gap) & mask())) continue;
      slots_[gap] = slots_[at];
      gap = at;
    }
    slots_[gap].place = kNone;
  }
  void grow() {
    std::vector<Slot> before(std::max(kFewestSlots, 2 * slots_.size()));
    before.swap(slots_);
    for (const Slot& slot : before) {
      if (slot.place != kNone) slots_[slot_of(slot.key)] = slot;
    }
  }

  std::vector<Slot> slots_;  // a power of two, of which at least half stay free
  std::size_t count_ = 0;    // of keys
};

}  // namespace openperflib
