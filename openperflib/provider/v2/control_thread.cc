#include "openperflib/provider/v2/control_thread.h"

#include <unistd.h>

#include <new>
#include <system_error>
#include <utility>

#include "openperflib/os/blocked_signals.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostJobs = 256;

}  // namespace

std::expected<std::unique_ptr<ControlThread>, int> ControlThread::start() {
  std::unique_ptr<ControlThread> made(new ControlThread());
  try {
    const BlockedSignals blocked;
    made->thread_ = std::thread(&ControlThread::run, made.get());
  } catch (const std::system_error& error) {
    return std::unexpected(error.code().value());
  }
  return made;
}

ControlThread::~ControlThread() {
  {
    const std::scoped_lock lock(mutex_);
    ends_ = true;
    jobs_.clear();
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void ControlThread::add(Job job) {
  const std::scoped_lock lock(mutex_);
  if (jobs_.size() == kMostJobs) return;
  jobs_.push_back(std::move(job));
  changed_.notify_all();
}

ControlThread::Job ControlThread::wait_for_job() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return ends_ || !jobs_.empty(); });
  if (ends_) return {};
  Job job = std::move(jobs_.front());
  jobs_.pop_front();
  return job;
}

void ControlThread::run() {
  id_ = ::gettid();
  for (;;) {
    Job job = wait_for_job();
    if (!job) return;
    try {
      job();
    } catch (const std::bad_alloc&) {
      continue;  // who wanted it sees that it was dropped
    }
  }
}

}  // namespace openperflib
