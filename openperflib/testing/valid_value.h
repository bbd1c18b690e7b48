// A value with a status, for tests.
#pragma once

#include "openperflib/counter/raw_counter.h"

namespace openperflib {

// The number with CStatus::valid_data.
inline Value valid_value(double number) {
  return {.number = number, .status = CStatus::valid_data};
}

}  // namespace openperflib
