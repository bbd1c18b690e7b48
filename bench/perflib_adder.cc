// What a value function of perflib.h does at least, in a library of its own: the reference of
// perflib_bench.cc.
#include <atomic>
#include <cstdint>

extern "C" void add_to_word(std::uint64_t* words, std::uint32_t position, std::uint64_t value) {
  std::atomic_ref(words[position]).fetch_add(value, std::memory_order_relaxed);
}
