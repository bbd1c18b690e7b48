// The tool picture: its rows, columns, breaks and statistics.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/testing/called_tools.h"

namespace openperflib {
namespace {

const std::string kPicturedLog = OPENPERFLIB_SOURCE_DIR "/tests/data/blg/SampleLog.blg";
const std::string kBasicLog = OPENPERFLIB_SOURCE_DIR "/tests/data/blg/BasicPerfCounters.blg";
constexpr double kFirstRecord = 1'795'255'200;  // 2026-11-21 10:00:00 UTC
constexpr std::string_view kFiveRows =
    "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\M\\A\\X\",\"\\\\M\\A\\Y\"\n"
    "\"11/21/2026 10:00:00.000\",\"1\",\"2.5\"\n"
    "\"11/21/2026 10:00:01.000\",\" \",\"3\"\n"
    "\"11/21/2026 10:00:02.000\",\"4\",\" \"\n"
    "\"11/21/2026 10:00:03.000\",\"6\",\" \"\n"
    "\"11/21/2026 10:00:13.000\",\"8\",\"9\"\n";

class PictureToolTest : public ToolTest {
 protected:
  ToolAnswer picture(const std::string& log, const std::string& more) {
    return called("picture", R"({"log":")" + log + "\"," + more + "}");
  }
  // The numbers of a column that the result describes.
  static std::vector<double> column(const ToolAnswer& answer, const LocatedJson& of,
                                    std::string_view name) {
    const LocatedJson* const place = of.find(name);
    if (place == nullptr) return {};
    const auto offset = static_cast<std::size_t>(number(*place, "offset"));
    const auto count = static_cast<std::size_t>(number(*place, "count"));
    EXPECT_LE(offset + count, answer.numbers.size()) << name;
    const auto begin = answer.numbers.begin() + static_cast<std::ptrdiff_t>(offset);
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
  }
  static std::vector<double> numbers_of(const LocatedJson& json, std::string_view name) {
    std::vector<double> numbers;
    for (const LocatedJson& one : list(json, name)) numbers.push_back(one.number);
    return numbers;
  }
};

TEST_F(PictureToolTest, FewRecords_HaveARowEachAndOneColumn) {
  const ToolAnswer answer = picture(opened_text(kFiveRows), R"("paths":["\\A\\X","\\A\\Y"])");
  EXPECT_EQ(number(answer.json, "records"), 5);
  EXPECT_EQ(number(answer.json, "in_part"), 5);
  EXPECT_EQ(number(answer.json, "rows"), 5);
  EXPECT_EQ(number(answer.json, "begin_unix"), kFirstRecord);
  EXPECT_EQ(number(answer.json, "end_unix"), kFirstRecord + 13);
  EXPECT_EQ(number(answer.json, "bias_minutes"), 0);
  EXPECT_EQ(number(answer.json, "interval_seconds"), 1);
  EXPECT_EQ(answer.json.text_of("holds"), "values");
  EXPECT_EQ(answer.numbers.size(), 15U);  // the times, and a column of each series
  const std::vector<double> times = {kFirstRecord, kFirstRecord + 1, kFirstRecord + 2,
                                     kFirstRecord + 3, kFirstRecord + 13};
  EXPECT_EQ(column(answer, answer.json, "times"), times);
  EXPECT_EQ(column(answer, answer.json, "ends"), times);
  ASSERT_EQ(list(answer.json, "series").size(), 2U);
  const LocatedJson& x = list(answer.json, "series")[0];
  EXPECT_EQ(x.text_of("path"), "\\\\M\\A\\X");
  EXPECT_EQ(x.text_of("title"), "\\A\\X");
  EXPECT_EQ(number(x, "path_number"), 0);
  EXPECT_EQ(number(list(answer.json, "series")[1], "path_number"), 1);
  EXPECT_TRUE(is_null(x, "type"));
  EXPECT_EQ(x.text_of("unit"), "number");
  EXPECT_TRUE(is_null(x, "scale"));
  for (const std::string_view name : {"first", "least", "largest", "last", "average"}) {
    const std::vector<double> values = column(answer, x, name);
    ASSERT_EQ(values.size(), 5U);
    EXPECT_EQ(values[0], 1);
    EXPECT_TRUE(std::isnan(values[1]));
    EXPECT_EQ(values[4], 8);
  }
}

// The value that is missing, and the ten seconds without a record.
TEST_F(PictureToolTest, Breaks_AreWhereNothingConnects) {
  const ToolAnswer answer = picture(opened_text(kFiveRows), R"("paths":["\\A\\X","\\A\\Y"])");
  EXPECT_EQ(numbers_of(list(answer.json, "series").at(0), "breaks"), (std::vector<double>{2, 4}));
  EXPECT_EQ(numbers_of(list(answer.json, "series").at(1), "breaks"), (std::vector<double>{4}));
  ASSERT_EQ(list(answer.json, "gaps").size(), 1U);
  EXPECT_EQ(list(answer.json, "gaps")[0].parts.at(0).number, kFirstRecord + 3);
  EXPECT_EQ(list(answer.json, "gaps")[0].parts.at(1).number, kFirstRecord + 13);
}

TEST_F(PictureToolTest, Statistics_AreOfThePart) {
  const std::string log = opened_text(kFiveRows);
  const ToolAnswer answer =
      picture(log, fmt::format(R"("paths":["\\A\\X"],"begin":{:.0f},"end":{:.0f})",
                               kFirstRecord + 1, kFirstRecord + 3));
  EXPECT_EQ(number(answer.json, "in_part"), 3);
  EXPECT_EQ(number(answer.json, "begin_unix"), kFirstRecord + 1);
  EXPECT_EQ(number(answer.json, "end_unix"), kFirstRecord + 3);
  EXPECT_EQ(column(answer, answer.json, "times"),
            (std::vector<double>{kFirstRecord + 1, kFirstRecord + 2, kFirstRecord + 3}));
  const LocatedJson* const statistics = list(answer.json, "series").at(0).find("statistics");
  ASSERT_NE(statistics, nullptr);
  EXPECT_EQ(number(*statistics, "count"), 2);
  EXPECT_EQ(number(*statistics, "gaps"), 0);  // none before the first value
  EXPECT_EQ(number(*statistics, "min"), 4);
  EXPECT_EQ(number(*statistics, "average"), 5);
  EXPECT_EQ(number(*statistics, "max"), 6);
  EXPECT_EQ(number(*statistics, "last"), 6);
  EXPECT_EQ(number(*statistics, "p95"), 6);
  EXPECT_EQ(number(*statistics, "percentiles_exact"), 1);
  EXPECT_EQ(number(*statistics, "average_is_mean"), 1);
  const ToolAnswer without = picture(log, R"("paths":["\\A\\X"],"statistics":false)");
  EXPECT_EQ(list(without.json, "series").at(0).find("statistics"), nullptr);
}

// Columns of 4 s: the first has all of the first four records.
TEST_F(PictureToolTest, FewPixels_HaveFirstLeastLargestLastAndAverage) {
  const ToolAnswer answer = picture(opened_text(kFiveRows), R"("paths":["\\A\\X"],"pixels":3)");
  EXPECT_EQ(number(answer.json, "rows"), 2);
  EXPECT_EQ(column(answer, answer.json, "times"),
            (std::vector<double>{kFirstRecord, kFirstRecord + 13}));
  EXPECT_EQ(column(answer, answer.json, "ends"),
            (std::vector<double>{kFirstRecord + 3, kFirstRecord + 13}));
  const LocatedJson& x = list(answer.json, "series").at(0);
  EXPECT_EQ(column(answer, x, "first"), (std::vector<double>{1, 8}));
  EXPECT_EQ(column(answer, x, "least"), (std::vector<double>{1, 8}));
  EXPECT_EQ(column(answer, x, "largest"), (std::vector<double>{6, 8}));
  EXPECT_EQ(column(answer, x, "last"), (std::vector<double>{6, 8}));
  EXPECT_EQ(column(answer, x, "average"), (std::vector<double>{11.0 / 3, 8}));
  EXPECT_EQ(numbers_of(x, "breaks"), (std::vector<double>{1}));
}

// The numbers are those of tests/oracle/blg_csv.py.
TEST_F(PictureToolTest, Rates_AreThoseOfTheLog) {
  const ToolAnswer answer =
      picture(opened(kPicturedLog), R"("paths":["\\Processor(_Total)\\% Processor Time"])");
  EXPECT_EQ(answer.json.text_of("holds"), "readings");
  EXPECT_EQ(number(answer.json, "records"), 11);
  EXPECT_EQ(number(answer.json, "bias_minutes"), 240);
  EXPECT_NEAR(number(answer.json, "begin_unix"), 1'187'120'438.659, 0.001);
  const LocatedJson& busy = list(answer.json, "series").at(0);
  EXPECT_EQ(busy.text_of("type"), "PERF_100NSEC_TIMER_INV");
  EXPECT_EQ(busy.text_of("unit"), "percent");
  EXPECT_EQ(number(busy, "factor"), 1);
  const std::vector<double> values = column(answer, busy, "last");
  ASSERT_EQ(values.size(), 11U);
  EXPECT_TRUE(std::isnan(values[0]));
  EXPECT_DOUBLE_EQ(values[10], 24.635499567617146);
  EXPECT_EQ(numbers_of(busy, "breaks"), std::vector<double>());
  const LocatedJson* const statistics = busy.find("statistics");
  EXPECT_EQ(number(*statistics, "count"), 10);
  EXPECT_DOUBLE_EQ(number(*statistics, "max"), 86.897857518490099);
  EXPECT_EQ(number(*statistics, "average_is_mean"), 0);
}

// A path that is held is not read again: the file is gone.
TEST_F(PictureToolTest, SecondPicture_DoesNotReadTheLog) {
  const std::string log = opened_text(kFiveRows);
  const ToolAnswer first = picture(log, R"("paths":["\\A\\X"])");
  folder().write("log1.csv", "gone");
  const ToolAnswer second = picture(log, R"("paths":["\\A\\X"])");
  EXPECT_EQ(second.text, first.text);
  EXPECT_EQ(column(second, second.json, "times"), column(first, first.json, "times"));
  EXPECT_FALSE(refused("picture", R"({"log":")" + log + R"(","paths":["\\A\\Y"]})").empty());
}

TEST_F(PictureToolTest, PathThatIsAdded_IsReadByItself) {
  const std::string log = opened(kBasicLog);
  const ToolAnswer both =
      picture(log, R"("paths":["\\PhysicalDisk(*)\\*","\\Processor(*)\\*"],"pixels":100)");
  const std::string other = opened(kBasicLog);
  (void)picture(other, R"("paths":["\\Processor(*)\\*"])");
  const ToolAnswer later =
      picture(other, R"("paths":["\\PhysicalDisk(*)\\*","\\Processor(*)\\*"],"pixels":100)");
  EXPECT_EQ(both.text, later.text);
  ASSERT_EQ(both.numbers.size(), later.numbers.size());
  for (std::size_t i = 0; i < both.numbers.size(); ++i) {
    ASSERT_TRUE(both.numbers[i] == later.numbers[i] ||
                (std::isnan(both.numbers[i]) && std::isnan(later.numbers[i])))
        << i;
  }
}

TEST_F(PictureToolTest, LogThatChanged_IsReadAsAWhole) {
  const std::string log = opened_text(kFiveRows);
  (void)picture(log, R"("paths":["\\A\\X"])");
  folder().write("log1.csv",
                 std::string(kFiveRows) + "\"11/21/2026 10:00:14.000\",\"10\",\"11\"\n");
  const ToolAnswer answer = picture(log, R"("paths":["\\A\\X","\\A\\Y"])");
  EXPECT_EQ(number(answer.json, "records"), 6);
  ASSERT_EQ(list(answer.json, "series").size(), 2U);
  EXPECT_EQ(column(answer, list(answer.json, "series")[0], "last").back(), 10);
  EXPECT_EQ(column(answer, list(answer.json, "series")[1], "last").back(), 11);
}

TEST_F(PictureToolTest, Series_AreBoundedAndTheOthersCounted) {
  const std::string log = opened(kPicturedLog);
  const ToolAnswer all = picture(log, R"("paths":["\\Process(*)\\ID Process"],"limit":1000)");
  const std::size_t count = list(all.json, "series").size();
  ASSERT_GE(count, 52U);
  EXPECT_EQ(all.json.find("series_left_out"), nullptr);
  const ToolAnswer few = picture(log, R"("paths":["\\Process(*)\\ID Process"],"limit":3)");
  EXPECT_EQ(list(few.json, "series").size(), 3U);
  EXPECT_EQ(number(few.json, "series_left_out"), static_cast<double>(count - 3));
  const ToolAnswer once =
      picture(log, R"("paths":["\\Memory\\Available Bytes","\\Memory\\Available *","\\No\\Such"])");
  std::size_t same = 0;
  for (const LocatedJson& one : list(once.json, "series")) {
    if (one.text_of("path").ends_with("\\Available Bytes")) ++same;
  }
  EXPECT_EQ(same, 1U);
  ASSERT_EQ(list(once.json, "unmatched").size(), 1U);
  EXPECT_EQ(list(once.json, "unmatched")[0].text_of("path"), "\\No\\Such");
}

TEST_F(PictureToolTest, PartWithoutRecords_HasNoRows) {
  const std::string log = opened_text(kFiveRows);
  const ToolAnswer gap =
      picture(log, fmt::format(R"("paths":["\\A\\X"],"begin":{:.0f},"end":{:.0f})",
                               kFirstRecord + 5, kFirstRecord + 9));
  EXPECT_EQ(number(gap.json, "rows"), 0);
  EXPECT_EQ(list(gap.json, "gaps").size(), 1U);
  EXPECT_TRUE(gap.numbers.empty());
  EXPECT_TRUE(is_null(*list(gap.json, "series").at(0).find("statistics"), "average"));
  const ToolAnswer before = picture(log, R"("paths":["\\A\\X"],"end":5)");
  EXPECT_EQ(number(before.json, "rows"), 0);
}

TEST_F(PictureToolTest, WhatCannotBePictured_IsASentence) {
  const std::string log = opened_text(kFiveRows);
  EXPECT_EQ(refused("picture", R"({"log":"log1","paths":[]})"), "paths names no counter");
  EXPECT_EQ(refused("picture", R"({"log":"log1","paths":["\\A\\X"],"begin":9,"end":5})"),
            "begin is after end");
  EXPECT_EQ(refused("picture", R"({"log":"log9","paths":["\\A\\X"]})"),
            "no log is open as log9; open_log returns the name of a log");
  EXPECT_EQ(refused("picture", R"({"log":"log1","paths":["\\A\\X"],"begin":true})"),
            "begin is not a time");
  EXPECT_FALSE(refused("picture", R"({"log":"log1","paths":["Memory"]})").empty());
  for (const std::string_view time : {"-1", "1e300", "\"noon\"", "\"10:00\""}) {
    EXPECT_TRUE(
        refused("picture", fmt::format(R"({{"log":"{}","paths":["\\A\\X"],"end":{}}})", log, time))
            .starts_with("end is not a time of the log"))
        << time;
  }
}

}  // namespace
}  // namespace openperflib
