// Several logs as one: one after the other, and side by side.
#include "openperflib/log/merged/merged_log_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/log/log_survey.h"
#include "openperflib/testing/logs/memory_log.h"

namespace openperflib {
namespace {

using memory_log::kSecond;
using memory_log::rates_of;

MergedLogReader merged(MemoryLog&& a, MemoryLog&& b) {
  std::vector<std::unique_ptr<LogReader>> logs;
  logs.push_back(std::make_unique<MemoryLog>(std::move(a)));
  logs.push_back(std::make_unique<MemoryLog>(std::move(b)));
  return MergedLogReader(std::move(logs));
}

TEST(MergedLogReader, LogsOfOneMachine_FollowEachOtherWithoutARateOverTheGap) {
  MemoryLog first("db-17");
  first.add(1 * kSecond, {{"0", 10, 1}}).add(2 * kSecond, {{"0", 15, 2}});
  MemoryLog second("db-17");
  second.add(9 * kSecond, {{"0", 100, 9}}).add(10 * kSecond, {{"0", 107, 10}});
  MergedLogReader log = merged(std::move(second), std::move(first));  // in any order
  EXPECT_THAT(rates_of(log), testing::ElementsAre("1 -", "2 5", "9 -", "10 7"));
}

TEST(MergedLogReader, NamesInOtherLettersOfCase_AreTheSameSeries) {
  MemoryLog first("DB-17");
  first.add(1 * kSecond, {{"Total", 10, 1}}).add(2 * kSecond, {{"Total", 15, 2}});
  MemoryLog second("db-17");
  second.add(9 * kSecond, {{"total", 100, 9}}).add(10 * kSecond, {{"total", 107, 10}});
  MergedLogReader log = merged(std::move(first), std::move(second));
  EXPECT_THAT(rates_of(log), testing::ElementsAre("1 -", "2 5", "9 -", "10 7"));
  EXPECT_EQ(log.catalog().series().front().machine, "DB-17");
}

TEST(MergedLogReader, NamesThatDifferOnlyInCase_StayApartInOneLog) {
  MemoryLog first("db-17");
  first.add(1 * kSecond, {{"foo", 10, 1}, {"Foo", 20, 1}});
  first.add(2 * kSecond, {{"foo", 11, 2}, {"Foo", 22, 2}});
  MemoryLog second("db-17");
  second.add(9 * kSecond, {{"Foo", 30, 9}}).add(10 * kSecond, {{"Foo", 35, 10}});
  MergedLogReader log = merged(std::move(first), std::move(second));
  EXPECT_THAT(rates_of(log), testing::ElementsAre("1 - -", "2 1 2", "9 - -", "10 - 5"));
}

TEST(MergedLogReader, LogsOfTwoMachines_ShareTheRecordsOfOneMoment) {
  MemoryLog db("db-17");
  MemoryLog web("web-3");
  for (std::uint64_t i = 1; i <= 3; ++i) {
    const auto time = static_cast<FileTime>(i) * kSecond;
    db.add(time, {{"0", 10 * i, i}});
    web.add(time + kSecond / 10, {{"0", 7 * i, i}});
  }
  MergedLogReader log = merged(std::move(db), std::move(web));
  EXPECT_THAT(rates_of(log), testing::ElementsAre("1 - -", "2 10 7", "3 10 7"));
}

TEST(MergedLogReader, LogsOfTwoIntervals_KeepEachItsOwnDifferences) {
  MemoryLog db("db-17");
  for (std::uint64_t i = 2; i <= 6; ++i) {
    db.add(static_cast<FileTime>(i) * kSecond, {{"0", 10 * i, i}});
  }
  MemoryLog web("web-3");
  web.add(2 * kSecond, {{"0", 20, 2}}).add(5 * kSecond, {{"0", 50, 5}});
  MergedLogReader log = merged(std::move(db), std::move(web));
  EXPECT_THAT(rates_of(log),
              testing::ElementsAre("2 - -", "3 10 -", "4 10 -", "5 10 10", "6 10 -"));
}

TEST(MergedLogReader, LogsOfTwoZones_AreOnTheClockOfTheFirst) {
  constexpr FileTime kHour = 3600 * kSecond;
  MemoryLog west("db-17");
  west.on_clock("Pacific Standard Time", 480).add(8 * kHour, {{"0", 10, 1}});
  west.add(12 * kHour, {{"0", 10, 2}});
  MemoryLog east("web-3");
  east.on_clock("Eastern Standard Time", 300).add(13 * kHour, {{"0", 10, 1}});
  MergedLogReader log = merged(std::move(west), std::move(east));
  EXPECT_EQ(log.header().zone_name, "Pacific Standard Time");
  LogRecord record;
  std::vector<FileTime> local;
  std::vector<bool> is_on_another_clock;
  while (log.read(record).value() == ReadResult::reading) {
    local.push_back(record.time_local / kHour);
    is_on_another_clock.push_back(record.is_on_another_clock);
    EXPECT_EQ(record.sample.time_utc, record.time_local + 8 * kHour);
  }
  EXPECT_THAT(local, testing::ElementsAre(8, 10, 12));
  EXPECT_THAT(is_on_another_clock, testing::ElementsAre(false, true, false));
}

TEST(MergedLogReader, LogThatDoesNotTellItsZone_HasThatOfTheOthers) {
  MemoryLog silent("db-17");
  silent.add(5 * kSecond, {{"0", 10, 1}});
  MemoryLog east("web-3");
  east.on_clock("Eastern Standard Time", 300).add(6 * kSecond, {{"0", 10, 1}});
  MergedLogReader log = merged(std::move(silent), std::move(east));
  EXPECT_EQ(log.header().bias_minutes, 300);
  EXPECT_THAT(rates_of(log), testing::ElementsAre("5 - -", "6 - -"));
}

TEST(MergedLogReader, SeriesThatTwoLogsHave_IsOne) {
  MemoryLog first("db-17");
  first.add(kSecond, {{"0", 1, 1}, {"1", 1, 1}});
  MemoryLog second("db-17");
  second.add(2 * kSecond, {{"1", 1, 2}, {"2", 1, 2}});
  MergedLogReader log = merged(std::move(first), std::move(second));
  LogRecord record;
  ASSERT_EQ(log.read(record).value(), ReadResult::reading);
  ASSERT_EQ(log.catalog().series().size(), 3U);
  EXPECT_EQ(record.sample.counters[2].status, CStatus::item_not_validated);
}

TEST(LogSurvey, CountsRecordsAndGathersTheSeriesOfAll) {
  MemoryLog log("db-17");
  log.add(5 * kSecond, {{"0", 1, 1}}).add(6 * kSecond, {{"1", 1, 1}, {"0", 1, 1}});
  LogSurvey survey;
  LogRecord record;
  while (log.read(record).value() == ReadResult::reading) survey.add(log, record);
  EXPECT_EQ(survey.records(), 2U);
  EXPECT_EQ(survey.first_local(), 5 * kSecond);
  EXPECT_EQ(survey.last_local(), 6 * kSecond);
  ASSERT_EQ(survey.series().size(), 2U);
  EXPECT_EQ(*survey.series()[1].instance, "1");
}

TEST(LogSurvey, Finished_HasItsCatalogInTheOrderOfTheEntries) {
  MemoryLog log("db-17");
  log.add(kSecond, {{"0", 1, 1, 0}, {"_Total", 1, 1, 1}});
  log.add(2 * kSecond, {{"1", 1, 1, 0}, {"_Total", 1, 1, 1}});
  LogSurvey survey;
  LogRecord record;
  while (log.read(record).value() == ReadResult::reading) survey.add(log, record);
  const auto instances = [&] {
    std::vector<std::string> names;
    for (const Series& one : survey.catalog().series()) names.emplace_back(*one.instance);
    return names;
  };
  EXPECT_THAT(instances(), testing::ElementsAre("0", "_Total", "1"));
  survey.finish();
  EXPECT_THAT(instances(), testing::ElementsAre("0", "1", "_Total"));
  EXPECT_EQ(survey.catalog().objects()[0].instances[1].name, "1");
}

}  // namespace
}  // namespace openperflib
