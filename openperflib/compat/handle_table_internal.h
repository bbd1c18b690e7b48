// HandleTable: what the open handles of one kind stand for. A handle is a number that consists of
// the kind, a slot and the generation of the slot, and never an address: one that is closed, of
// another kind or made up is refused without looking where it points to.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "openperflib/abi/windows_types.h"

namespace openperflib::compat {

enum class HandleKind : std::uint8_t {
  provider = 1,
  query = 2,  // of perflib.h
  pdh_query = 3,
  pdh_counter = 4,
  pdh_log = 5,
  registered_wait = 16,  // of <windows.h>
};

// Resource. Any number of threads may call all functions. An object lives until its handle is
// closed and no thread uses it any more.
template <typename Object>
class HandleTable {
 public:
  using Pointer = std::shared_ptr<Object>;
  explicit HandleTable(HandleKind kind) noexcept : kind_(kind) {}

  // A handle of its own for each call; nullptr: 16 million are open.
  [[nodiscard]] HANDLE add(Pointer object) {
    const std::lock_guard lock(mutex_);
    if (free_ == kMostSlots) {
      if (slots_.size() == kMostSlots) return nullptr;
      slots_.emplace_back();
      free_ = slots_.size() - 1;
    }
    const std::size_t slot = free_;
    free_ = slots_[slot].next_free;
    slots_[slot].object = std::move(object);
    return handle_of(slot);
  }
  // nullptr: the handle is not open.
  [[nodiscard]] Pointer find(HANDLE handle) const {
    const std::lock_guard lock(mutex_);
    const std::size_t slot = slot_of(handle);
    return slot == kMostSlots ? nullptr : slots_[slot].object;
  }
  // Closes the handle. Returns the object, so that it is destroyed outside the lock; nullptr: the
  // handle is not open. Allocates nothing, as all that follow.
  [[nodiscard]] Pointer remove(HANDLE handle) {
    const std::lock_guard lock(mutex_);
    const std::size_t slot = slot_of(handle);
    return slot == kMostSlots ? nullptr : close(slot);
  }
  // Closes all handles, as in a forked child, which has none of its parent's. What they stood for
  // stays in memory for as long as the table.
  void leave_all() {
    const std::lock_guard lock(mutex_);
    for (Slot& slot : slots_) slot.is_left |= slot.object != nullptr;
  }
  // Around fork(): the child must not inherit the table while a thread changes it.
  void lock() { mutex_.lock(); }
  void unlock() { mutex_.unlock(); }
  // Between the two: calls work(object) for each open handle.
  template <typename Work>
  void for_each(Work work) {
    for (Slot& slot : slots_) {
      if (slot.object != nullptr) work(*slot.object);
    }
  }

 private:
  static constexpr std::size_t kMostSlots = std::size_t{1} << 24U;
  struct Slot {
    Pointer object = nullptr;
    std::uint32_t generation = 1;
    bool is_left = false;  // its object is the parent's; it is not used again
    std::size_t next_free = kMostSlots;
  };
  static constexpr unsigned kKindShift = 2, kSlotShift = 8, kGenerationShift = 32;
  static_assert(sizeof(HANDLE) == sizeof(std::uint64_t));

  [[nodiscard]] HANDLE handle_of(std::size_t slot) const noexcept {
    const std::uint64_t number = std::uint64_t{slots_[slot].generation} << kGenerationShift |
                                 std::uint64_t{slot} << kSlotShift |
                                 static_cast<std::uint64_t>(kind_) << kKindShift;
    return reinterpret_cast<HANDLE>(number);
  }
  // kMostSlots: the handle is not open.
  [[nodiscard]] std::size_t slot_of(HANDLE handle) const noexcept {
    const auto number = reinterpret_cast<std::uint64_t>(handle);
    const std::size_t slot = (number >> kSlotShift) % kMostSlots;
    const bool is_open =
        slot < slots_.size() && slots_[slot].object != nullptr && !slots_[slot].is_left;
    return is_open && handle_of(slot) == handle ? slot : kMostSlots;
  }
  Pointer close(std::size_t slot) {
    ++slots_[slot].generation;
    slots_[slot].next_free = std::exchange(free_, slot);
    return std::exchange(slots_[slot].object, nullptr);
  }

  HandleKind kind_;
  mutable std::mutex mutex_;
  std::vector<Slot> slots_;
  std::size_t free_ = kMostSlots;  // the first slot that is free; kMostSlots: none
};

}  // namespace openperflib::compat
