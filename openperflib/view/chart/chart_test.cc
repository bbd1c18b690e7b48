#include "openperflib/view/chart/chart.h"

#include <gtest/gtest.h>

#include "openperflib/abi/winperf_constants.h"

namespace openperflib {
namespace {

struct UnitCase {
  std::uint32_t type;
  const char* counter;
  ChartUnit expected;
};

constexpr double kMebibyte = 1024.0 * 1024;

// The type 0 is that of text logs.
constexpr UnitCase kUnitCases[] = {
    {PERF_100NSEC_TIMER, "% User Time", {Quantity::percent, 1}},
    {PERF_COUNTER_LARGE_RAWCOUNT, "Available MBytes", {Quantity::bytes, kMebibyte}},
    {PERF_COUNTER_LARGE_RAWCOUNT, "Available Bytes", {Quantity::bytes, 1}},
    {PERF_COUNTER_BULK_COUNT, "Disk Read Bytes/sec", {Quantity::byte_rate, 1}},
    {PERF_COUNTER_COUNTER, "Pages/sec", {Quantity::rate, 1}},
    {PERF_AVERAGE_TIMER, "Avg. Disk sec/Read", {Quantity::seconds, 1}},
    {PERF_COUNTER_RAWCOUNT, "Threads", {Quantity::number, 1}},
    {0, "% Processor Time", {Quantity::percent, 1}},
    {0, "Available MBytes", {Quantity::bytes, kMebibyte}},
    {0, "Disk Bytes/sec", {Quantity::byte_rate, 1}},
    {0, "Pages/sec", {Quantity::rate, 1}},
    {0, "Avg. Disk sec/Read", {Quantity::seconds, 1}},
    {0, "Processor Queue Length", {Quantity::number, 1}},
};

TEST(ChartUnit, TypeAndNameTellTheUnit) {
  for (const UnitCase& one : kUnitCases) {
    EXPECT_EQ(chart_unit_of(CounterType(one.type), one.counter), one.expected) << one.counter;
  }
}

TEST(ChartUnit, EachQuantity_HasAHeadingAndAName) {
  EXPECT_EQ(heading_of(Quantity::mebibyte_rate), "Bytes per second");
  EXPECT_EQ(unit_name_of(Quantity::mebibyte_rate), "bytes/s");
  EXPECT_EQ(unit_name_of(Quantity::percent), "percent");
}

TEST(ChartSeries, InAnotherUnit_HasAllNumbersInIt) {
  ChartSeries series{
      .minimum = {.number = 1, .status = CStatus::valid_data},
      .average = {.number = 2, .status = CStatus::valid_data},
      .maximum = {.number = 3, .status = CStatus::valid_data},
      .columns = {{.first = 1, .least = 1, .largest = 3, .last = 2, .sum = 6, .count = 3}}};
  series = in_unit(std::move(series), 1024);
  EXPECT_EQ(series.minimum.number, 1024);
  EXPECT_EQ(series.average.number, 2048);
  EXPECT_EQ(series.maximum.number, 3072);
  EXPECT_FALSE(series.last.usable());
  EXPECT_EQ(series.columns[0].first, 1024);
  EXPECT_EQ(series.columns[0].largest, 3072);
  EXPECT_EQ(series.columns[0].average(), 2048);
}

}  // namespace
}  // namespace openperflib
