// Lets allocations fail: include it in one file of a test program, which must not also count them.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace openperflib {

// Whose allocations fail: those of the thread that says so, or those of all others.
enum class FailingThreads : std::uint8_t { this_one, others };

namespace failing {
inline std::atomic<bool> is_on = false;
inline std::atomic<std::int64_t> left = 0;  // that succeed; below 0: one has failed
inline std::atomic<FailingThreads> threads = FailingThreads::this_one;
inline std::atomic<const char*> chosen = nullptr;  // the mark of the thread that says so
inline thread_local char mark = 0;

// Counts an allocation of a chosen thread; true once, for the one that fails.
inline bool is_next() noexcept {
  if (!is_on) return false;
  const bool is_chosen = chosen == &mark;
  return is_chosen == (threads == FailingThreads::this_one) && left.fetch_sub(1) == 0;
}

// Also of size 0. nullptr: it is the one that fails.
inline void* try_to_take(std::size_t size, std::size_t alignment) noexcept {
  if (is_next()) return nullptr;
  const std::size_t room = (size / alignment + 1) * alignment;
  if (void* const memory = std::aligned_alloc(alignment, room)) return memory;
  std::abort();
}
// Throws std::bad_alloc for the one that fails.
inline void* take(std::size_t size, std::size_t alignment) {
  if (void* const memory = try_to_take(size, alignment)) return memory;
  throw std::bad_alloc();
}
}  // namespace failing

// Resource, one at a time: while it lives, one allocation throws std::bad_alloc.
class FailingAllocation {
 public:
  // `number`: how many succeed before.
  FailingAllocation(std::int64_t number, FailingThreads threads) noexcept {
    failing::left = number;
    failing::threads = threads;
    failing::chosen = &failing::mark;
    failing::is_on = true;
  }
  FailingAllocation(const FailingAllocation&) = delete;
  FailingAllocation& operator=(const FailingAllocation&) = delete;
  ~FailingAllocation() { failing::is_on = false; }
  // Whether the allocation that is to fail was asked for.
  [[nodiscard]] static bool has_failed() noexcept { return failing::left < 0; }
};

}  // namespace openperflib

// All other forms end here; that without exceptions too, which AddressSanitizer has of its own. Not
// inlined: g++ 12 warns about a free() that it sees next to a new.
[[gnu::noinline]] void* operator new(std::size_t size) {
  return openperflib::failing::take(size, alignof(std::max_align_t));
}
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
  return openperflib::failing::take(size, static_cast<std::size_t>(alignment));
}
[[gnu::noinline]] void* operator new(std::size_t size, const std::nothrow_t& /*tag*/) noexcept {
  return openperflib::failing::try_to_take(size, alignof(std::max_align_t));
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/,
                                       std::align_val_t /*alignment*/) noexcept {
  std::free(memory);
}
