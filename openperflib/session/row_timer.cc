#include "openperflib/session/row_timer.h"

#include <sys/timerfd.h>

#include <cerrno>

namespace openperflib {
namespace {

// A time of zero would stop the timer.
timespec timespec_of(RowTimer::Clock::time_point time) noexcept {
  using std::chrono::nanoseconds;
  const nanoseconds since = std::chrono::duration_cast<nanoseconds>(time.time_since_epoch());
  const auto seconds = std::chrono::floor<std::chrono::seconds>(since);
  const nanoseconds rest = since - seconds;
  if (since <= nanoseconds(0)) return {.tv_sec = 0, .tv_nsec = 1};
  return {.tv_sec = seconds.count(), .tv_nsec = rest.count() == 0 ? 1 : rest.count()};
}

void arm(int fd, timespec time) noexcept {
  const itimerspec when{.it_interval = {}, .it_value = time};
  (void)::timerfd_settime(fd, TFD_TIMER_ABSTIME, &when, nullptr);
}

}  // namespace

std::expected<int, int> RowTimer::descriptor(Clock::time_point due) {
  if (!fd_) {
    fd_ = UniqueFd(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
    if (!fd_) return std::unexpected(errno);
    set(due);
  }
  return fd_.get();
}

// Setting a timer also takes back that it expired.
void RowTimer::set(Clock::time_point due) noexcept {
  if (fd_) arm(fd_.get(), timespec_of(due));
}

void RowTimer::stop() noexcept {
  if (fd_) arm(fd_.get(), {});
}

}  // namespace openperflib
