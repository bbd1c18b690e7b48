// A report of a log with blocks is the same whether its first pass takes blocks or series.
#include <gtest/gtest.h>

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "openperflib/analysis/rule_file.h"
#include "openperflib/jobs/report/report_passes.h"
#include "openperflib/log/blg/blg_reader.h"
#include "openperflib/log/recording/recording_ring_reader.h"
#include "openperflib/testing/logs/blg_example.h"
#include "openperflib/testing/logs/made_recording.h"
#include "openperflib/testing/logs/recording_example.h"
#include "openperflib/testing/memory_file.h"
#include "openperflib/testing/report_example.h"
#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/report/report_json.h"
#include "openperflib/view/report/report_words.h"

namespace openperflib {
namespace {

using recording_example::Example;
using recording_example::File;
using recording_example::kHour;
using recording_example::MadeRecording;
using recording_example::recording_of_the_corpus;

using OpenLog = std::function<std::unique_ptr<LogReader>(LogReadings readings)>;

OpenLog opener_of(File bytes) {
  return [bytes = std::move(bytes)](LogReadings readings) {
    return recording_example::open_as(readings, bytes);
  };
}

const std::vector<Rule>& all_rules() {
  static const std::vector<Rule> kRules = read_rules(built_in_rules()).value();
  return kRules;
}

// `of_first_pass`: the form of the readings there.
Report report_of(const OpenLog& open, LogReadings of_first_pass) {
  ReportPasses passes(fixed_titles(), all_rules(), SampleOrigin::log, {}, nullptr);
  LogReadings readings = of_first_pass;
  do {
    const auto log = open(readings);
    LogRecord record;
    while (log->read(record).value() == ReadResult::reading) {
      passes.take({.time_local = record.time_local, .record = record_of(*log, record)});
    }
    readings = LogReadings::by_block;
  } while (passes.end_pass());
  return report_of_passes(passes, all_rules());
}

// Expects both forms to have the same report, and returns it.
Report same_report(const OpenLog& open) {
  const Report by_series = report_of(open, LogReadings::by_series);
  Report by_block = report_of(open, LogReadings::by_block);
  EXPECT_EQ(report_json(by_block), report_json(by_series));
  EXPECT_EQ(by_block.objects, by_series.objects);
  const LogShape& shape = by_block.result.shape;
  const LogShape& expected = by_series.result.shape;
  EXPECT_EQ(shape.records, expected.records);
  EXPECT_EQ(shape.readings, expected.readings);
  EXPECT_EQ(shape.restarts, expected.restarts);
  EXPECT_EQ(shape.machines.size(), expected.machines.size());
  EXPECT_EQ(shape.bad.size(), expected.bad.size());
  for (const auto& [status, bad] : shape.bad) {
    const auto known = expected.bad.find(status);
    if (known == expected.bad.end()) {
      ADD_FAILURE() << static_cast<int>(status);
      continue;
    }
    EXPECT_EQ(bad.count, known->second.count);
    EXPECT_EQ(bad.example, known->second.example);
  }
  return by_block;
}

// Two samples have 10 readings of processes, one of memory and the 5 of the row of Collection
// Status; four have one of a processor as well.
TEST(ReportOfBlocks, BasesAndStatuses_AreCountedAsSeriesAre) {
  const Report report = same_report(opener_of(MadeRecording().bytes()));
  const LogShape& shape = report.result.shape;
  EXPECT_EQ(shape.records, 6U);
  EXPECT_EQ(shape.readings, 2 * 16U + 4 * 17U);
  ASSERT_EQ(shape.bad.size(), 1U);
  EXPECT_EQ(shape.bad.begin()->first, CStatus::no_data);
  EXPECT_EQ(shape.bad.begin()->second.count, 6U);
  EXPECT_EQ(shape.bad.begin()->second.example, "\\\\db-17\\Process(web)\\% Privileged Time");
  EXPECT_EQ(report.objects.size(), 4U);
  EXPECT_EQ(report.objects.back(), "Processor");
}

TEST(ReportOfBlocks, RealMachine_HasTheSameReport) {
  const Report report = same_report(opener_of(recording_of_the_corpus("blocks.perfrec")));
  EXPECT_GT(report.result.shape.records, 2U);
  ASSERT_EQ(report.result.facts.size(), 1U);
}

TEST(ReportOfBlocks, InstancesThatComeAndGo_AreCountedWhileTheyExist) {
  Example example;
  example.write(1, {{"0", 1}, {"1", 2}}).write(2, {{"1", 3}}).write(3, {{"0", 4}, {"_Total", 5}});
  const Report report = same_report(opener_of(example.bytes()));
  EXPECT_EQ(report.result.shape.readings, 5U);
  EXPECT_EQ(report.result.facts.at(0).number(Fact::cpus), 2);
}

TEST(ReportOfBlocks, RestartAndClockThatWasSet_AreCounted) {
  Example example;
  example.write(1, {{"0", 10}}).write(2, {{"0", 20}}).set_clock(kHour).write(3, {{"0", 30}});
  EXPECT_EQ(same_report(opener_of(example.bytes())).result.shape.restarts, 1U);
}

// A provider was late: the values of its object are missing in the second sample.
TEST(ReportOfBlocks, ObjectThatIsAbsentOnce_LacksItsReadings) {
  const UniqueFd fd = empty_file();
  RecordingWriter writer(fd.get(), "late.perfrec", {});
  for (std::uint64_t n = 1; n <= 3; ++n) {
    TestBlock block(static_cast<std::int64_t>(n) * kTicksPerSecond);
    block.object(title::kProcess, {{title::kThreadCount}}).instance("db", {n});
    if (n != 2) block.object(recording_example::kProcessor, {{6}}).instance("0", {n * n});
    writer.write(DataBlockView::parse(block.bytes()).value()).value();
  }
  const LogShape shape = same_report(opener_of(bytes_of(fd.get()))).result.shape;
  EXPECT_EQ(shape.readings, 6U);
  EXPECT_EQ(shape.bad.at(CStatus::invalid_data).count, 1U);
}

// Each of its records has a block for each object.
TEST(ReportOfBlocks, BlgOfObjects_HasTheSameReport) {
  const auto bytes = blg_example::real_log("SampleLog.blg");
  const Report report = same_report([&](LogReadings readings) {
    return BlgReader::open(file_of(bytes), "SampleLog.blg", fixed_titles(), readings).value();
  });
  EXPECT_EQ(report.result.shape.records, 11U);
  EXPECT_EQ(report.objects.size(), 8U);
}

// The total of the processors comes later than the rules look for it first.
TEST(ReportOfBlocks, InstanceOfARuleThatComesLate_IsFound) {
  Example example;
  example.write(1, {{"0", 1}}).write(2, {{"0", 2}, {"1", 2}});
  for (std::int64_t n = 3; n < 20; ++n) {
    const auto busy = static_cast<std::uint64_t>(n * kTicksPerSecond);
    example.write(n, {{"0", busy}, {"1", busy}, {"_Total", busy}});
  }
  EXPECT_EQ(same_report(opener_of(example.bytes())).result.shape.records, 19U);
}

TEST(ReportOfBlocks, Ring_RestartsWithEachSegment) {
  Example first;
  first.write(1, {{"0", 10}}).write(2, {{"0", 20}, {"1", 20}});
  Example second;
  second.write(3, {{"0", 30}}).write(4, {{"0", 40}});
  const OpenLog open_first = opener_of(first.bytes());
  const OpenLog open_second = opener_of(second.bytes());
  const auto segment_of = [](const OpenLog& open, LogReadings readings) {
    const auto reader = open(readings);
    return RingSegment{.open = [=]() -> std::expected<std::unique_ptr<LogReader>, SourceFault> {
                         return open(readings);
                       },
                       .entries = reader->header().entries,
                       .size = reader->size()};
  };
  const Report report = same_report([&](LogReadings readings) {
    return std::make_unique<RecordingRingReader>(
        std::vector<RingSegment>{segment_of(open_first, readings),
                                 segment_of(open_second, readings)},
        open_first(readings), fixed_titles(), readings);
  });
  EXPECT_EQ(report.result.shape.restarts, 1U);
  EXPECT_EQ(report.result.shape.readings, 5U);
}

}  // namespace
}  // namespace openperflib
