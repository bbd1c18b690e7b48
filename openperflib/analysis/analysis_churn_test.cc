// Logs whose instances come and go: memory depends on those that exist at one time, not on all of
// them.
#include <gtest/gtest.h>
#include <malloc.h>

#include "openperflib/testing/logs/crafted_log.h"

namespace openperflib {
namespace {

constexpr std::size_t kProcesses = 400;

// Each record has processes of its own, all of them too large; and one that stays.
struct ChurningLog {
  void fill(std::size_t record) {
    catalog.clear();
    row.values.clear();
    for (std::size_t i = 0; i <= kProcesses; ++i) {
      Series series;
      const std::string name = i == 0 ? "stays" : fmt::format("short-{}-{}", record, i);
      series.machine = "M";
      series.object = "Process";
      series.instance = name;
      series.counter = "Handle Count";
      catalog.add(series);
      row.values.push_back({.number = 20000.0, .status = CStatus::valid_data});
    }
    sample.counters.resize(kProcesses + 1);
  }
  Catalog catalog;
  Sample sample;
  Row row;
};

FileTime time_of(std::size_t record) {
  return kStart + static_cast<FileTime>(record) * kTicksPerSecond;
}

template <typename Take>
void each_record(std::size_t count, const Take& take) {
  ChurningLog log;
  for (std::size_t record = 0; record < count; ++record) {
    log.fill(record);
    take(record, log);
  }
}

std::size_t allocated() { return ::mallinfo2().uordblks; }

TEST(AnalysisChurn, MemoryAfterTenMinutes_IsThatAfterOne) {
  constexpr std::size_t kRecords = 600;
  RecordSurvey survey;
  CounterPresence counters(rules(), fixed_titles());
  FactFinder facts(fixed_titles());
  std::size_t early = 0;
  const auto watch_memory = [&](std::size_t record) {
    if (record == 60) early = allocated();
    if (record + 1 != kRecords) return;
    EXPECT_LT(allocated(), early + (std::size_t{2} << 20U));
  };
  each_record(kRecords, [&](std::size_t record, ChurningLog& log) {
    counters.add(log.catalog);
    survey.add(time_of(record), {log.catalog, log.sample, &log.row});
    facts.add(log.catalog, {log.catalog, log.sample, &log.row});
    watch_memory(record);
  });
  const LogShape shape = survey.result();
  const std::vector<Facts> known = facts.result();
  const AnalysisInput input{rules(), counters, shape, known};
  Analysis analysis(input, fixed_titles());
  each_record(kRecords, [&](std::size_t record, ChurningLog& log) {
    analysis.add(time_of(record), {log.catalog, log.sample, &log.row});
    watch_memory(record);
  });
  AnalysisResult result = analysis.result();
  const RuleOutcome& handles = outcome_of(result, "mem.handle");
  ASSERT_EQ(handles.findings.size(), 1U);
  EXPECT_EQ(handles.findings[0].instance, "stays");
  EXPECT_EQ(handles.instances, kRecords * kProcesses + 1);
  FindingDetails details(input, result, fixed_titles());
  each_record(kRecords, [&](std::size_t record, ChurningLog& log) {
    details.add(time_of(record), {log.catalog, log.sample, &log.row});
    watch_memory(record);
  });
  details.finish();
  EXPECT_GE(handles.findings[0].time_series.size(), 200U);
}

}  // namespace
}  // namespace openperflib
