// ProviderMemory: the memory functions that a program may give to its provider.
#pragma once

#include <cstdlib>

#include "openperflib/abi/perflib_types.h"

namespace openperflib::compat {

// Value. Without functions of the program those of the C library are used.
struct ProviderMemory {
  PERF_MEM_ALLOC alloc = nullptr;
  PERF_MEM_FREE free = nullptr;  // nullptr with an alloc: nothing is ever freed
  void* context = nullptr;

  // nullptr: the function refuses. What it gives may have any alignment. Not called while a mutex
  // is held, because a function of the program may call this library.
  [[nodiscard]] void* take(std::size_t size) const {
    return alloc == nullptr ? std::malloc(size) : alloc(size, context);
  }
  void give_back(void* memory) const {
    if (alloc == nullptr) {
      std::free(memory);
    } else if (free != nullptr) {
      free(memory, context);
    }
  }
};

}  // namespace openperflib::compat
