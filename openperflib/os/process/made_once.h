// made_once(): the only object of its kind in a process, which its first user makes.
#pragma once

#include <atomic>
#include <type_traits>

#include "openperflib/os/process/fork_gate.h"

namespace openperflib {

// Returns the object that the first call of `make` returned a pointer to; it is never destroyed.
// fork() waits while a thread makes it: a child would wait for ever for a thread that it does not
// have, as it does for a static variable. Each lambda that is given as `make` has an object of its
// own. Any thread.
template <typename Make>
[[nodiscard]] auto& made_once(Make make) {
  using Object = std::remove_pointer_t<std::invoke_result_t<Make>>;
  static constinit std::atomic<Object*> made = nullptr;
  Object* const found = made.load(std::memory_order_acquire);
  if (found != nullptr) return *found;
  const ForkGate::Pass pass;
  static Object* const first = make();
  made.store(first, std::memory_order_release);
  return *first;
}

}  // namespace openperflib
