// ThreadWorkers: workers that are threads.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <thread>
#include <vector>

#include "openperflib/base/workers.h"

namespace openperflib {

// Returns how many CPUs this process may use; at least 1.
[[nodiscard]] std::size_t usable_cpus() noexcept;

// Resource: `count` - 1 threads, which are started with the first tasks and receive no signals.
class ThreadWorkers final : public Workers {
 public:
  // A count of 0 is 1: finish() runs everything.
  explicit ThreadWorkers(std::size_t count) noexcept;
  // Ends the threads; tasks that were started must be finished.
  ~ThreadWorkers() override;
  ThreadWorkers(const ThreadWorkers&) = delete;
  ThreadWorkers& operator=(const ThreadWorkers&) = delete;

  [[nodiscard]] std::size_t count() const noexcept override { return count_; }
  // Where the system refuses a thread, the existing ones do its work.
  void start(std::size_t tasks, Task task) override;
  void finish() override;

 private:
  void start_threads();
  // What each thread does.
  void work();
  // Runs tasks until none is left to begin. `lock` is held before and after.
  void run_tasks(std::unique_lock<std::mutex>& lock);

  std::size_t count_;
  std::vector<std::thread> threads_;
  std::mutex mutex_;  // of all that follows
  std::condition_variable has_tasks_;
  std::condition_variable has_ended_;
  Task task_;
  std::size_t next_ = 0;     // the next task to begin
  std::size_t tasks_ = 0;    // how many there are
  std::size_t running_ = 0;  // begun and not ended
  bool stops_ = false;       // the threads end
};

}  // namespace openperflib
