// ControlThread: runs the control callbacks of a process, one after the other, so that a callback
// that takes its time delays nobody who wants something else.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <condition_variable>
#include <deque>
#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

namespace openperflib {

// Resource: a thread, in which no signal is handled. Any thread may call all functions.
class ControlThread {
 public:
  // Errors: errno.
  [[nodiscard]] static std::expected<std::unique_ptr<ControlThread>, int> start();
  // Waits for the job that runs; those that wait are dropped.
  ~ControlThread();
  ControlThread(const ControlThread&) = delete;
  ControlThread& operator=(const ControlThread&) = delete;

  using Job = std::move_only_function<void()>;
  // A job that is one too many is dropped, as is one for which there is no memory. One that throws
  // std::bad_alloc has ended.
  void add(Job job);
  // Its number, as gettid() has it.
  [[nodiscard]] pid_t id() const noexcept { return id_; }

 private:
  ControlThread() = default;
  void run();
  // None: it ends.
  [[nodiscard]] Job wait_for_job();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Job> jobs_;
  bool ends_ = false;
  std::atomic<pid_t> id_ = 0;
  std::thread thread_;
};

}  // namespace openperflib
