// Logs read as one, up to the end of a window.
#include "openperflib/log/log_cursor.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "openperflib/abi/pdhmsg_constants.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

constexpr const char* kHeader =
    "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\db-17\\Memory\\Available Bytes\"\r\n";

std::string row(int second, int value) {
  return "\"11/22/2026 10:00:0" + std::to_string(second) + ".000\",\"" + std::to_string(value) +
         "\"\r\n";
}

// The records at 1, 2 and 3 seconds after ten.
std::string three_rows() { return kHeader + row(1, 10) + row(2, 20) + row(3, 30); }

FileTime at_second(int second) {
  const auto ten = file_time_from(SystemTime{.year = 2026, .month = 11, .day = 22, .hour = 10});
  return ten.value() + second * kTicksPerSecond;
}

TEST(LogCursor, RecordsOfTheWindow_AreTakenAndCounted) {
  MadeFolder folder;
  folder.write("a.csv", three_rows());
  auto cursor =
      LogCursor::open({.files = {folder.path() + "/a.csv"}},
                      {.begin_local = at_second(2), .end_local = at_second(2)}, fixed_titles());
  ASSERT_TRUE(cursor.has_value());
  Query query(fixed_titles());
  ASSERT_TRUE(query.add("\\Memory\\Available Bytes").has_value());
  ASSERT_EQ(cursor->take_next(query), ReadResult::reading);
  EXPECT_EQ(query.row().values.at(0).number, 20);
  EXPECT_TRUE(cursor->is_in_window());
  EXPECT_EQ(cursor->take_next(query), ReadResult::end);
  EXPECT_EQ(cursor->records(), 1U);
}

TEST(LogCursor, RecordTakenAgain_AnswersAPathThatWasAddedSince) {
  MadeFolder folder;
  folder.write("a.csv", three_rows());
  auto cursor = LogCursor::open({.files = {folder.path() + "/a.csv"}}, {}, fixed_titles());
  ASSERT_TRUE(cursor.has_value());
  Query query(fixed_titles());
  ASSERT_EQ(cursor->take_next(query), ReadResult::reading);
  ASSERT_TRUE(query.add("\\Memory\\Available Bytes").has_value());
  cursor->take_again(query);
  EXPECT_EQ(query.row().values.at(0).number, 10);
}

TEST(LogCursor, RewoundToATime_TakesTheRecordsFromThere_WithoutAnEarlierReading) {
  MadeFolder folder;
  folder.write("a.csv", three_rows());
  auto cursor = LogCursor::open({.files = {folder.path() + "/a.csv"}}, {}, fixed_titles());
  ASSERT_TRUE(cursor.has_value());
  Query read(fixed_titles());
  while (cursor->take_next(read) == ReadResult::reading) {
  }
  ASSERT_TRUE(cursor->rewind_to(at_second(2)).has_value());
  Query query(fixed_titles());
  ASSERT_TRUE(query.add("\\Memory\\Available Bytes").has_value());
  ASSERT_EQ(cursor->take_next(query), ReadResult::reading);
  EXPECT_EQ(query.row().values.at(0).number, 20);
  ASSERT_EQ(cursor->take_next(query), ReadResult::reading);
  EXPECT_EQ(query.row().values.at(0).number, 30);
  EXPECT_EQ(cursor->take_next(query), ReadResult::end);
}

TEST(LogCursor, RewoundBeforeItsWindow_BeginsWithTheWindow) {
  MadeFolder folder;
  folder.write("a.csv", three_rows());
  auto cursor = LogCursor::open({.files = {folder.path() + "/a.csv"}},
                                {.begin_local = at_second(2)}, fixed_titles());
  ASSERT_TRUE(cursor.has_value());
  ASSERT_TRUE(cursor->rewind_to(at_second(1)).has_value());
  Query query(fixed_titles());
  ASSERT_TRUE(query.add("\\Memory\\Available Bytes").has_value());
  ASSERT_EQ(cursor->take_next(query), ReadResult::reading);
  EXPECT_EQ(query.row().values.at(0).number, 20);
}

TEST(LogCursor, RawAndCalculatedValues_CannotBeReadTogether) {
  MadeFolder folder;
  folder.write("a.csv", three_rows());
  const auto cursor = LogCursor::open(
      {.files = {OPENPERFLIB_SOURCE_DIR "/tests/data/blg/SampleLog.blg", folder.path() + "/a.csv"}},
      {}, fixed_titles());
  ASSERT_FALSE(cursor.has_value());
  EXPECT_EQ(cursor.error().fault.file, folder.path() + "/a.csv");
  EXPECT_EQ(cursor.error().pdh_code, static_cast<std::uint32_t>(PDH_INVALID_ARGUMENT));
}

TEST(LogCursor, FileWithoutZone_IsNamedIfAnotherHasOne) {
  MadeFolder folder;
  folder.write("a.csv", three_rows());
  folder.write("b.csv",
               "\"(PDH-CSV 4.0)\",\"\\\\db-18\\Memory\\Available Bytes\"\r\n" + row(4, 40));
  const std::string lacking = folder.path() + "/b.csv";
  const auto both =
      LogCursor::open({.files = {folder.path() + "/a.csv", lacking}}, {}, fixed_titles());
  ASSERT_TRUE(both.has_value());
  EXPECT_TRUE(std::ranges::equal(both->without_zone(), std::vector{lacking}));
  const auto alone = LogCursor::open({.files = {lacking}}, {}, fixed_titles());
  ASSERT_TRUE(alone.has_value());
  EXPECT_TRUE(alone->without_zone().empty());
}

}  // namespace
}  // namespace openperflib
