#include "openperflib/counter/sample_window.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

Value valid(double number) { return {.number = number, .status = CStatus::valid_data}; }

TEST(SampleWindow, CoversTheLastRefreshesOnly) {
  SampleWindow window(4);
  for (const double n : {1000.0, 2.0, 4.0, 4.0, 6.0}) window.add(valid(n));
  EXPECT_EQ(window.average().number, 4);
  EXPECT_EQ(window.minimum().number, 2);
  EXPECT_EQ(window.maximum().number, 6);
  EXPECT_EQ(window.range().number, 4);
  EXPECT_EQ(window.variance().number, 2);  // of the population: (4 + 0 + 0 + 4) / 4
}

TEST(SampleWindow, NotYetFull_CoversTheRefreshesSoFar) {
  SampleWindow window(10);
  window.add(valid(3));
  EXPECT_EQ(window.average().number, 3);
  EXPECT_EQ(window.range().number, 0);
  EXPECT_EQ(window.variance().number, 0);
}

TEST(SampleWindow, RefreshWithoutValue_OnlyOccupiesAPlace) {
  SampleWindow window(2);
  window.add(valid(10));
  window.add(valid(4));
  window.add(Value::unusable(CStatus::no_instance));
  EXPECT_EQ(window.average().number, 4);
  window.add(Value::unusable(CStatus::no_instance));
  EXPECT_EQ(window.average().status, CStatus::no_data);
}

TEST(SampleWindow, Empty_HasNoData) {
  const SampleWindow window(3);
  for (const Value& value :
       {window.average(), window.minimum(), window.maximum(), window.range(), window.variance()}) {
    EXPECT_EQ(value.status, CStatus::no_data);
    EXPECT_FALSE(value.usable());
  }
}

TEST(SampleWindow, OfSizeZero_NeverHasAValue) {
  SampleWindow window(0);
  window.add(valid(1));
  EXPECT_EQ(window.average().status, CStatus::no_data);
}

}  // namespace
}  // namespace openperflib
