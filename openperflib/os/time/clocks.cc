#include "openperflib/os/time/clocks.h"

#include <ctime>

namespace openperflib {
namespace {

constexpr std::int64_t kNanosecondsPerTick = 100;

std::int64_t ticks(const timespec& time) noexcept {
  return time.tv_sec * kTicksPerSecond + time.tv_nsec / kNanosecondsPerTick;
}

}  // namespace

Instant read_clocks() noexcept {
  timespec real = {}, boot = {}, raw = {};
  ::clock_gettime(CLOCK_REALTIME, &real);
  ::clock_gettime(CLOCK_BOOTTIME, &boot);
  ::clock_gettime(CLOCK_MONOTONIC_RAW, &raw);
  return {.realtime = file_time_from_unix(real.tv_sec, real.tv_nsec),
          .boottime_100ns = ticks(boot),
          .monotonic_100ns = ticks(raw)};
}

}  // namespace openperflib
