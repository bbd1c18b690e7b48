// LateWorkers: workers that run everything in finish(), and so show what is done between.
#pragma once

#include <cstddef>
#include <utility>

#include "openperflib/base/workers.h"

namespace openperflib {

// Resource.
class LateWorkers final : public Workers {
 public:
  explicit LateWorkers(std::size_t count = 2) : count_(count) {}
  [[nodiscard]] std::size_t count() const noexcept override { return count_; }
  void start(std::size_t tasks, Task task) override {
    tasks_ = tasks;
    task_ = std::move(task);
    ++starts;
  }
  void finish() override {
    for (std::size_t i = 0; i < tasks_; ++i) task_(i);
    tasks_ = 0;
  }

  std::size_t starts = 0;

 private:
  std::size_t count_;
  std::size_t tasks_ = 0;
  Task task_;
};

}  // namespace openperflib
