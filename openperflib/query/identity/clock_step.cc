#include <cmath>

#include "openperflib/base/checked.h"
#include "openperflib/query/identity/clock_step_internal.h"

namespace openperflib {
namespace {

constexpr double kTolerance = 0.01;                          // of the time that passed
constexpr double kToleranceTicks = kTicksPerSecond / 100.0;  // and 10 ms

// A step of the clock that is small enough for readings before and after it to be compared.
constexpr double kSmallStep = kTicksPerSecond;

// Calculated between integers: a FILETIME has more digits than a double. The clocks of headers are
// foreign numbers; nonsense wraps.
double ticks_between(std::int64_t older, std::int64_t newer) {
  return static_cast<double>(static_cast<std::int64_t>(
      wrapping_sub(static_cast<std::uint64_t>(newer), static_cast<std::uint64_t>(older))));
}

}  // namespace

BlockClocks clocks_of(const DataBlockView& view) noexcept {
  return {view.perf_time(), view.perf_freq(), view.perf_time_100ns()};
}

ClockStep step_between(const BlockClocks& older, const BlockClocks& newer) noexcept {
  ClockStep step;
  step.grew = newer.perf_time > older.perf_time;
  step.went_back = newer.perf_time < older.perf_time;
  step.starts_anew = step.went_back;
  if (newer.perf_freq <= 0) return step;
  const double elapsed = ticks_between(older.perf_time, newer.perf_time) *
                         static_cast<double>(kTicksPerSecond) /
                         static_cast<double>(newer.perf_freq);
  const double wall = ticks_between(older.perf_time_100ns, newer.perf_time_100ns);
  step.time.clock_was_set =
      std::abs(wall - elapsed) > std::abs(elapsed) * kTolerance + kToleranceTicks;
  step.clocks_disagree = step.time.clock_was_set;
  step.starts_anew =
      step.went_back || std::abs(wall - elapsed) > std::abs(elapsed) * kTolerance + kSmallStep;
  if (std::abs(elapsed) < 0x1p62) step.time.elapsed = std::llround(elapsed);
  return step;
}

}  // namespace openperflib
