// The rows and numbers of parts of the time in a width of pixels.
#include "openperflib/view/chart/history_picture.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr double kMissing = ValueExtremes::kNone;
constexpr FileTime kFirstMoment = 133'700'000'000'000'000;

FileTime moment(FileTime seconds) { return kFirstMoment + seconds * kTicksPerSecond; }

HistoryRecords records_at(const std::vector<FileTime>& seconds) {
  HistoryRecords records;
  for (const FileTime one : seconds) records.times.push_back(moment(one));
  return records;
}

HistoryPart part(FileTime begin, FileTime end, std::size_t pixels) {
  return {.begin = moment(begin), .end = moment(end), .pixels = pixels};
}

SeriesHistory pictured(std::vector<double> values, FileTime longest_step = 0) {
  return {.machine = std::make_shared<HistoryMachine>(
              HistoryMachine{.longest_step = longest_step, .is_in_record = {}}),
          .pyramid = ValuePyramid(std::move(values))};
}

// The same numbers; NaN is one of them.
void expect_numbers(const std::vector<double>& found, const std::vector<double>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (std::isnan(expected[i])) {
      EXPECT_TRUE(std::isnan(found[i])) << i;
    } else {
      EXPECT_EQ(found[i], expected[i]) << i;
    }
  }
}

TEST(HistoryPicture, PartOfTheTime_HasBothEnds) {
  const HistoryRecords records = records_at({0, 10, 20, 30});
  EXPECT_EQ(records_in(records, part(10, 20, 4)), (RecordRange{.begin = 1, .end = 3}));
  EXPECT_EQ(records_in(records, part(11, 19, 4)), (RecordRange{.begin = 2, .end = 2}));
  EXPECT_EQ(records_in(records, part(-50, 50, 4)), (RecordRange{.begin = 0, .end = 4}));
  EXPECT_EQ(records_in(records, part(40, 50, 4)), (RecordRange{.begin = 4, .end = 4}));
}

TEST(HistoryPicture, FewRecords_HaveARowEach) {
  const HistoryRecords records = records_at({0, 10, 20, 30});
  EXPECT_THAT(
      pixel_rows(records, part(0, 30, 800)),
      ElementsAre(RecordRange{0, 1}, RecordRange{1, 2}, RecordRange{2, 3}, RecordRange{3, 4}));
}

// Columns of 10 s; the end is in the last one.
TEST(HistoryPicture, ColumnsOfEqualWidth_AreTheRows) {
  const HistoryRecords records = records_at({0, 1, 2, 9, 10, 11, 35, 40});
  EXPECT_THAT(pixel_rows(records, part(0, 40, 4)),
              ElementsAre(RecordRange{0, 4}, RecordRange{4, 6}, RecordRange{6, 8}));
  EXPECT_THAT(pixel_rows(records, part(0, 0, 4)), ElementsAre(RecordRange{0, 1}));
  EXPECT_THAT(pixel_rows(records, part(3, 8, 4)), IsEmpty());
}

TEST(HistoryPicture, Row_HasFirstLeastLargestLastAndAverage) {
  const HistoryRecords records = records_at({0, 1, 2, 3, 10, 11});
  const SeriesHistory series = pictured({5, 9, 1, 3, kMissing, 7});
  const SeriesPicture picture = picture_of(series, records, pixel_rows(records, part(0, 20, 2)));
  expect_numbers(picture.first, {5, 7});
  expect_numbers(picture.least, {1, 7});
  expect_numbers(picture.largest, {9, 7});
  expect_numbers(picture.last, {3, 7});
  expect_numbers(picture.average, {4.5, 7});
}

TEST(HistoryPicture, ValueThatIsMissing_BreaksTheLine) {
  const HistoryRecords records = records_at({0, 1, 2, 3, 4});
  const SeriesHistory series = pictured({kMissing, 2, kMissing, 4, 5});
  const SeriesPicture picture = picture_of(series, records, pixel_rows(records, part(0, 4, 100)));
  expect_numbers(picture.first, {kMissing, 2, kMissing, 4, 5});
  EXPECT_THAT(picture.breaks, ElementsAre(3));  // nothing is before the first value
}

// Between two rows the missing value is the last one of the first; within a row it is not seen.
TEST(HistoryPicture, ValueThatIsMissingAtTheEdgeOfARow_BreaksTheLine) {
  const HistoryRecords records = records_at({0, 1, 2, 10, 11, 12, 20, 21});
  const SeriesHistory series = pictured({1, 2, kMissing, 4, kMissing, 6, 7, 8});
  EXPECT_THAT(picture_of(series, records, pixel_rows(records, part(0, 29, 3))).breaks,
              ElementsAre(1));
}

TEST(HistoryPicture, TimeWithoutARecord_BreaksTheLine) {
  const HistoryRecords records = records_at({0, 10, 36, 46, 71});
  const SeriesHistory series = pictured({1, 2, 3, 4, 5}, 25 * kTicksPerSecond);
  EXPECT_THAT(picture_of(series, records, pixel_rows(records, part(0, 71, 1000))).breaks,
              ElementsAre(2));
}

TEST(HistoryPicture, NextInstanceOfAName_BreaksTheLine) {
  const HistoryRecords records = records_at({0, 1, 2});
  SeriesHistory series = pictured({1, 2, 3});
  series.passes = {1};
  EXPECT_THAT(picture_of(series, records, pixel_rows(records, part(0, 2, 1000))).breaks,
              ElementsAre(1));
}

TEST(HistoryPicture, RecordsOfAnotherMachine_BreakNothing) {
  const HistoryRecords records = records_at({0, 1, 2, 3, 4, 5});
  SeriesHistory series = pictured({1, kMissing, 2, kMissing, kMissing, kMissing});
  series.machine = std::make_shared<HistoryMachine>(
      HistoryMachine{.is_in_record = {true, false, true, false, true, false}});
  const SeriesPicture picture = picture_of(series, records, pixel_rows(records, part(0, 5, 1000)));
  EXPECT_THAT(picture.breaks, IsEmpty());
  expect_numbers(picture.last, {1, kMissing, 2, kMissing, kMissing, kMissing});
}

// Whatever the width, no extreme is lost.
TEST(HistoryPicture, AnyWidth_KeepsTheExtremes) {
  std::vector<FileTime> seconds;
  std::vector<double> values;
  for (FileTime i = 0; i < 5000; ++i) {
    seconds.push_back(i);
    values.push_back(static_cast<double>(i * 7919 % 4999));
  }
  const HistoryRecords records = records_at(seconds);
  const SeriesHistory series = pictured(values);
  for (const std::size_t pixels : {1U, 2U, 7U, 800U, 10000U}) {
    const auto rows = pixel_rows(records, part(0, 4999, pixels));
    ASSERT_LE(rows.size(), pixels);
    ASSERT_EQ(rows.front().begin, 0U);
    ASSERT_EQ(rows.back().end, 5000U);
    for (std::size_t i = 1; i < rows.size(); ++i) ASSERT_EQ(rows[i].begin, rows[i - 1].end);
    const SeriesPicture picture = picture_of(series, records, rows);
    EXPECT_EQ(*std::ranges::min_element(picture.least), 0) << pixels;
    EXPECT_EQ(*std::ranges::max_element(picture.largest), 4998) << pixels;
  }
}

}  // namespace
}  // namespace openperflib
