#include "openperflib/provider/v2/publish/control_thread.h"

#include <unistd.h>

#include <new>
#include <system_error>
#include <utility>

#include "openperflib/os/files/blocked_signals.h"

namespace openperflib {

std::expected<std::unique_ptr<ControlThread>, int> ControlThread::start(std::size_t limit) {
  std::unique_ptr<ControlThread> made(new ControlThread(limit));
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

void ControlThread::add(const UnixPeer& reader, Job job) {
  const std::scoped_lock lock(mutex_);
  jobs_.add(reader, std::move(job));
  changed_.notify_all();
}

std::optional<ControlThread::Turn> ControlThread::wait_for_job() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return ends_ || !jobs_.empty(); });
  if (ends_) return std::nullopt;
  return jobs_.take();
}

void ControlThread::run_step(Turn turn) {
  if (!turn.item()) return;
  const std::scoped_lock lock(mutex_);
  jobs_.put_back(turn.reader, std::move(turn.item));
}

void ControlThread::run() {
  id_ = ::gettid();
  for (;;) {
    try {
      auto turn = wait_for_job();
      if (!turn.has_value()) return;
      run_step(*std::move(turn));
    } catch (const std::bad_alloc&) {
      continue;  // who wanted it sees that it was dropped
    }
  }
}

}  // namespace openperflib
