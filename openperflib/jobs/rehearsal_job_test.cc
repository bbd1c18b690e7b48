#include "openperflib/jobs/rehearsal_job.h"

#include <gtest/gtest.h>

#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

AlertRule above(std::string counter, double limit) {
  AlertRule rule;
  rule.name = "rule";
  rule.counter = std::move(counter);
  rule.condition.when = AlertWhen::above;
  rule.condition.threshold = limit;
  return rule;
}

RehearsalModel rehearsed(std::vector<AlertRule> rules) {
  auto job = RehearsalJob::begin(
      {.logs = {.files = {OPENPERFLIB_SOURCE_DIR "/tests/data/blg/SampleLog.blg"}},
       .rules = std::move(rules)},
      fixed_titles());
  EXPECT_TRUE(job.has_value()) << describe(job.error());
  EXPECT_TRUE(run(*job).has_value());
  return job->take_model();
}

TEST(RehearsalJob, RuleThatAlwaysHolds_FiresOnceAndIsStillOn) {
  const RehearsalModel model = rehearsed({above("\\Memory\\Available Bytes", 1)});
  EXPECT_EQ(model.extent.records, 11U);
  ASSERT_EQ(model.rehearsal.tallies().size(), 1U);
  EXPECT_EQ(model.rehearsal.tallies()[0].fired, 1U);
  EXPECT_EQ(model.rehearsal.tallies()[0].still_on, 1U);
  EXPECT_TRUE(model.unmatched.empty());
}

TEST(RehearsalJob, CounterThatTheLogLacks_IsInTheModelWithAHint) {
  const RehearsalModel model = rehearsed({above("\\Memory\\Availible Bytes", 1)});
  ASSERT_EQ(model.unmatched.size(), 1U);
  EXPECT_NE(model.unmatched[0].hint.find("Available Bytes"), std::string::npos);
}

}  // namespace
}  // namespace openperflib
