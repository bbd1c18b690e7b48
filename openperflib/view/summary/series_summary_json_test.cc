#include "openperflib/view/summary/series_summary_json.h"

#include <gtest/gtest.h>

#include "openperflib/abi/winperf_constants.h"

namespace openperflib {
namespace {

SummaryOfSeries pages() {
  SummaryOfSeries one;
  one.path = R"(\Memory\Pages/sec)";
  one.type = CounterType(PERF_COUNTER_COUNTER);
  one.count = 3;
  one.gaps = 1;
  one.minimum = {.number = 0.5, .status = CStatus::valid_data};
  one.average = {.number = 2, .status = CStatus::valid_data};
  one.maximum = {.number = 4.25, .status = CStatus::valid_data};
  return one;
}

std::string json_of(const SummaryOfSeries& one, RowsOf rows) {
  JsonWriter out(JsonLayout::line);
  write_summary(out, one, rows);
  return out.take();
}

// The percentiles are unknown here, so they are null and not 0.
TEST(SeriesSummaryJson, OfReadings_HasItsTypeAndNullForUnknownNumbers) {
  EXPECT_EQ(json_of(pages(), RowsOf::readings),
            R"({"path":"\\Memory\\Pages/sec","type":"PERF_COUNTER_COUNTER","instances":1,)"
            R"("count":3,"gaps":1,"min":0.5,"average":2.0,"p50":null,"p95":null,"p99":null,)"
            R"("max":4.25,"percentiles_exact":true})");
}

TEST(SeriesSummaryJson, OfValues_HasNoType) {
  EXPECT_EQ(type_of(pages(), RowsOf::values), std::nullopt);
  EXPECT_EQ(type_of(pages(), RowsOf::readings), "PERF_COUNTER_COUNTER");
}

}  // namespace
}  // namespace openperflib
