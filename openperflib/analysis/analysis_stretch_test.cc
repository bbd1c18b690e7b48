// Crafted logs of one counter: where stretches begin and end, and which of them are findings.
#include <gtest/gtest.h>

#include "openperflib/testing/logs/crafted_log.h"

namespace openperflib {
namespace {

constexpr std::size_t kWeek = 7 * 24 * 60;  // in minutes
constexpr std::size_t kBadHour = 4 * 24 * 60 + 2 * 60;

FileTime minute(std::size_t i) { return kStart + static_cast<FileTime>(i) * kMinute; }

// The log of one processor, and what was found of it.
struct Busy {
  explicit Busy(std::function<double(std::size_t)> load, std::size_t samples)
      : Busy(Log{.columns = {processor(std::move(load))}, .samples = samples}) {}
  explicit Busy(const Log& log) : result(analysed(log)), outcome(&outcome_of(result, "cpu.busy")) {}

  // "0-4 critical 100; 0-9 warning 80": all runs by their minutes, severity and average; "spike" or
  // "" else.
  [[nodiscard]] std::string runs() const {
    std::string text;
    for (const Finding& finding : outcome->findings) {
      for (const FindingLevel& level : finding.levels) {
        for (const FindingRun& run : level.runs) {
          text +=
              fmt::format("{}{}-{} {} {:.4g}", text.empty() ? "" : "; ",
                          (run.time.begin - kStart) / kMinute, (run.time.end - kStart) / kMinute,
                          finding.is_spike ? "spike" : name_of(level.severity), run.average);
        }
      }
    }
    return text;
  }
  [[nodiscard]] const FindingLevel& level() const { return outcome->findings.at(0).fired(); }

  AnalysisResult result;
  const RuleOutcome* outcome;
};

TEST(Stretches, OneBadHourInAWeek_IsCriticalForExactlyThatHour) {
  const Busy week([](std::size_t i) { return i >= kBadHour && i < kBadHour + 60 ? 100.0 : 20.0; },
                  kWeek);
  const FindingLevel& critical = week.level();
  EXPECT_EQ(critical.severity, Severity::critical);
  ASSERT_EQ(critical.run_count, 1U);
  EXPECT_EQ(critical.runs[0].time, (TimeRange{minute(kBadHour), minute(kBadHour + 59)}));
  EXPECT_EQ(critical.runs[0].beyond, 60 * kMinute);
  EXPECT_EQ(critical.runs[0].average, 100);
  EXPECT_DOUBLE_EQ(critical.share, 60.0 / kWeek);
}

TEST(Stretches, FiveMinutes_AreAFindingAndFourAreBrief) {
  EXPECT_EQ(Busy([](std::size_t i) { return i >= 40 && i < 45 ? 100.0 : 20.0; }, 120).runs(),
            "40-44 critical 100; 40-44 warning 100");
  EXPECT_EQ(Busy([](std::size_t i) { return i >= 40 && i < 44 ? 100.0 : 20.0; }, 120).runs(),
            "40-43 spike 100");
}

TEST(Stretches, ShortDip_IsInsideAStretch) {
  EXPECT_EQ(
      Busy([](std::size_t i) { return i < 40 || i >= 100 || i == 70 ? 40.0 : 100.0; }, 200).runs(),
      "40-99 critical 99; 40-99 warning 99");
}

// Five minutes within the limit end it, however high it was.
TEST(Stretches, FiveMinutesWithinTheLimit_EndAStretch) {
  EXPECT_EQ(
      Busy([](std::size_t i) { return i < 40 || i >= 100 || (i >= 70 && i < 75) ? 10.0 : 100.0; },
           200)
          .runs(),
      "40-69 critical 100; 75-99 critical 100; 40-69 warning 100; 75-99 warning 100");
}

TEST(Stretches, SpikesThatFollow_DoNotBelongToIt) {
  EXPECT_EQ(Busy(
                [](std::size_t i) {
                  return (i >= 40 && i < 100) || (i > 100 && i % 4 == 0) ? 100.0 : 10.0;
                },
                400)
                .runs(),
            "40-99 critical 100; 40-99 warning 100");
}

// Two thirds of the time at 100, but 73 on average: only above the limit of the warning.
TEST(Stretches, AverageWithinTheLimit_IsNotAStretch) {
  EXPECT_EQ(Busy([](std::size_t i) { return i % 3 == 0 ? 20.0 : 100.0; }, 300).runs(),
            "1-299 warning 73.51");
}

// A pattern like that for a day must not hide five minutes of which each sample is beyond the
// limit.
TEST(Stretches, UnsettledLoad_DoesNotHideAStretch) {
  const Busy day(
      [](std::size_t i) { return i >= 700 && i < 710 ? 90.0
                                 : i % 3 == 0        ? 20.0
                                                     : 100.0; }, 1440);
  ASSERT_EQ(day.level().severity, Severity::critical);
  EXPECT_LE(day.level().runs[0].time.begin, minute(700));
  EXPECT_GE(day.level().runs[0].time.end, minute(709));
}

TEST(Stretches, SeveralStretches_AreCountedAndTheWorstIsNamed) {
  const auto load = [](std::size_t i) {
    if (i >= 100 && i < 200) return 85.0;
    if (i >= 300 && i < 310) return 99.0;
    return i >= 400 && i < 420 ? 90.0 : 10.0;
  };
  const Busy busy(load, 600);
  EXPECT_EQ(busy.level().run_count, 3U);
  EXPECT_EQ(busy.level().worst, 1U);
  EXPECT_EQ(busy.outcome->findings[0].worst_run().time, (TimeRange{minute(300), minute(309)}));
}

TEST(Stretches, VeryMany_AreCountedAndTheWorstAreKept) {
  const auto load = [](std::size_t i) {
    return i % 20 < 6 ? 81.0 + static_cast<double>(i / 20) / 100 : 10.0;
  };
  const Busy busy(load, 20 * 100);
  EXPECT_EQ(busy.level().run_count, 100U);
  ASSERT_EQ(busy.level().runs.size(), FindingLevel::kMostRuns);
  EXPECT_EQ(busy.level().runs.front().time.begin, minute(20 * 50));
  EXPECT_EQ(busy.outcome->findings[0].worst_run().time.begin, minute(20 * 99));
}

// One sample stands for an hour, which is more than five minutes.
TEST(Stretches, SampleAnHour_IsEnoughByItself) {
  Log log{.columns = {processor([](std::size_t i) { return i == 50 ? 100.0 : 20.0; })},
          .samples = 168};
  log.time = [](std::size_t i) { return kStart + static_cast<FileTime>(i) * 60 * kMinute; };
  EXPECT_EQ(Busy(log).runs(), "3000-3000 critical 100; 3000-3000 warning 100");
}

// A third of a minute, where the log has a minute.
TEST(Stretches, ShortLog_IsJudgedByAThirdOfItsTime) {
  Log log{.columns = {processor([](std::size_t i) { return i >= 22 ? 98.0 : 20.0; })},
          .samples = 61};
  log.time = [](std::size_t i) { return kStart + static_cast<FileTime>(i) * kTicksPerSecond; };
  const Busy busy(log);
  EXPECT_EQ(busy.outcome->findings.at(0).hold, 20 * kTicksPerSecond);
  EXPECT_EQ(busy.level().runs.at(0).time,
            (TimeRange{kStart + 22 * kTicksPerSecond, kStart + 60 * kTicksPerSecond}));
}

// A machine that is overloaded is sampled late: three minutes without a sample do not end a
// stretch.
TEST(Stretches, ShortGap_IsBridgedAndCountsAsNoTime) {
  Log log{.columns = {processor([](std::size_t) { return 100.0; })}, .samples = 60};
  log.time = [](std::size_t i) { return minute(i < 30 ? i : i + 3); };
  const Busy busy(log);
  EXPECT_EQ(busy.level().run_count, 1U);
  EXPECT_EQ(busy.level().runs.at(0).beyond, 59 * kMinute + 5 * kMinute / 2);
  EXPECT_EQ(busy.level().share, 1);
}

TEST(Stretches, LongGap_EndsAStretch) {
  Log log{.columns = {processor([](std::size_t) { return 100.0; })}, .samples = 60};
  log.time = [](std::size_t i) { return minute(i < 30 ? i : i + 10); };
  EXPECT_EQ(Busy(log).level().run_count, 2U);
}

TEST(Stretches, MissingValues_AreNeitherBeyondNorWithin) {
  const auto load = [](std::size_t i) {
    if (i < 40 || i >= 60) return 10.0;
    return i % 2 == 0 ? 100.0 : std::numeric_limits<double>::quiet_NaN();
  };
  EXPECT_EQ(Busy(load, 120).runs(), "40-58 critical 100; 40-58 warning 100");
}

// The hour that the clock repeats is as long as any other.
TEST(Stretches, ClockSetBack_LosesNoTime) {
  Log log{.columns = {processor([](std::size_t i) { return i >= 100 && i < 110 ? 100.0 : 10.0; })},
          .samples = 200};
  log.time = [](std::size_t i) { return minute(i < 95 ? i : i - 60); };
  EXPECT_EQ(Busy(log).runs(), "40-49 critical 100; 40-49 warning 100");
}

TEST(Stretches, TimeOfARule_IsItsOwn) {
  const auto rules_of_one = read_rules(R"({"format": "openperflib rules", "version": 1, "rules": [{
    "id": "x", "title": "t", "group": "g", "unit": "percent", "value": "v", "warning": "avg > 80", "text": "w",
    "for": "20 min", "spikes": false, "counters": {"v": "\\Processor(_Total)\\% Processor Time"}}]})")
                                .value();
  const auto load_of = [](std::size_t length) {
    return Log{.columns = {processor(
                   [=](std::size_t i) { return i >= 100 && i < 100 + length ? 90.0 : 10.0; })},
               .samples = 200};
  };
  EXPECT_EQ(analysed(load_of(19), rules_of_one).outcomes[0].findings.size(), 0U);
  EXPECT_EQ(analysed(load_of(20), rules_of_one).outcomes[0].findings.size(), 1U);
}

// Merged logs of two machines have records of each in turn, one shortly after the
// other.
TEST(Stretches, MachinesInTurn_HaveAClockEach) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const auto load = [=](std::size_t i, std::size_t turn) {
    return i % 2 != turn ? none : i >= 100 && i < 112 ? 100.0 : 10.0;
  };
  Column a = processor([=](std::size_t i) { return load(i, 0); });
  Column b = processor([=](std::size_t i) { return load(i, 1); });
  a.machine = "A";
  b.machine = "B";
  Log log{.columns = {a, b}, .samples = 400};
  log.time = [](std::size_t i) { return minute(i / 2) + (i % 2 == 0 ? 0 : kTicksPerSecond); };
  const Busy busy(log);
  EXPECT_EQ(noted(busy.result), Strings{});
  ASSERT_EQ(busy.outcome->findings.size(), 2U);
  for (const Finding& finding : busy.outcome->findings) {
    EXPECT_EQ(finding.worst_run().beyond, 6 * kMinute) << finding.machine;
    EXPECT_DOUBLE_EQ(finding.fired().share, 6.0 / 200) << finding.machine;
  }
}

}  // namespace
}  // namespace openperflib
