// CollectingThread: does something at once, and again after each interval.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace openperflib {

// Resource. The destructor ends the thread, after what it does at that time; it must not be called
// by the thread itself.
class CollectingThread {
 public:
  // Starts the thread, which receives no signals. Throws std::system_error if there can be no more
  // threads.
  CollectingThread(std::chrono::steady_clock::duration interval, std::function<void()> work);
  CollectingThread(const CollectingThread&) = delete;
  CollectingThread& operator=(const CollectingThread&) = delete;
  ~CollectingThread();

 private:
  void run();

  std::chrono::steady_clock::duration interval_;
  std::function<void()> work_;
  std::mutex mutex_;  // of is_ending_
  std::condition_variable ends_;
  bool is_ending_ = false;
  std::thread thread_;
};

}  // namespace openperflib
