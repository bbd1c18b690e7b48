// When a wait gives up.
#pragma once

#include <chrono>
#include <ctime>
#include <optional>

namespace openperflib::compat {

using Deadline = std::optional<std::chrono::steady_clock::time_point>;  // nullopt: wait forever

[[nodiscard]] inline bool is_over(const Deadline& deadline) noexcept {
  return deadline.has_value() && std::chrono::steady_clock::now() >= *deadline;
}

// The same time for the kernel, on CLOCK_MONOTONIC.
inline timespec as_timespec(std::chrono::steady_clock::time_point time) {
  const auto since = time.time_since_epoch();
  const auto seconds = std::chrono::floor<std::chrono::seconds>(since);
  return {seconds.count(), std::chrono::nanoseconds(since - seconds).count()};
}

}  // namespace openperflib::compat
