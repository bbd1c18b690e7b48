// Idle: the process that represents the idle time of the CPUs.
#pragma once

#include <string_view>

namespace openperflib {

// Returns whether an instance of Process ("Idle", or "Idle_0" if names contain ids) or of Process
// V2 ("Idle:0") is that process.
[[nodiscard]] constexpr bool is_idle_process(std::string_view instance) noexcept {
  return instance == "Idle" || instance == "Idle_0" || instance == "Idle:0";
}

}  // namespace openperflib
