// What statistics of rows are taken of.
#pragma once

#include <cstdint>

namespace openperflib {

// Readings, or values where the source has no readings (the text logs).
enum class RowsOf : std::uint8_t { readings, values };

}  // namespace openperflib
