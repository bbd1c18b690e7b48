// Queries over the 11 samples that Windows wrote into SampleLog.blg give Windows' values.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "openperflib/query/query.h"
#include "tests/interop/blg_blocks.h"

namespace openperflib {
namespace {

// A query over the blocks of the log that hold an object, one a sample; the row after each.
std::vector<std::vector<double>> values_of(std::uint32_t object, std::string_view path) {
  std::vector<std::vector<double>> rows;
  Query query(fixed_titles());
  if (!query.add(path).has_value()) return rows;
  Snapshot snapshot;
  for (const auto& block : interop::sample_log()) {
    if (!snapshot.assign(block, {}, Conformance::strict).has_value()) return {};
    if (!snapshot.view().find(object).has_value()) continue;
    query.take(snapshot);
    rows.emplace_back();
    for (const Value& value : query.row().values) rows.back().push_back(value.number);
  }
  return rows;
}

TEST(SampleLogQuery, ProcessorTime_IsWhatWindowsShows) {
  const auto rows = values_of(238, "\\Processor(_Total)\\% Processor Time");
  ASSERT_EQ(rows.size(), 11U);
  EXPECT_TRUE(std::isnan(rows[0].at(0)));  // one sample gives no rate
  constexpr double kExpected[] = {82.1481, 86.8979, 48.3065, 56.5105, 60.3386,
                                  31.0417, 29.8699, 19.7136, 32.5522, 24.6355};
  for (std::size_t i = 0; i < 10; ++i) EXPECT_NEAR(rows[i + 1].at(0), kExpected[i], 5e-5) << i;
  EXPECT_EQ(rows[1].at(0), 82.1481131553226);  // docs/counter_types.md, 2.1: to the last digit
}

TEST(SampleLogQuery, IdleTime_IsTheRest) {
  const auto rows = values_of(238, "Processor/_Total/% Idle Time");
  ASSERT_EQ(rows.size(), 11U);
  EXPECT_NEAR(rows[1].at(0), 17.8519, 5e-5);
}

TEST(SampleLogQuery, DiskCounters_AreEqualToTheLastDigit) {
  EXPECT_EQ(values_of(234, "\\PhysicalDisk(_Total)\\% Disk Time")[1].at(0), 31.14145328722378);
  EXPECT_EQ(values_of(234, "\\PhysicalDisk(_Total)\\Avg. Disk Queue Length")[1].at(0),
            0.3114094608090945);
  EXPECT_EQ(values_of(234, "\\234(_Total)\\206")[1].at(0), 0.008170940934075234);
  EXPECT_EQ(values_of(234, "PhysicalDisk/_Total/Avg. Disk Bytes/Transfer")[1].at(0),
            38505.76105032823);
  EXPECT_EQ(values_of(234, "\\PhysicalDisk(_Total)\\Disk Bytes/sec")[1].at(0), 1467496.292524977);
}

TEST(SampleLogQuery, SystemCounters_UseTheirObjectsClockAndTheirBase) {
  EXPECT_EQ(values_of(2, "\\System\\System Up Time")[1].at(0), 2062.1157831);
  EXPECT_EQ(values_of(2, "\\System\\% Registry Quota In Use")[1].at(0), 2.0754879477791532);
}

TEST(SampleLogQuery, EveryProcessOfEverySample_HasItsIdentity) {
  const auto rows = values_of(230, "\\Process(*)\\% Processor Time");
  ASSERT_EQ(rows.size(), 11U);
  for (std::size_t i = 1; i < rows.size(); ++i) {
    EXPECT_GE(rows[i].size(), 49U);
    const auto without = std::ranges::count_if(rows[i], [](double v) { return std::isnan(v); });
    EXPECT_LE(without, 3) << i;  // processes that had just begun
  }
}

}  // namespace
}  // namespace openperflib
