#include "openperflib/requests/history_cache.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/jobs/job.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

constexpr std::size_t kMuch = 100'000'000;
const std::string kPartlyRead = OPENPERFLIB_SOURCE_DIR "/tests/data/blg/SampleLog.blg";

std::shared_ptr<const HistoryRecords> records(std::size_t count) {
  auto records = std::make_shared<HistoryRecords>();
  for (std::size_t i = 0; i < count; ++i) {
    records->times.push_back(static_cast<FileTime>(i) * kTicksPerSecond);
  }
  return records;
}

// A series for each path.
ChartHistory history(const std::vector<std::string>& paths, std::size_t count = 10) {
  ChartHistory history{.records = records(count), .paths = {}};
  for (const std::string& path : paths) {
    SeriesHistory series{.path = path,
                         .machine = std::make_shared<HistoryMachine>(),
                         .pyramid = ValuePyramid(std::vector<double>(count, 1.0))};
    history.paths.push_back({.path = path});
    history.paths.back().series.push_back(std::make_shared<SeriesHistory>(std::move(series)));
  }
  return history;
}

// A reading of a part of a log.
HistoryReading reading(const std::string& log, std::vector<std::string> paths) {
  auto job = HistoryJob::begin({.logs = {.files = {kPartlyRead}}, .paths = paths}, fixed_titles());
  EXPECT_TRUE(job.has_value());
  job->read_until(200'000);
  EXPECT_TRUE(run(*job).has_value());
  return {.log = log, .paths = std::move(paths), .job = *std::move(job)};
}

TEST(HistoryCache, Paths_AreFoundByTheirLog) {
  HistoryCache cache(kMuch);
  EXPECT_EQ(cache.find("log1", "\\A\\X").path, nullptr);
  const auto added = cache.add("log1", history({"\\A\\X", "\\A\\Y"}));
  ASSERT_EQ(added.size(), 2U);
  EXPECT_EQ(cache.find("log1", "\\A\\X").path, added[0].path);
  EXPECT_EQ(cache.find("log1", "\\A\\Y").path, added[1].path);
  EXPECT_EQ(cache.find("log2", "\\A\\X").path, nullptr);
  EXPECT_EQ(cache.find("log1", "\\A\\Z").path, nullptr);
}

TEST(HistoryCache, PathsOfALog_ShareItsRecords) {
  HistoryCache cache(kMuch);
  (void)cache.add("log1", history({"\\A\\X"}));
  const auto later = cache.add("log1", history({"\\A\\Y"}));
  EXPECT_EQ(cache.find("log1", "\\A\\X").records, later[0].records);
}

TEST(HistoryCache, OtherRecords_DropTheOtherPaths) {
  HistoryCache cache(kMuch);
  (void)cache.add("log1", history({"\\A\\X"}));
  (void)cache.add("log2", history({"\\A\\X"}));
  (void)cache.add("log1", history({"\\A\\Y"}, 11));
  EXPECT_EQ(cache.find("log1", "\\A\\X").path, nullptr);
  EXPECT_NE(cache.find("log1", "\\A\\Y").path, nullptr);
  EXPECT_NE(cache.find("log2", "\\A\\X").path, nullptr);
}

TEST(HistoryCache, WhatWasNotUsedForLongest_IsDropped) {
  HistoryCache measured(kMuch);
  (void)measured.add("log1", history({"\\A\\X"}, 1000));
  const std::size_t one = measured.bytes();
  HistoryCache cache(one * 2 + one / 2);
  (void)cache.add("log1", history({"\\A\\X", "\\A\\Y"}, 1000));
  (void)cache.find("log1", "\\A\\X");
  (void)cache.add("log1", history({"\\A\\Z"}, 1000));
  EXPECT_EQ(cache.find("log1", "\\A\\Y").path, nullptr);
  EXPECT_NE(cache.find("log1", "\\A\\X").path, nullptr);
  EXPECT_NE(cache.find("log1", "\\A\\Z").path, nullptr);
  EXPECT_LE(cache.bytes(), one * 2 + one / 2);
}

TEST(HistoryCache, WhatHasNoRoom_IsReturnedNevertheless) {
  HistoryCache cache(100);
  const auto added = cache.add("log1", history({"\\A\\X"}, 1000));
  ASSERT_EQ(added.size(), 1U);
  EXPECT_EQ(added[0].path->series.size(), 1U);
  EXPECT_EQ(cache.find("log1", "\\A\\X").path, nullptr);
  EXPECT_EQ(cache.bytes(), 0U);
}

TEST(HistoryCache, Reading_IsTakenByPathsThatItHas) {
  HistoryCache cache(kMuch);
  cache.keep(reading("log1", {"\\Memory\\*", "\\System\\*"}));
  EXPECT_GT(cache.bytes(), 0U);
  EXPECT_FALSE(cache.take("log2", {"\\System\\*"}).has_value());
  EXPECT_FALSE(cache.take("log1", {"\\System\\*", "\\Cache\\*"}).has_value());
  const auto taken = cache.take("log1", {"\\System\\*"});
  ASSERT_TRUE(taken.has_value());
  EXPECT_EQ(taken->paths.size(), 2U);
  EXPECT_FALSE(taken->job.has_ended());
  EXPECT_EQ(cache.bytes(), 0U);
  EXPECT_FALSE(cache.take("log1", {"\\System\\*"}).has_value());
}

TEST(HistoryCache, ReadingsBeyondTheirNumber_DropTheOldest) {
  HistoryCache cache(kMuch);
  (void)cache.add("log1", history({"\\A\\X"}));
  for (std::size_t i = 0; i <= HistoryCache::kMostReadings; ++i) {
    cache.keep(reading("log" + std::to_string(i), {"\\System\\*"}));
  }
  EXPECT_FALSE(cache.take("log0", {"\\System\\*"}).has_value());
  EXPECT_TRUE(cache.take("log1", {"\\System\\*"}).has_value());
  EXPECT_NE(cache.find("log1", "\\A\\X").path, nullptr);
}

TEST(HistoryCache, Readings_ShareTheRoomWithPaths) {
  HistoryCache cache(kMuch);
  cache.keep(reading("log1", {"\\System\\*"}));
  HistoryCache small(cache.bytes() + 10);
  (void)small.add("log1", history({"\\A\\X"}));
  small.keep(reading("log1", {"\\System\\*"}));
  EXPECT_EQ(small.find("log1", "\\A\\X").path, nullptr);
  EXPECT_TRUE(small.take("log1", {"\\System\\*"}).has_value());
}

TEST(HistoryCache, ReadingWhosePathsAreHeld_IsDropped) {
  HistoryCache cache(kMuch);
  cache.keep(reading("log1", {"\\System\\*"}));
  cache.keep(reading("log2", {"\\System\\*"}));
  (void)cache.add("log1", history({"\\System\\*"}));
  EXPECT_FALSE(cache.take("log1", {"\\System\\*"}).has_value());
  EXPECT_TRUE(cache.take("log2", {"\\System\\*"}).has_value());
}

TEST(HistoryCache, PathThatIsAddedAgain_IsHeldOnce) {
  HistoryCache cache(kMuch);
  (void)cache.add("log1", history({"\\A\\X"}));
  const std::size_t one = cache.bytes();
  (void)cache.add("log1", history({"\\A\\X"}));
  EXPECT_EQ(cache.bytes(), one);
}

}  // namespace
}  // namespace openperflib
