// The counters whose readings are in another unit than their names say.
#pragma once

#include <cstdint>

#include "openperflib/query/catalog/series.h"

namespace openperflib {

// Returns the power of ten that turns the value of a series into the unit of its name: -2 for a
// load average, whose reading is in hundredths. 0: it is in that unit, or nobody knows. A text log
// has no types: its values are shown as they were written.
[[nodiscard]] std::int8_t scale_to_name(const Series& series) noexcept;

}  // namespace openperflib
