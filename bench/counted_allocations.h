// Counts the allocations of a bench program: include it in one file of the program.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace openperflib::bench {
inline std::atomic<std::uint64_t> allocations = 0;
}

// All forms of new end here; those of delete free(). Not inlined: g++ 12 takes a free() that it sees
// beside a new for a mistake.
[[gnu::noinline]] void* operator new(std::size_t size) {
  openperflib::bench::allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* memory = std::malloc(size != 0 ? size : 1)) return memory;
  std::abort();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept { std::free(memory); }
[[gnu::noinline]] void operator delete(void* memory, std::size_t /*size*/) noexcept {
  std::free(memory);
}
