#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "openperflib/log/sql/sql_log_record_internal.h"

namespace openperflib {
namespace {

constexpr const char* kTimeText = "2025-11-21 15:15:35.123";
constexpr FileTime kTimeValue = 134'082'117'351'230'000;

// RecordIndex, CounterID, CounterDateTime, FirstValueA and B, SecondValueA and B, MultiCount,
// CounterValue
using RowTexts = SqlDataTexts;
constexpr auto kNull = std::nullopt;

struct ReadRecords {
  std::vector<LogRecord> records;
  std::vector<std::string> anomalies;
};

// As SqlLogReader reads: counters 5 and 9 are the series 0 and 1.
ReadRecords read_rows(LogContent content, const std::vector<RowTexts>& rows,
                      std::int64_t bias = 0) {
  SqlRecordReader reader(content, bias,
                         {{5, {.place = 0, .time_base = 1000, .size = 4}},
                          {9, {.place = 1, .time_base = 0, .size = 8}}});
  LogAnomalies anomalies("SQL:a.db!set");
  ReadRecords result;
  LogRecord record;
  bool has_begun = false;
  for (const RowTexts& row : rows) {
    if (has_begun && !reader.belongs(row)) {
      if (reader.has_time()) result.records.push_back(record);
      has_begun = false;
    }
    if (!has_begun) reader.begin(row, record);
    has_begun = true;
    reader.take(row, record, anomalies);
  }
  if (has_begun && reader.has_time()) result.records.push_back(record);
  for (const LogAnomaly& one : anomalies.items()) result.anomalies.push_back(describe(one.what));
  return result;
}

constexpr RawCounter kNothing;

TEST(SqlRecord, Reading_IsPutTogetherOfItsHalves) {
  const auto read = read_rows(LogContent::readings,
                              {{"1", "9", kTimeText, "-2147483648", "1", "-1", "0", "7", "0"}});
  ASSERT_EQ(read.records.size(), 1U);
  EXPECT_EQ(read.records[0].time_local, kTimeValue);
  EXPECT_EQ(read.records[0].sample.counters[0], kNothing);
  EXPECT_EQ(read.records[0].sample.counters[1], (RawCounter{.first = 0x1'8000'0000,
                                                            .second = 0xFFFF'FFFF,
                                                            .time_base = 0,
                                                            .multi = 7,
                                                            .size = 8,
                                                            .status = CStatus::valid_data}));
  EXPECT_TRUE(read.anomalies.empty());
}

TEST(SqlRecord, LocalTime_IsTheStoredOneLessTheBiasOfASetOfOurs) {
  const auto read =
      read_rows(LogContent::readings, {{"1", "5", kTimeText, "1", "0", "0", "0", "0", "0"}}, -60);
  ASSERT_EQ(read.records.size(), 1U);
  EXPECT_EQ(read.records[0].time_local, kTimeValue + 3600 * kTicksPerSecond);
}

TEST(SqlRecord, RowsOfOneRecordIndex_AreOneRecord) {
  const auto read =
      read_rows(LogContent::values, {{"1", "5", kTimeText, {}, {}, {}, {}, {}, "0.5"},
                                     {"1", "9", kTimeText, {}, {}, {}, {}, {}, "-1e308"},
                                     {"2", "9", kTimeText, {}, {}, {}, {}, {}, "2"}});
  ASSERT_EQ(read.records.size(), 2U);
  EXPECT_EQ(read.records[0].row.values[0].number, 0.5);
  EXPECT_EQ(read.records[0].row.values[1].number, -1e308);
  EXPECT_EQ(read.records[1].row.values[0].status, CStatus::no_data);
  EXPECT_EQ(read.records[1].row.values[1].number, 2.0);
}

TEST(SqlRecord, NumberLeftOut_MeansThatAnotherLogBegins) {
  const auto read = read_rows(LogContent::values, {{"1", "5", kTimeText, {}, {}, {}, {}, {}, "1"},
                                                   {"2", "5", kTimeText, {}, {}, {}, {}, {}, "1"},
                                                   {"4", "5", kTimeText, {}, {}, {}, {}, {}, "1"}});
  ASSERT_EQ(read.records.size(), 3U);
  EXPECT_FALSE(read.records[0].sample.starts_anew);
  EXPECT_FALSE(read.records[1].sample.starts_anew);
  EXPECT_TRUE(read.records[2].sample.starts_anew);
}

TEST(SqlRecord, EmptyRecord_HasItsTimeAndNoValue) {
  const auto read =
      read_rows(LogContent::values, {{"1", "0", kTimeText, "0", "0", "0", "0", "0", "0"}});
  ASSERT_EQ(read.records.size(), 1U);
  EXPECT_EQ(read.records[0].row.values[0].status, CStatus::no_data);
  EXPECT_EQ(read.records[0].row.values[1].status, CStatus::no_data);
  EXPECT_TRUE(read.anomalies.empty());
}

// One row per fault: its message; the rest of the record is read.
TEST(SqlRecord, ReadingsThatNoRowMayHave_AreLostAndReported) {
  struct Case {
    RowTexts row;
    const char* told;
  };
  const Case cases[] = {
      {{"1", "5", kTimeText, kNull, "0", "0", "0", "0", "0"},
       "CounterData.FirstValueA of record 1, counter 5: is not a number"},
      {{"1", "5", kTimeText, "many", "0", "0", "0", "0", "0"},
       "CounterData.FirstValueA of record 1, counter 5: is not a number"},
      {{"1", "5", kTimeText, "2147483648", "0", "0", "0", "0", "0"},
       "CounterData.FirstValueA of record 1, counter 5: is not a number"},
      {{"1", "5", kTimeText, "1", "0", "1.5", "0", "0", "0"},
       "CounterData.SecondValueA of record 1, counter 5: is not a number"},
      {{"1", "5", kTimeText, "1", "0", "1", "0", "x", "0"},
       "CounterData.MultiCount of record 1, counter 5: is not a number"},
      {{"1", "77", kTimeText, "1", "0", "1", "0", "0", "0"},
       "CounterData.CounterID of record 1, counter 77: has no row in CounterDetails"},
      {{"1", "five", kTimeText, "1", "0", "1", "0", "0", "0"},
       "CounterData.CounterID of record 1, counter 0: is not a number"},
      {{"1", kNull, kTimeText, "1", "0", "1", "0", "0", "0"},
       "CounterData.CounterID of record 1, counter 0: is not a number"},
      {{kNull, "5", kTimeText, "1", "0", "1", "0", "0", "0"},
       "CounterData.RecordIndex of record 1, counter 5: is not a number"},
      {{"1", "9", kTimeText, "2", "0", "2", "0", "0", "0"},
       "CounterData.CounterID of record 1, counter 9: occurs twice"},
  };
  const RowTexts sound = {"1", "9", kTimeText, "4", "0", "6", "0", "0", "0"};
  for (const Case& one : cases) {
    const auto read = read_rows(LogContent::readings, {sound, one.row});
    ASSERT_EQ(read.records.size(), 1U) << one.told;
    EXPECT_EQ(read.records[0].sample.counters[1].first, 4U) << one.told;
    EXPECT_FALSE(usable(read.records[0].sample.counters[0].status)) << one.told;
    ASSERT_EQ(read.anomalies.size(), 1U) << one.told;
    EXPECT_EQ(read.anomalies[0], std::string("SQL:a.db!set: ") + one.told);
  }
}

TEST(SqlRecord, ValueThatIsNotANumber_IsUnknownAndNotZero) {
  for (const char* const text : {"", "nan", "1,5", "0x10", "1 ", "NULL"}) {
    const auto read =
        read_rows(LogContent::values, {{"1", "5", kTimeText, {}, {}, {}, {}, {}, text}});
    ASSERT_EQ(read.records.size(), 1U);
    EXPECT_EQ(read.records[0].row.values[0].status, CStatus::invalid_data) << text;
    EXPECT_EQ(read.anomalies, std::vector<std::string>{
                                  "SQL:a.db!set: CounterData.CounterValue of record 1, counter 5: "
                                  "is not a number"});
  }
}

TEST(SqlRecord, WithoutATime_IsSkippedAndTheNextOneIsRead) {
  const auto read = read_rows(LogContent::values, {{"1", "5", "yesterday", {}, {}, {}, {}, {}, "1"},
                                                   {"2", "5", kNull, {}, {}, {}, {}, {}, "1"},
                                                   {"3", "5", kTimeText, {}, {}, {}, {}, {}, "1"}});
  ASSERT_EQ(read.records.size(), 1U);
  EXPECT_EQ(read.records[0].offset, 3U);
  EXPECT_EQ(
      read.anomalies,
      (std::vector<std::string>{
          "SQL:a.db!set: CounterData.CounterDateTime of record 1, counter 5: is not a time",
          "SQL:a.db!set: CounterData.CounterDateTime of record 2, counter 5: is not a time"}));
}

}  // namespace
}  // namespace openperflib
