// Progress lines are rewritten in place, on a terminal that is stderr.
#pragma once

#include <unistd.h>

#include <chrono>
#include <string_view>

#include "openperflib/os/portable/write_all.h"

namespace openperflib::apps {

inline constexpr std::chrono::milliseconds kBetweenProgressLines{100};

// Text that cannot be written to a terminal does not matter.
inline void write_progress(std::string_view text) { (void)write_all(STDERR_FILENO, text); }

}  // namespace openperflib::apps
