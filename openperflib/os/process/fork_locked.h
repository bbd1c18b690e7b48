// ForkLocked: the only object of its kind in a process, which is locked while the process forks.
#pragma once

#include <pthread.h>

#include <atomic>
#include <mutex>

namespace openperflib {

// The constructors of the libraries that register handlers of fork() have these priorities, in the
// order in which they run. What registers last is locked first: an object whose lock a thread holds
// while it takes another one comes after that one.
inline constexpr int kForkGateRegisters =
    1000;  // a thread inside one of its libraries may hold any of the locks
inline constexpr int kRegistryRegisters = 1010;
inline constexpr int kNamesRegister = 1020;
inline constexpr int kPdhRegisters = 1030;
inline constexpr int kProvidersRegister = 1040;

// `Object` has void fork_begins(), which takes its locks, and void fork_ends(bool is_child), which
// gives them back, both called by the thread that forks.
template <typename Object>
class ForkLocked {
 public:
  // Returns the object that the first call of `make` returned a pointer to; it is never destroyed.
  // fork() waits while a thread makes it. Any thread.
  template <typename Make>
  [[nodiscard]] static Object& instance(Make make) {
    State& state = process_state();
    if (Object* const made = state.made.load(std::memory_order_acquire)) return *made;
    const std::lock_guard lock(state.making);
    if (state.made == nullptr) state.made = make();
    return *state.made;
  }

  // Called by a constructor of the library, before anything can fork: of an object that registered
  // when it is made, amid a fork, the lock would not be taken, but by its first user, and never
  // given back in the child.
  static void register_handlers() noexcept {
    (void)::pthread_atfork(begin, [] { end(false); }, [] { end(true); });
  }

 private:
  // The object, and the lock under which it is made.
  struct State {
    std::mutex making;
    std::atomic<Object*> made = nullptr;
  };

  // Returns the only state, which is initialised before any constructor runs.
  static State& process_state() noexcept {
    static constinit State state;
    return state;
  }

  // The handler before fork(): no object is made until end().
  static void begin() noexcept {
    State& state = process_state();
    state.making.lock();
    if (Object* const made = state.made) made->fork_begins();
  }

  // The handler after fork(), in the parent and in the child.
  static void end(bool is_child) noexcept {
    State& state = process_state();
    if (Object* const made = state.made) made->fork_ends(is_child);
    state.making.unlock();
  }
};

}  // namespace openperflib
