#include "openperflib/os/portable/timer_descriptor.h"

#include <sys/timerfd.h>

#include <cerrno>

namespace openperflib {
namespace {

// A time of zero would stop the timer.
timespec timespec_of(std::chrono::steady_clock::time_point time) noexcept {
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

std::expected<UniqueFd, int> make_timer_descriptor() noexcept {
  UniqueFd fd(::timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK));
  if (!fd) return std::unexpected(errno);
  return fd;
}

// Setting a timer also takes back that it expired.
void set_timer_descriptor(int fd, std::chrono::steady_clock::time_point due) noexcept {
  arm(fd, timespec_of(due));
}

void stop_timer_descriptor(int fd) noexcept { arm(fd, {}); }

}  // namespace openperflib
