// Workers: who runs tasks that do not depend on each other.
//
// Layers that start no threads take workers from their caller: os has threads, a page has none.
#pragma once

#include <cstddef>
#include <functional>

namespace openperflib {

// Resource. Everything but the tasks is called in one thread.
class Workers {
 public:
  // A task by its number. It throws nothing, and calls no function of its workers.
  using Task = std::function<void(std::size_t number)>;

  virtual ~Workers() = default;
  // Returns how many tasks run at the same time, that of finish() included; at least 1.
  [[nodiscard]] virtual std::size_t count() const noexcept = 0;
  // Begins tasks 0 to `tasks` - 1 and returns at once. finish() must follow before the next
  // start().
  virtual void start(std::size_t tasks, Task task) = 0;
  // Runs the tasks that have not begun, and returns when all have ended; does nothing without
  // start().
  virtual void finish() = 0;
};

// Returns whether tasks run while their caller continues. `workers`: may be null.
[[nodiscard]] inline bool run_beside_caller(const Workers* workers) noexcept {
  return workers != nullptr && workers->count() > 1;
}

}  // namespace openperflib
