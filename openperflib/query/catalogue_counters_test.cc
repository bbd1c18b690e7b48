#include "openperflib/query/catalogue_counters.h"

#include <gtest/gtest.h>

#include "openperflib/abi/winperf_constants.h"

namespace openperflib {
namespace {

TEST(CatalogueCounters, CounterThatLinuxLacks_HasItsTypeAllTheSame) {
  const auto write_copies = counter_in_catalogue(4, 32);
  ASSERT_TRUE(write_copies.has_value());
  EXPECT_EQ(write_copies->type, CounterType(PERF_COUNTER_COUNTER));
  EXPECT_EQ(write_copies->size, 4U);
  EXPECT_FALSE(counter_in_catalogue(4, 238).has_value());
  EXPECT_FALSE(counter_in_catalogue(239, 32).has_value());
}

}  // namespace
}  // namespace openperflib
