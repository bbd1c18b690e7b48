// Idle: the process that stands for the CPUs when nobody wants them.
#pragma once

#include <string_view>

namespace openperflib {

// Whether an instance of Process ("Idle", or "Idle_0" where names have ids) or of Process V2
// ("Idle:0") is it.
[[nodiscard]] constexpr bool is_idle_process(std::string_view instance) noexcept {
  return instance == "Idle" || instance == "Idle_0" || instance == "Idle:0";
}

}  // namespace openperflib
