#include "openperflib/provider/v1/module_retries.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

namespace openperflib {
namespace {

using std::chrono::seconds;

constexpr seconds kOpenRetry{60};
constexpr seconds kLongestPause{60};

// 1 s after the first failure, doubled by each further one.
seconds pause_after(int failures) noexcept {
  return std::min(kLongestPause, seconds(1) * (1 << std::clamp(failures - 1, 0, 6)));
}

}  // namespace

void ModuleRetries::fail(std::string why, HostClock::time_point now) {
  ++failures_;
  next_start_ = now + pause_after(failures_);
  why_ = std::move(why);
  if (!is_given_up()) return;
  why_ = fmt::format("failed {} times in a row, the last time: {}", failures_, why_);
}

void ModuleRetries::postpone(std::string why, HostClock::time_point now) {
  next_start_ = now + kOpenRetry;
  why_ = std::move(why);
}

std::string ModuleRetries::wait_text(HostClock::time_point now) const {
  if (is_given_up()) return why_;
  const auto left = std::chrono::ceil<seconds>(next_start_ - now).count();
  return fmt::format("{}; it is tried again in {} s", why_, left);
}

}  // namespace openperflib
