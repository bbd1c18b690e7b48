#include <algorithm>
#include <utility>

#include "openperflib/os/files/blocked_signals.h"
#include "openperflib/pdh/collecting_thread_internal.h"

namespace openperflib {

CollectingThread::CollectingThread(std::chrono::steady_clock::duration interval,
                                   std::function<void()> work)
    : interval_(interval), work_(std::move(work)) {
  const BlockedSignals blocked;
  thread_ = std::thread(&CollectingThread::run, this);
}

CollectingThread::~CollectingThread() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  ends_.notify_all();
  thread_.join();
}

// The interval is between two beginnings, however long the work takes.
void CollectingThread::run() {
  auto due = std::chrono::steady_clock::now();
  while (true) {
    work_();
    due = std::max(due + interval_, std::chrono::steady_clock::now());
    std::unique_lock lock(mutex_);
    if (ends_.wait_until(lock, due, [this] { return is_ending_; })) return;
  }
}

}  // namespace openperflib
