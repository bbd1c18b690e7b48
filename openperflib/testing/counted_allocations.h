// Counts the allocations of a program: include it in one file of a test or bench program.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace openperflib::bench {
inline std::atomic<std::uint64_t> allocations = 0;
}

// All forms of new end here; those of delete call free(). Weak: those of a sanitizer take
// precedence. Not inlined: g++ 12 warns about a free() that it sees next to a new.
[[gnu::weak, gnu::noinline]] void* operator new(std::size_t size) {
  openperflib::bench::allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* memory = std::malloc(size != 0 ? size : 1)) return memory;
  std::abort();
}
[[gnu::weak, gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::weak, gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}

namespace openperflib::bench {
// Whether allocations are counted here: not where a sanitizer has operators of its own.
inline bool counts_allocations() {
  const std::uint64_t before = allocations;
  ::operator delete(::operator new(1));
  return allocations != before;
}
}  // namespace openperflib::bench
