// A week of a text log in each time zone, with a gap: every way through a log gives its instants.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "openperflib/log/log_cursor.h"
#include "openperflib/log/log_job.h"
#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/pdh/pdh_query.h"
#include "openperflib/testing/all_cases.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/testing/time_zone_example.h"

namespace openperflib {
namespace {

using testing::ElementsAreArray;

constexpr FileTime kMinute = 60 * kTicksPerSecond;
constexpr FileTime kHour = 60 * kMinute;
constexpr FileTime kDay = 24 * kHour;
constexpr FileTime kInterval = 30 * kMinute;

FileTime begin_of(std::uint16_t year) {
  return file_time_from(SystemTime{year, 1, 0, 1, 0, 0, 0, 0}).value();
}

// The middles of weeks: about each change of daylight time in a year; without any, that of June.
std::vector<FileTime> middles_of_weeks(const ClockOfZone& clock, std::uint16_t year) {
  constexpr FileTime kStep = 3 * kHour;
  std::vector<FileTime> middles;
  for (FileTime time = begin_of(year); time < begin_of(year) + 365 * kDay; time += kStep) {
    if (std::abs(clock.bias_at(time) - clock.bias_at(time + kStep)) == 60) middles.push_back(time);
  }
  if (middles.empty()) middles.push_back(begin_of(year) + 165 * kDay);
  return middles;
}

// When the rows of the log were sampled, in UTC: nothing from ten to three on the second day, when
// no clock is changed.
std::vector<FileTime> instants_around(const ClockOfZone& clock, FileTime middle) {
  std::vector<FileTime> instants;
  const FileTime first = middle - 3 * kDay - kDay / 2;
  for (FileTime time = first; time < first + 7 * kDay; time += kInterval) {
    const FileTime hour = clock.shown_at(time) % kDay / kHour;
    const bool is_second_day = time > first + kDay && time <= first + 2 * kDay;
    if (!is_second_day || hour < 10 || hour >= 15) instants.push_back(time);
  }
  return instants;
}

std::string cell_of(FileTime local) {
  const SystemTime time = system_time_from(local);
  char cell[40];
  const int size =
      std::snprintf(cell, sizeof cell, "\"%02d/%02d/%04d %02d:%02d:%02d.%03d\"", time.month,
                    time.day, time.year, time.hour, time.minute, time.second, time.milliseconds);
  return {cell, static_cast<std::size_t>(size)};
}

// A log as Windows writes it: the bias of its first row, and the times that the clock showed.
std::string log_of(const ClockOfZone& clock, const std::vector<FileTime>& instants) {
  std::string log = "\"(PDH-CSV 4.0) (Ortszeit)(" +
                    std::to_string(clock.bias_at(instants.front())) +
                    ")\",\"\\\\M\\Memory\\Available Bytes\"\r\n";
  for (const FileTime instant : instants) log += cell_of(clock.shown_at(instant)) + ",\"1\"\r\n";
  return log;
}

class LogInstants : public testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const {
    return folder_.path() + "/" + name;
  }

  // The order of their dates is given: some weeks do not show it.
  [[nodiscard]] LogInputs logs(const std::vector<std::string>& names) const {
    LogInputs inputs{.files = {}, .date_order = DateOrder::month_day_year};
    for (const std::string& name : names) inputs.files.push_back(path(name));
    return inputs;
  }

  // The instants that a query sees. Notes whether the reader is certain of them all.
  std::vector<FileTime> queried(const LogInputs& inputs, const LogWindow& window = {}) {
    auto cursor = LogCursor::open(inputs, window, fixed_titles()).value();
    Query query(fixed_titles());
    EXPECT_TRUE(query.add("\\Memory\\Available Bytes").has_value());
    std::vector<FileTime> instants;
    while (cursor.take_next(query).value() == ReadResult::reading) {
      instants.push_back(query.row().time_utc);
    }
    is_certain_ = cursor.reader().anomaly_count() == 0;
    return instants;
  }

  // Writes what the inputs have in the window, as convert, cut, merge and relog do.
  void written(const LogInputs& inputs, const std::string& name, const LogWindow& window = {}) {
    LogSummary summary;
    LogRecord record;
    const auto survey = open_logs(inputs, window, fixed_titles()).value();
    while (survey.reader->read(record).value() == ReadResult::reading) {
      summary.add(*survey.reader, record, window);
    }
    summary.finish(*survey.reader, 1);
    LogJobOptions options;
    options.target = LogTarget::parse(path(name)).value();
    options.window = window;
    const auto input = open_logs(inputs, window, fixed_titles()).value();
    LogJob job(summary, select_series(summary.survey, {}, fixed_titles()).value(), options,
               fixed_titles());
    UniqueFd fd(::open(path(name).c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    ASSERT_TRUE(job.begin(*input.reader, fd.get()).has_value());
    while (job.step().value() == ReadResult::reading) continue;
  }

  // The local times at which PDH collects.
  [[nodiscard]] std::vector<FileTime> collected(const std::string& name) const {
    const auto query = PdhQuery::open(DataSource::of_log(path(name)),
                                      {.open = nullptr, .name = "HERE", .fixed = fixed_titles()})
                           .value();
    EXPECT_TRUE(query->add("\\Memory\\Available Bytes").has_value());
    std::vector<FileTime> times;
    for (auto time = query->collect(); time.has_value(); time = query->collect()) {
      times.push_back(*time);
    }
    return times;
  }

  // A change that no zone of Windows has on that day may be a gap: then the instants of the log
  // itself, which are reported as uncertain, stay what they are.
  void expect_the_instants(const ClockOfZone& clock, const std::vector<FileTime>& instants) {
    const std::string text = log_of(clock, instants);
    folder_.write("week.csv", text);
    const LogInputs week = logs({"week.csv"});
    const std::vector<FileTime> read = queried(week);
    certain_weeks_ += is_certain_ ? 1 : 0;
    ++weeks_;
    if (is_certain_) {
      EXPECT_THAT(read, ElementsAreArray(instants)) << "query";
      expect_two_halves(clock, instants);
    }
    expect_copies(clock, week, read, text);
    std::vector<FileTime> shown;
    for (const FileTime instant : instants) shown.push_back(clock.shown_at(instant));
    EXPECT_THAT(collected("week.csv"), ElementsAreArray(shown)) << "PDH";
  }

  // convert, cut and relog.
  void expect_copies(const ClockOfZone& clock, const LogInputs& week,
                     const std::vector<FileTime>& instants, const std::string& text) {
    written(week, "copy.csv");
    EXPECT_THAT(queried(logs({"copy.csv"})), ElementsAreArray(instants)) << "convert";
    const FileTime begin = instants.front() + 2 * kDay;
    const FileTime end = instants.back() - kDay;
    const auto on_first_clock = [&](FileTime instant) {
      return instant - clock.bias_at(instants.front()) * kMinute;
    };
    written(week, "cut.csv",
            {.begin_local = on_first_clock(begin), .end_local = on_first_clock(end)});
    std::vector<FileTime> inside;
    std::ranges::copy_if(instants, std::back_inserter(inside),
                         [&](FileTime instant) { return instant >= begin && instant <= end; });
    EXPECT_THAT(queried(logs({"cut.csv"})), ElementsAreArray(inside)) << "cut";
    LogInputs as_stored = week;
    as_stored.clock = LogClock::as_stored;
    written(as_stored, "relog.csv");
    EXPECT_EQ(file_text(path("relog.csv")), text) << "relog";
  }

  // merge of two logs, each with the bias of its own first row, in the wrong order.
  void expect_two_halves(const ClockOfZone& clock, const std::vector<FileTime>& instants) {
    const auto middle = instants.begin() + static_cast<std::ptrdiff_t>(instants.size() * 2 / 3);
    folder_.write("first.csv", log_of(clock, {instants.begin(), middle}));
    folder_.write("second.csv", log_of(clock, {middle, instants.end()}));
    const LogInputs both = logs({"second.csv", "first.csv"});
    EXPECT_THAT(queried(both), ElementsAreArray(instants)) << "two logs";
    written(both, "merged.csv");
    EXPECT_THAT(queried(logs({"merged.csv"})), ElementsAreArray(instants)) << "merge";
  }

  int weeks_ = 0;
  int certain_weeks_ = 0;

 private:
  static std::string file_text(const std::string& name) {
    std::ifstream file(name, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  MadeFolder folder_;
  bool is_certain_ = true;
};

// Every eighth zone; all of them in script/test-slow.
TEST_F(LogInstants, WeekOfEachZone_IsTheSameThroughEveryTool) {
  const auto zones = zones_of_database();
  if (zones.empty()) GTEST_SKIP() << "the time zone database is not installed";
  const std::size_t step = takes_all_cases() ? 1 : 8;
  for (std::size_t i = 0; i < zones.size(); i += step) {
    SCOPED_TRACE(zones[i]);
    const ClockOfZone clock(zones[i]);
    for (const FileTime middle : middles_of_weeks(clock, 2019)) {
      expect_the_instants(clock, instants_around(clock, middle));
    }
  }
  EXPECT_GT(4 * certain_weeks_, 3 * weeks_);
}

}  // namespace
}  // namespace openperflib
