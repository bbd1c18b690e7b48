#include "openperflib/os/process/thread_workers.h"

#include <sched.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "openperflib/os/files/blocked_signals.h"

namespace openperflib {

std::size_t usable_cpus() noexcept {
  cpu_set_t cpus;
  CPU_ZERO(&cpus);
  if (::sched_getaffinity(0, sizeof(cpus), &cpus) == 0) {
    return static_cast<std::size_t>(std::max(1, CPU_COUNT(&cpus)));
  }
  // There are more CPUs than a set of this size has places for.
  return std::max<std::size_t>(1, std::thread::hardware_concurrency());
}

ThreadWorkers::ThreadWorkers(std::size_t count) noexcept
    : count_(std::max<std::size_t>(1, count)) {}

ThreadWorkers::~ThreadWorkers() {
  {
    const std::scoped_lock lock(mutex_);
    stops_ = true;
  }
  has_tasks_.notify_all();
  for (std::thread& one : threads_) one.join();
}

void ThreadWorkers::start_threads() {
  const BlockedSignals blocked;
  threads_.reserve(count_ - 1);
  try {
    while (threads_.size() + 1 < count_) threads_.emplace_back([this] { work(); });
  } catch (const std::system_error&) {
    count_ = threads_.size() + 1;
  }
}

void ThreadWorkers::start(std::size_t tasks, Task task) {
  if (threads_.size() + 1 < count_) start_threads();
  {
    const std::scoped_lock lock(mutex_);
    task_ = std::move(task);
    next_ = 0;
    tasks_ = tasks;
  }
  has_tasks_.notify_all();
}

void ThreadWorkers::finish() {
  std::unique_lock lock(mutex_);
  run_tasks(lock);
  has_ended_.wait(lock, [&] { return running_ == 0; });
}

void ThreadWorkers::run_tasks(std::unique_lock<std::mutex>& lock) {
  while (next_ < tasks_) {
    const std::size_t number = next_++;
    ++running_;
    lock.unlock();
    task_(number);  // it is replaced only when nothing runs
    lock.lock();
    --running_;
  }
}

void ThreadWorkers::work() {
  std::unique_lock lock(mutex_);
  for (;;) {
    has_tasks_.wait(lock, [&] { return stops_ || next_ < tasks_; });
    if (stops_) return;
    run_tasks(lock);
    if (running_ == 0) has_ended_.notify_one();
  }
}

}  // namespace openperflib
