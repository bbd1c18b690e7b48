#include "openperflib/jobs/moment/watched_session.h"

#include <gtest/gtest.h>

#include <chrono>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/testing/made_folder.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

LogHeader header_with(LogEntry::Kind kind, std::initializer_list<const char*> objects) {
  LogHeader header;
  for (const char* object : objects) {
    LogEntry& entry = header.entries.emplace_back();
    entry.kind = kind;
    entry.object = object;
  }
  return header;
}

TEST(WholeMachine, LogOfItsWholeObjects_IsOne) {
  using enum LogEntry::Kind;
  EXPECT_TRUE(
      is_of_whole_machine(header_with(object, {"System", "Processor", "Memory", "Process"})));
  EXPECT_TRUE(
      is_of_whole_machine(header_with(object, {"Processor Information", "memory", "Process"})));
  EXPECT_FALSE(is_of_whole_machine(header_with(object, {"Processor", "Memory"})));
  EXPECT_FALSE(is_of_whole_machine(header_with(single, {"Processor", "Memory", "Process"})));
}

// Records at the seconds 0 to 99 of a log, each with its second as the value.
class GoToMoment : public testing::Test {
 protected:
  GoToMoment() {
    std::string text = "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\db-17\\Memory\\Available Bytes\"\r\n";
    for (int second = 0; second < 100; ++second) {
      const std::string digits = std::to_string(100 + second % 60).substr(1);
      text += "\"11/22/2026 10:0" + std::to_string(second / 60) + ":" + digits + ".000\",\"" +
              std::to_string(second) + "\"\r\n";
      times_.push_back(ten_ + second * kTicksPerSecond);
    }
    folder_.write("a.csv", text);
  }

  CounterSession session() const {
    auto log = LogCursor::open({.files = {folder_.path() + "/a.csv"}}, {}, fixed_titles(),
                               LogReadings::by_block);
    CounterSession opened =
        CounterSession::of_log(*std::move(log), fixed_titles(), std::chrono::seconds(1));
    EXPECT_TRUE(opened.add("\\Memory\\Available Bytes").has_value());
    return opened;
  }

  const FileTime ten_ =
      file_time_from(SystemTime{.year = 2026, .month = 11, .day = 22, .hour = 10}).value();
  MadeFolder folder_;
  std::vector<FileTime> times_;
};

TEST_F(GoToMoment, Model_HasTheSamplesThatEndWithIt) {
  CounterSession log = session();
  WatchModel model = watch_model_of(log);
  EXPECT_EQ(go_to_moment(log, LogTimeline(times_), 80, model), 61U);
  const auto groups = model.groups(log.query(), WatchOrder::as_collected, {});
  const WatchLine& line = groups.at(0).lines.at(0);
  EXPECT_EQ(line.last.number, 80);
  EXPECT_EQ(line.statistics.minimum.number, 20);
  EXPECT_EQ(line.growth.number, 60);
}

TEST_F(GoToMoment, NextRow_IsTheNextSample) {
  CounterSession log = session();
  WatchModel model = watch_model_of(log);
  ASSERT_EQ(go_to_moment(log, LogTimeline(times_), 3, model), 4U);
  ASSERT_TRUE(log.collect().has_value());
  EXPECT_EQ(log.query().row().values.at(0).number, 4);
}

TEST_F(GoToMoment, AfterTheEnd_ItContinuesFromThere) {
  CounterSession log = session();
  while (log.collect() == CounterSession::Collected::row) {
  }
  EXPECT_TRUE(log.has_ended());
  WatchModel model = watch_model_of(log);
  ASSERT_EQ(go_to_moment(log, LogTimeline(times_), 98, model), 61U);
  EXPECT_FALSE(log.has_ended());
  EXPECT_EQ(log.query().row().values.at(0).number, 98);
}

TEST_F(GoToMoment, Window_LeavesOutTheOtherTimes) {
  const LogTimeline all = timeline_in(
      times_, {.begin_local = ten_ + kTicksPerSecond, .end_local = ten_ + 3 * kTicksPerSecond});
  EXPECT_EQ(all.size(), 3U);
  EXPECT_EQ(all.at(0), ten_ + kTicksPerSecond);
}

}  // namespace
}  // namespace openperflib
