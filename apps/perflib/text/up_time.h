// How long a machine runs, for the header of watch.
#pragma once

#include <cstdint>
#include <string>

namespace openperflib::apps {

// "12 min", "3 h 12 min", "4 d 3 h".
[[nodiscard]] std::string up_time(std::int64_t ticks_100ns);

}  // namespace openperflib::apps
