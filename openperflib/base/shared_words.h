// Words of memory that other threads and processes read and change at any time: the only way to
// reach them. Ordinary loads and stores of such memory would be data races.
#pragma once

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>

#include "openperflib/base/bytes.h"

namespace openperflib {

// A word that every supported machine reads and writes as a whole.
template <typename T>
concept SharedWord = (std::same_as<T, std::uint32_t> || std::same_as<T, std::uint64_t>) &&
                     std::atomic_ref<T>::is_always_lock_free;

// The word at `offset`. The caller has proved that it is inside and naturally aligned, in memory
// that is mapped at an aligned address.
template <SharedWord T>
[[nodiscard]] inline std::atomic_ref<T> shared_word(MutableBytes bytes,
                                                    std::size_t offset) noexcept {
  return std::atomic_ref<T>(*reinterpret_cast<T*>(bytes.data() + offset));
}

// Reads such a word. Never writes, so that the memory may be mapped read-only.
template <SharedWord T>
[[nodiscard]] inline T load_shared(Bytes bytes, std::size_t offset,
                                   std::memory_order order) noexcept {
  auto* word = const_cast<std::byte*>(bytes.data() + offset);  // atomic_ref has no const form yet
  return std::atomic_ref<T>(*reinterpret_cast<T*>(word)).load(order);
}

}  // namespace openperflib
