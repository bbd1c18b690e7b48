#include "openperflib/machine_jobs/live_report_job.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/analysis/rule_file.h"
#include "openperflib/machine/local_source.h"
#include "openperflib/os/portable/time_zone.h"
#include "openperflib/sources/open_session.h"
#include "openperflib/testing/machines/scripted_source.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/report/report_verdict.h"

namespace openperflib {
namespace {

// A processor that is busy for more than a fifth of the time. The scripted ones are for a quarter.
constexpr const char* kBusyRule = R"json({
  "format": "openperflib rules", "version": 1, "rules": [{
    "id": "busy", "title": "Busy", "group": "Processor",
    "counters": {"busy": "\\Processor(*)\\% User Time"},
    "unit": "percent", "value": "busy", "warning": "avg > 20", "for": "0 s",
    "text": "Others wait."
  }]})json";

LiveReportOptions busy_rule(std::uint64_t samples) {
  return {.rules = read_rules(kBusyRule).value(), .samples = samples};
}

// Two root folders, each of which is a sample.
LiveReportJob job_of_two_folders(LiveReportOptions options) {
  const std::string machines = OPENPERFLIB_BINARY_DIR "/machines/";
  LocalSourceOptions source;
  source.roots = {machines + "vm-6.18", machines + "vm-6.18-later"};
  auto session =
      open_session(std::move(source), fixed_titles(), std::chrono::milliseconds(1)).value();
  return LiveReportJob::begin(std::move(session), std::move(options), fixed_titles()).value();
}

ReportModel model_after(LiveReportJob& job) {
  const auto ended = run(job);
  EXPECT_TRUE(ended.has_value()) << describe(ended.error());
  return job.take_model();
}

class LiveReportJobTest : public testing::Test {
 protected:
  // A job over a scripted machine, whose script may change until the job ends. An answer is late
  // after half an interval, however busy the tests keep the CPUs.
  [[nodiscard]] LiveReportJob job_of(LiveReportOptions options) {
    auto source = std::make_unique<ScriptedSource>("a");
    machine_ = source.get();
    auto session = CounterSession::of_source(std::move(source), fixed_titles(),
                                             std::chrono::milliseconds(100));
    return LiveReportJob::begin(std::move(session), std::move(options), fixed_titles()).value();
  }
  [[nodiscard]] ScriptedSource::Script& script() const { return machine_->script(); }

 private:
  ScriptedSource* machine_ = nullptr;
};

TEST_F(LiveReportJobTest, Model_IsTheReportOfTheSamples) {
  LiveReportOptions options = busy_rule(5);
  options.facts = {{Fact::cpus, 2}};
  LiveReportJob job = job_of(std::move(options));
  const ReportModel model = model_after(job);
  const Report& report = model.report;
  EXPECT_EQ(report.origin, SampleOrigin::machine);
  EXPECT_TRUE(report.files.empty() && report.notes.empty());
  EXPECT_EQ(report.objects, (std::vector<std::string>{"Memory", "Processor"}));

  // The clock of the script is at 100 s, and a second passes with each sample; the first one is
  // only what the rates of the second are relative to.
  const FileTime first = TestBlock::kEpoch + 102 * kTicksPerSecond;
  const ZoneOffset zone = local_zone_at(first);
  EXPECT_EQ(report.zone_name, zone.name);
  EXPECT_EQ(report.bias_minutes, zone.bias_minutes);
  EXPECT_EQ(report.offset_name, name_of_offset(zone.bias_minutes));
  EXPECT_EQ(report.result.shape.records, 5U);
  EXPECT_EQ(report.result.shape.first_local, to_local(first, zone.bias_minutes));
  EXPECT_EQ(report.result.shape.last_local,
            to_local(first + 4 * kTicksPerSecond, zone.bias_minutes));

  ASSERT_EQ(report.result.facts.size(), 1U);
  EXPECT_EQ(report.result.facts[0].number(Fact::cpus), 2);
  ASSERT_EQ(report.result.outcomes.size(), 1U);
  const RuleOutcome& outcome = report.result.outcomes[0];
  EXPECT_EQ(report.rule_of(outcome).id, "busy");
  EXPECT_EQ(outcome.state, RuleOutcome::State::fired);
  ASSERT_EQ(outcome.findings.size(), 2U);
  for (const Finding& finding : outcome.findings) {
    EXPECT_EQ(finding.severity, Severity::warning);
    EXPECT_EQ(finding.machine, "a");
    EXPECT_EQ(finding.samples, 5U);
    EXPECT_DOUBLE_EQ(finding.average, 25);
    EXPECT_DOUBLE_EQ(finding.maximum, 25);
    EXPECT_FALSE(finding.time_series.empty());  // of the third reading
  }
  EXPECT_FALSE(job.is_full());
}

// A block has all counters of an object, and tells of those that are missing: neither belongs to a
// report whose rules do not read them.
TEST_F(LiveReportJobTest, ReadingsAndObjects_AreThoseOfTheRules) {
  LiveReportJob job = job_of(busy_rule(2));
  script().write = [](TestBlock& block, std::uint64_t seconds) {
    block.object(title::kProcessor, {{title::kPercentUserTime, PERF_100NSEC_TIMER},
                                     {title::kPercentPrivilegedTime, PERF_100NSEC_TIMER}});
    for (const std::string_view name : {"0", "1"}) block.instance(name, {seconds * 2'500'000, 0});
    block.status().missing("no permission", title::kProcessor, 1, 0, 2);
  };
  const ReportModel model = model_after(job);
  const LogShape& shape = model.report.result.shape;
  EXPECT_EQ(model.report.objects, (std::vector<std::string>{"Processor"}));
  EXPECT_EQ(shape.records, 2U);
  EXPECT_EQ(shape.readings, 4U);
  EXPECT_TRUE(shape.bad.empty());
}

TEST_F(LiveReportJobTest, Progress_CountsTheSamplesThenThoseThatAreReadAgain) {
  LiveReportJob job = job_of(busy_rule(2));
  EXPECT_TRUE(job.is_collecting());
  std::vector<std::uint64_t> seen;
  while (job.is_collecting()) {
    ASSERT_EQ(job.step(), JobStep::more);
    if (!job.is_collecting()) break;
    EXPECT_EQ(job.progress().size, 2U);
    if (seen.empty() || seen.back() != job.progress().position) {
      seen.push_back(job.progress().position);
    }
  }
  EXPECT_EQ(seen, (std::vector<std::uint64_t>{0, 1}));
  EXPECT_EQ(job.due(), CounterSession::Clock::time_point::min());
  EXPECT_EQ(job.progress().size, 3U);  // with the one before
  EXPECT_EQ(model_after(job).report.result.shape.records, 2U);
}

TEST_F(LiveReportJobTest, JobThatIsStopped_CanJudgeTheSamplesSoFar) {
  LiveReportJob job = job_of(busy_rule(0));
  std::atomic<bool> stop = false;
  const auto show = [&](const JobProgress& now) { stop = now.position == 3; };
  const auto ended = run(job, {.progress = show, .stop = &stop});
  ASSERT_FALSE(ended.has_value());
  EXPECT_EQ(ended.error().kind, JobFault::Kind::stopped);
  EXPECT_TRUE(job.is_collecting());
  EXPECT_GT(job.due(), CounterSession::Clock::time_point());
  job.end_samples();
  EXPECT_FALSE(job.is_collecting());
  const ReportModel model = model_after(job);
  EXPECT_EQ(model.report.result.shape.records, 3U);
  EXPECT_TRUE(verdict_of(model.report).is_given());
}

TEST_F(LiveReportJobTest, WithoutASample_ThereIsNoVerdict) {
  LiveReportJob job = job_of(busy_rule(0));
  job.end_samples();
  const ReportModel model = model_after(job);
  EXPECT_EQ(model.report.result.shape.records, 0U);
  EXPECT_FALSE(verdict_of(model.report).is_given());
}

TEST_F(LiveReportJobTest, MachineThatGoes_EndsTheJob) {
  LiveReportJob absent = job_of(busy_rule(2));
  script().is_gone = true;
  EXPECT_EQ(absent.step().error().kind, JobFault::Kind::unreadable);

  LiveReportJob job = job_of(busy_rule(0));
  const auto leave = [&](const JobProgress& now) { script().is_gone = now.position == 2; };
  const auto ended = run(job, {.progress = leave});
  ASSERT_FALSE(ended.has_value());
  EXPECT_EQ(ended.error().kind, JobFault::Kind::unreadable);
  EXPECT_EQ(ended.error().source.errno_value, ECONNREFUSED);
  EXPECT_EQ(ended.error().source.file, "a");
}

TEST_F(LiveReportJobTest, SourceThatEnds_IsJudgedByWhatItHad) {
  LiveReportJob job = job_of(busy_rule(100));
  const auto leave = [&](const JobProgress& now) { script().has_ended = now.position == 2; };
  ASSERT_TRUE(run(job, {.progress = leave}).has_value());
  EXPECT_EQ(job.take_model().report.result.shape.records, 2U);
}

TEST_F(LiveReportJobTest, MachineWithoutAnyOfTheCounters_IsNamed) {
  LiveReportJob job = job_of(busy_rule(2));
  script().write = [](TestBlock& block, std::uint64_t seconds) {
    block.object(title::kPhysicalDisk, {{title::kPercentUserTime}}).instance("0", {seconds});
  };
  const auto step = job.step();
  ASSERT_FALSE(step.has_value());
  EXPECT_EQ(step.error().kind, JobFault::Kind::no_series);
  EXPECT_EQ(step.error().path, "a");
  EXPECT_FALSE(job.session().paths().empty());
}

TEST_F(LiveReportJobTest, RuleWithoutAPath_IsNamed) {
  LiveReportOptions options = busy_rule(1);
  options.rules[0].counters[0].choices[0].path = "\\";
  auto session = CounterSession::of_source(std::make_unique<ScriptedSource>("a"), fixed_titles(),
                                           std::chrono::milliseconds(1));
  const auto job = LiveReportJob::begin(std::move(session), std::move(options), fixed_titles());
  ASSERT_FALSE(job.has_value());
  EXPECT_EQ(job.error().kind, JobFault::Kind::not_a_path);
  EXPECT_EQ(job.error().path, "\\");
}

TEST(LiveReportJobOfFolders, Folders_AreOneSampleEachInUtc) {
  LiveReportJob job = job_of_two_folders({.rules = read_rules(built_in_rules()).value()});
  EXPECT_EQ(job.due(), CounterSession::Clock::time_point::min());
  const ReportModel model = model_after(job);
  EXPECT_EQ(model.report.result.shape.records, 2U);
  EXPECT_EQ(model.report.zone_name, "UTC");
  EXPECT_EQ(model.report.bias_minutes, 0);
  EXPECT_EQ(model.report.rules.size(), model.rules.size());
  EXPECT_TRUE(verdict_of(model.report).is_given());
}

TEST(LiveReportJobOfFolders, SamplesThatTakeTooMuchMemory_EndThemWithAReport) {
  LiveReportJob job = job_of_two_folders(
      {.rules = read_rules(built_in_rules()).value(), .samples = 2, .most_bytes = 1});
  const ReportModel model = model_after(job);
  EXPECT_TRUE(job.is_full());
  EXPECT_EQ(model.report.result.shape.records, 1U);
}

}  // namespace
}  // namespace openperflib
