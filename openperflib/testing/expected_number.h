// What tests of calculations expect of a value.
#pragma once

#include <gtest/gtest.h>

#include "openperflib/counter/raw_counter.h"

namespace openperflib {

// The value must be valid, and exactly this number.
inline void expect_number(const Value& value, double number) {
  EXPECT_EQ(value.status, CStatus::valid_data);
  EXPECT_EQ(value.number, number);
}

}  // namespace openperflib
