// ControlThread: runs the control callbacks of a process, one after the other, so that a callback
// that takes its time delays nobody who wants something else. Readers have turns: one that asks for
// many calls does not delay the others by all of them.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <expected>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "openperflib/os/net/unix_socket.h"
#include "openperflib/provider/v2/publish/reader_queue.h"

namespace openperflib {

// Resource: a thread, in which no signal is handled. Any thread may call all functions.
class ControlThread {
 public:
  // `limit`: jobs that wait. Errors: errno.
  [[nodiscard]] static std::expected<std::unique_ptr<ControlThread>, int> start(std::size_t limit);
  // Waits for the step that runs; the jobs that wait are dropped.
  ~ControlThread();
  ControlThread(const ControlThread&) = delete;
  ControlThread& operator=(const ControlThread&) = delete;

  // The next step of a job; returns whether there are more. One that throws std::bad_alloc was the
  // last.
  using Job = std::move_only_function<bool()>;
  // A job that is one too many is dropped: the oldest of the reader that has most (ReaderQueue).
  void add(const UnixPeer& reader, Job job);
  // Its number, as gettid() has it.
  [[nodiscard]] pid_t id() const noexcept { return id_; }

 private:
  explicit ControlThread(std::size_t limit) : jobs_(limit) {}  // start() makes its thread
  // Takes turns in the thread, until it ends.
  void run();
  using Turn = ReaderQueue<Job>::Taken;  // a job and its reader
  // None: it ends.
  [[nodiscard]] std::optional<Turn> wait_for_job();
  void run_step(Turn turn);

  std::mutex mutex_;
  std::condition_variable changed_;
  ReaderQueue<Job> jobs_;
  bool ends_ = false;
  std::atomic<pid_t> id_ = 0;
  std::thread thread_;
};

}  // namespace openperflib
