// From a log through a query into a sink: windows, every n-th record, the record before.
#include "openperflib/log/log_conversion.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/testing/logs/memory_log.h"

namespace openperflib {
namespace {

using RecordBefore = LogConversion::RecordBefore;
using memory_log::kSecond;
using testing::ElementsAre;

// Records its calls: "begin PATH,PATH", "SECONDS RAW=VALUE ...", "end".
class TellingSink final : public RowSink {
 public:
  std::expected<void, SourceFault> begin(const Binding& binding,
                                         std::span<const std::size_t> shown) override {
    std::string line = "begin";
    for (const std::size_t i : shown) line += " " + binding.path_of(i);
    lines.push_back(line);
    return {};
  }
  std::expected<void, SourceFault> write(const Sample& sample, const Row& row) override {
    std::string line = fmt::to_string(row.time_utc / kSecond);
    for (std::size_t i = 0; i < row.values.size(); ++i) {
      line +=
          usable(sample.counters[i].status) ? fmt::format(" {}", sample.counters[i].first) : " ?";
      line += row.values[i].usable() ? fmt::format("={}", row.values[i].number) : "=?";
    }
    lines.push_back(line);
    return {};
  }
  std::expected<void, SourceFault> end() override {
    lines.emplace_back("end");
    return {};
  }

  std::vector<std::string> lines;
};

// Six records, a second apart, 10 more each.
MemoryLog steady_log() {
  MemoryLog log("db-17");
  for (std::uint64_t i = 1; i <= 6; ++i) {
    log.add(static_cast<FileTime>(i) * kSecond, {{"0", 10 * i, i}});
  }
  return log;
}

std::vector<std::string> converted(MemoryLog log, LogWindow window, RecordBefore before) {
  Query query(fixed_titles());
  EXPECT_TRUE(query.add("\\Processor(*)\\Rate").has_value());
  TellingSink sink;
  LogConversion conversion(log, query, sink, window, before);
  while (conversion.step().value() == ReadResult::reading) {
  }
  return sink.lines;
}

TEST(LogConversion, WholeLog_IsWrittenRecordByRecord) {
  EXPECT_THAT(converted(steady_log(), {}, RecordBefore::left_out),
              ElementsAre("begin \\\\db-17\\Processor(0)\\Rate", "1 10=?", "2 20=10", "3 30=10",
                          "4 40=10", "5 50=10", "6 60=10", "end"));
}

TEST(LogConversion, Window_HasItsFirstRateFromTheRecordBefore) {
  const LogWindow window{.begin_local = 3 * kSecond, .end_local = 4 * kSecond};
  EXPECT_THAT(converted(steady_log(), window, RecordBefore::left_out),
              ElementsAre(testing::_, "3 30=10", "4 40=10", "end"));
  EXPECT_THAT(converted(steady_log(), window, RecordBefore::written),
              ElementsAre(testing::_, "2 20=?", "3 30=10", "4 40=10", "end"));
}

TEST(LogConversion, EveryNth_IsComparedWithTheOneWrittenBefore) {
  EXPECT_THAT(converted(steady_log(), {.every = 2}, RecordBefore::left_out),
              ElementsAre(testing::_, "1 10=?", "3 30=10", "5 50=10", "end"));
}

TEST(LogConversion, NewInstance_BeginsTheOutputAgain) {
  MemoryLog log("db-17");
  log.add(1 * kSecond, {{"0", 1, 1}}).add(2 * kSecond, {{"0", 3, 2}, {"1", 7, 2}});
  EXPECT_THAT(converted(std::move(log), {}, RecordBefore::left_out),
              ElementsAre("begin \\\\db-17\\Processor(0)\\Rate", "1 1=?",
                          "begin \\\\db-17\\Processor(0)\\Rate \\\\db-17\\Processor(1)\\Rate",
                          "2 3=2 7=?", "end"));
}

TEST(LogConversion, Extent_IsThatOfWhatWasWritten) {
  MemoryLog log = steady_log();
  Query query(fixed_titles());
  ASSERT_TRUE(query.add("\\Processor(*)\\Rate").has_value());
  TellingSink sink;
  LogConversion conversion(log, query, sink, {.begin_local = 4 * kSecond}, RecordBefore::written);
  while (conversion.step().value() == ReadResult::reading) {
  }
  EXPECT_EQ(conversion.written().records, 4U);
  EXPECT_EQ(conversion.written().first_local, 3 * kSecond);
  EXPECT_EQ(conversion.written().last_local, 6 * kSecond);
}

LogSurvey survey_of(MemoryLog log) {
  LogSurvey survey;
  LogRecord record;
  while (log.read(record).value() == ReadResult::reading) survey.add(log, record);
  return survey;
}

TEST(SelectSeries, WithoutPatterns_IsEverythingThatEverWas) {
  MemoryLog log("db-17");
  log.add(1 * kSecond, {{"1", 1, 1}}).add(2 * kSecond, {{"0", 3, 2}, {"1", 7, 2}});
  const auto selection = select_series(survey_of(std::move(log)), {}, fixed_titles());
  EXPECT_THAT(selection->paths,
              ElementsAre("\\\\db-17\\Processor(1)\\Rate", "\\\\db-17\\Processor(0)\\Rate"));
}

// An instance that ends and another one that takes its name are two series, and one column.
TEST(SelectSeries, SeriesOfOnePath_AreThereOnce) {
  MemoryLog log("db-17");
  log.add(1 * kSecond, {{"0", 1, 1}}).add(2 * kSecond, {{"0", 1, 1}, {"0", 3, 2}});
  const auto selection = select_series(survey_of(std::move(log)), {}, fixed_titles());
  EXPECT_THAT(selection->paths, ElementsAre("\\\\db-17\\Processor(0)\\Rate"));
}

TEST(SelectSeries, Patterns_GiveEachSeriesOnceAndTellWhatMatchesNothing) {
  const std::vector<std::string> patterns = {"\\Processor(0)\\Rate", "\\Processor(*)\\*",
                                             "\\Memory\\Rate"};
  MemoryLog log("db-17");
  log.add(1 * kSecond, {{"1", 1, 1}, {"0", 1, 1}});
  const auto selection = select_series(survey_of(std::move(log)), patterns, fixed_titles());
  EXPECT_THAT(selection->paths,
              ElementsAre("\\\\db-17\\Processor(0)\\Rate", "\\\\db-17\\Processor(1)\\Rate"));
  EXPECT_THAT(selection->matches,
              ElementsAre(Query::Match::matched, Query::Match::matched, Query::Match::no_object));
}

// The path of one series: a * in its name is not a wildcard.
TEST(SelectSeries, NameWithAStar_IsThatSeriesAlone) {
  MemoryLog log("db-17");
  log.add(1 * kSecond, {{"a*", 1, 1}, {"ab", 2, 1}, {"*", 3, 1}});
  const auto selection = select_series(survey_of(std::move(log)), {}, fixed_titles());
  ASSERT_EQ(selection->paths.size(), 3U);
  Query query(fixed_titles());
  for (const std::string& path : selection->paths) ASSERT_TRUE(query.add(path).has_value());
  MemoryLog again("db-17");
  again.add(1 * kSecond, {{"a*", 1, 1}, {"ab", 2, 1}, {"*", 3, 1}});
  LogRecord record;
  ASSERT_EQ(again.read(record).value(), ReadResult::reading);
  query.take({again.catalog(), record.sample});
  std::vector<std::string> names;
  for (const Series& series : query.binding().series()) names.emplace_back(*series.instance);
  EXPECT_THAT(names, ElementsAre("a*", "ab", "*"));
}

TEST(RecordedPaths, OnlyAnEntryOfAllInstances_HasAWildcard) {
  LogHeader header;
  LogEntry entry;
  entry.object = "Process";
  entry.instance = "a*";
  entry.counter = "ID Process";
  header.entries.push_back(entry);
  entry.kind = LogEntry::Kind::wildcard;
  entry.instance = "*";
  header.entries.push_back(entry);
  EXPECT_THAT(recorded_paths(header),
              ElementsAre("\\Process(a[*])\\ID Process", "\\Process(*)\\ID Process"));
}

TEST(SelectSeries, PatternThatIsNone_IsAnError) {
  const std::vector<std::string> patterns = {"\\"};
  EXPECT_FALSE(select_series(survey_of(steady_log()), patterns, fixed_titles()).has_value());
}

TEST(BeginWithAll, SeriesThatComesLater_HasItsColumnFromTheStart) {
  MemoryLog log("db-17");
  log.add(kSecond, {{"0", 10, 1}}).add(2 * kSecond, {{"0", 20, 2}, {"1", 5, 2}});
  LogSurvey survey;
  LogRecord record;
  while (log.read(record).value() == ReadResult::reading) survey.add(log, record);
  TellingSink sink;
  const std::vector<std::string> paths = {"\\Processor(1)\\Rate", "\\Processor(0)\\Rate"};
  ASSERT_TRUE(begin_with_all(sink, survey, paths, fixed_titles()).has_value());
  EXPECT_THAT(sink.lines, ElementsAre("begin \\\\db-17\\Processor(1)\\Rate "
                                      "\\\\db-17\\Processor(0)\\Rate"));
}

}  // namespace
}  // namespace openperflib
