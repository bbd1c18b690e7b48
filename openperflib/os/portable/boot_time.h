// When this machine was started.
#pragma once

#include <optional>

#include "openperflib/base/civil_time.h"

namespace openperflib {

// By the clock as it is now; nullopt where the system does not tell.
[[nodiscard]] std::optional<FileTime> boot_time_utc() noexcept;

}  // namespace openperflib
