// The passes of a report with workers: the same as without them.
#include "openperflib/jobs/report/report_passes.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/analysis/rule_file.h"
#include "openperflib/base/workers.h"
#include "openperflib/testing/late_workers.h"
#include "openperflib/testing/report_example.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/report/report_json.h"
#include "openperflib/view/report/report_words.h"

namespace openperflib {
namespace {

constexpr std::uint64_t kMachineMinutes = 400;
constexpr std::uint64_t kMinutesOfSeries = 20;  // then they are others
constexpr FileTime kFirstMinute = 132'000'000'000'000'000;
constexpr FileTime kTicksOfMinute = 60 * kTicksPerSecond;

// A crowd of processes makes rows so large that workers take them; smaller ones the caller takes.
constexpr std::uint64_t kPartsOfCrowds = 4;  // each so many parts of equal series there is one
constexpr std::uint64_t kCrowd = 100;        // processes

// Readings of two machines, one a minute: processes come and go, and names pass from one to the
// next; some readings are missing, the second machine has none at times, and one restarts.
class TwoChangingMachines {
 public:
  TwoChangingMachines() {
    for (std::uint64_t i = 0; i < kCrowd; ++i) crowd_.push_back("idle" + std::to_string(i));
  }

  // Returns the record of a minute, which refers to this.
  TakenRecord record(std::uint64_t minute) {
    minute_ = minute;
    is_described_ = minute % kMinutesOfSeries == 0;
    if (is_described_) catalog_.clear();
    sample_.time_utc = kFirstMinute + static_cast<FileTime>(minute) * kTicksOfMinute;
    sample_.starts_anew = minute == kRestart;
    sample_.counters.clear();
    add_first_machine();
    if (minute / kMinutesOfSeries % 3 != 2) add_second_machine();
    return {.time_local = sample_.time_utc,
            .record = Record(catalog_, sample_),
            .is_before = minute == 0};
  }

 private:
  static constexpr std::uint64_t kRestart = 130;
  static constexpr std::uint64_t kMissing = ~std::uint64_t{0};

  void add_first_machine() {
    const std::uint64_t n = minute_;
    machine_ = "A";
    add("Processor", "_Total", "% Processor Time", n % 90 < 60 ? 85 + n % 9 : 5);
    add("Processor", "0", "% Processor Time", 40);
    add("Memory", std::nullopt, "Available MBytes", 900 - n);
    add_process("db", 100, 20'000 + n);
    add_process("web", n < 210 ? 200 : 201, n % 50);
    const std::uint64_t part = n / kMinutesOfSeries;
    if (part % 2 == 1) add_process("job", 1'000 + part, 17'000);
    if (part % kPartsOfCrowds != 1) return;
    for (std::uint64_t i = 0; i < kCrowd; ++i) add_process(crowd_[i], 5'000 + i, 7);
  }
  void add_process(std::string_view name, std::uint64_t id, std::uint64_t handles) {
    const std::uint64_t n = minute_;
    add("Process", name, "% Processor Time", handles % 70);
    add("Process", name, "Handle Count", n % 13 == 5 ? kMissing : handles);
    add("Process", name, "ID Process", id);
    add("Process", name, "Private Bytes", 1'000'000'000 + n * id * 20'000);
    add("Process", name, "IO Data Operations/sec", n % 100 * 3'000'000, PERF_COUNTER_BULK_COUNT);
  }
  void add_second_machine() {
    machine_ = "B";
    const bool answers = minute_ % 11 != 4;
    add("Processor", "_Total", "% Processor Time", answers ? 55 + minute_ % 3 : kMissing);
    add("Process", "db", "Handle Count", answers ? 30'000 : kMissing);
  }

  void add(std::string_view object, std::optional<std::string_view> instance,
           std::string_view counter, std::uint64_t number,
           std::uint32_t type = PERF_COUNTER_LARGE_RAWCOUNT) {
    if (is_described_) {
      Series series;
      series.machine = machine_;
      series.object = object;
      series.instance = instance;
      series.counter = counter;
      series.type = CounterType(type);
      series.size = 8;
      catalog_.add(series);
    }
    sample_.counters.push_back(
        {.first = number == kMissing ? 0 : number,
         .second = minute_ * static_cast<std::uint64_t>(kTicksOfMinute),
         .time_base = kTicksPerSecond,
         .multi = 1,
         .size = 8,
         .status = number == kMissing ? CStatus::no_data : CStatus::valid_data});
  }

  std::vector<std::string> crowd_;  // names
  Catalog catalog_;
  Sample sample_;
  std::string_view machine_;
  std::uint64_t minute_ = 0;
  bool is_described_ = false;  // the series are added to the catalog
};

Report report_by(Workers* workers, const std::vector<Rule>& rules) {
  ReportPasses passes(fixed_titles(), rules, SampleOrigin::log, {{Fact::ram, 8e9}}, workers);
  TwoChangingMachines machines;
  do {
    for (std::uint64_t i = 0; i < kMachineMinutes; ++i) passes.take(machines.record(i));
  } while (passes.end_pass());
  return report_of_passes(passes, rules);
}

TEST(ReportPasses, ReportOfWorkers_IsTheSame) {
  const std::vector<Rule> rules = read_rules(built_in_rules()).value();
  const Report alone = report_by(nullptr, rules);
  EXPECT_GE(fired_rules(alone, Weight::finding).size(), 3U);
  EXPECT_EQ(alone.result.facts.size(), 2U);
  EXPECT_NE(alone.result.shape.restarts, 0U);
  EXPECT_FALSE(alone.result.shape.bad.empty());
  for (const std::size_t count : {1U, 2U, 3U}) {
    LateWorkers workers(count);
    EXPECT_EQ(report_json(report_by(&workers, rules)), report_json(alone)) << count;
    EXPECT_EQ(workers.starts >= kMachineMinutes / kMinutesOfSeries / kPartsOfCrowds, count > 1);
  }
}

// A job that is stopped.
TEST(ReportPasses, EndInThePassOfRules_WaitsForThem) {
  LateWorkers workers;
  const std::vector<Rule> rules = read_rules(built_in_rules()).value();
  {
    ReportPasses passes(fixed_titles(), rules, SampleOrigin::log, {}, &workers);
    TwoChangingMachines machines;
    for (std::uint64_t i = 0; i < kMachineMinutes; ++i) passes.take(machines.record(i));
    EXPECT_TRUE(passes.end_pass());
    for (std::uint64_t i = 0; i < kMachineMinutes / 2; ++i) passes.take(machines.record(i));
  }
  EXPECT_NE(workers.starts, 0U);
}

}  // namespace
}  // namespace openperflib
