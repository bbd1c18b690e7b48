#include "openperflib/alert/alert_watch.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kProcessor = 238;
constexpr std::uint32_t kInterrupts = 148;
constexpr std::uint32_t kQueued = 1334;

struct Cpu {
  const char* name;
  std::uint64_t interrupts;
};

// Processors with a counter that needs one reading, at the given second.
Snapshot machine(std::int64_t second, std::initializer_list<Cpu> cpus) {
  TestBlock block(second * kTicksPerSecond);
  block.object(kProcessor, {{kInterrupts}});
  for (const Cpu& cpu : cpus) block.instance(cpu.name, {cpu.interrupts});
  return block.snapshot();
}

// The same with a rate.
Snapshot rates(std::int64_t second, std::initializer_list<Cpu> cpus) {
  TestBlock block(second * kTicksPerSecond);
  block.object(kProcessor, {{kInterrupts, PERF_COUNTER_BULK_COUNT}});
  for (const Cpu& cpu : cpus) block.instance(cpu.name, {cpu.interrupts});
  return block.snapshot();
}

AlertRule rule(std::string_view counter, AlertWhen when, double threshold = 0) {
  AlertRule one;
  one.name = "rule";
  one.counter = counter;
  one.condition.when = when;
  one.condition.threshold = threshold;
  return one;
}

class AlertWatchTest : public ::testing::Test {
 protected:
  void watch(std::vector<AlertRule> rules) {
    watch_.emplace(std::move(rules));
    query_.emplace(fixed_titles());
    ASSERT_TRUE(watch_->add_paths(*query_).has_value());
  }
  // "fired 0 \\db-17\...": one line per change.
  std::string changes(const Snapshot& snapshot) {
    static constexpr const char* kWords[] = {"fired", "cleared", "held back", "gone"};
    query_->take(snapshot);
    std::string text;
    for (const AlertEvent& event : watch_->take(*query_)) {
      text +=
          fmt::format("{} {} {}\n", kWords[static_cast<int>(event.kind)], event.rule, event.series);
    }
    return text;
  }

  std::optional<AlertWatch> watch_;
  std::optional<Query> query_;
};

TEST_F(AlertWatchTest, EachSeriesOfAWildcard_IsEvaluatedSeparately) {
  watch({rule("\\Processor(*)\\Interrupts/sec", AlertWhen::above, 50)});
  EXPECT_EQ(changes(machine(1, {{"0", 10}, {"1", 90}})),
            "fired 0 \\\\db-17\\Processor(1)\\Interrupts/sec\n");
  EXPECT_EQ(changes(machine(2, {{"0", 90}, {"1", 90}})),
            "fired 0 \\\\db-17\\Processor(0)\\Interrupts/sec\n");
  EXPECT_EQ(watch_->active(), 2U);
  EXPECT_EQ(changes(machine(3, {{"0", 90}, {"1", 10}})),
            "cleared 0 \\\\db-17\\Processor(1)\\Interrupts/sec\n");
}

constexpr std::uint32_t kMemory = 4;
constexpr std::uint32_t kAvailable = 24;

struct Load {
  const char* cpu;
  std::uint64_t interrupts;
  std::uint64_t queue;
};

// The same with a second counter for each, and with memory.
Snapshot loads(std::int64_t second, std::uint64_t available, std::initializer_list<Load> loads) {
  TestBlock block(second * kTicksPerSecond);
  block.object(kProcessor, {{kInterrupts}, {kQueued}});
  for (const Load& load : loads) block.instance(load.cpu, {load.interrupts, load.queue});
  block.object(kMemory, {{kAvailable}}, Instances::none).single({available});
  return block.snapshot();
}

AlertRule rule_while(std::string_view text, const std::vector<AlertCompanion>& companions) {
  AlertRule one = rule("\\Processor(*)\\Interrupts/sec", AlertWhen::above, 50);
  one.companions = companions;
  std::vector<std::string_view> names;
  for (const AlertCompanion& companion : companions) names.push_back(companion.name);
  one.only_while = AlertWhile{std::string(text),
                              Expression::parse(text, names, ExpressionKind::condition).value()};
  return one;
}

TEST_F(AlertWatchTest, While_UsesCountersOfTheSameInstance) {
  watch({rule_while("queue > 2", {{"queue", "\\Processor(*)\\DPCs Queued/sec"}})});
  EXPECT_EQ(changes(loads(1, 0, {{"0", 90, 2}, {"1", 10, 9}})), "");
  EXPECT_EQ(changes(loads(2, 0, {{"0", 90, 3}, {"1", 10, 9}})),
            "fired 0 \\\\db-17\\Processor(0)\\Interrupts/sec\n");
  EXPECT_EQ(changes(loads(3, 0, {{"0", 90, 2}, {"1", 90, 9}})),
            "cleared 0 \\\\db-17\\Processor(0)\\Interrupts/sec\n"
            "fired 0 \\\\db-17\\Processor(1)\\Interrupts/sec\n");
}

TEST_F(AlertWatchTest, While_CounterWithoutInstancesAppliesToAll) {
  watch({rule_while("free < 5 or one > 7", {{"free", "\\Memory\\Available Bytes"},
                                            {"one", "\\Processor(1)\\DPCs Queued/sec"}})});
  EXPECT_EQ(changes(loads(1, 9, {{"0", 90, 0}, {"1", 10, 0}})), "");
  EXPECT_EQ(changes(loads(2, 9, {{"0", 90, 0}, {"1", 10, 8}})),
            "fired 0 \\\\db-17\\Processor(0)\\Interrupts/sec\n");
  EXPECT_EQ(changes(loads(3, 4, {{"0", 90, 0}, {"1", 60, 0}})),
            "fired 0 \\\\db-17\\Processor(1)\\Interrupts/sec\n");
}

// One of two companions with a value may be enough to decide.
TEST_F(AlertWatchTest, WhileWithMissingValue_NeitherFiresNorClears) {
  watch({rule_while("queue > 2 or free < 5", {{"queue", "\\Processor(*)\\No Such Counter"},
                                              {"free", "\\Memory\\Available Bytes"}})});
  EXPECT_EQ(changes(loads(1, 9, {{"0", 90, 9}})), "");
  EXPECT_EQ(changes(loads(2, 4, {{"0", 90, 9}})),
            "fired 0 \\\\db-17\\Processor(0)\\Interrupts/sec\n");
  EXPECT_EQ(changes(loads(3, 9, {{"0", 90, 9}})), "");
  EXPECT_EQ(watch_->active(), 1U);
}

TEST_F(AlertWatchTest, WhileWithoutSeries_UsesMachineWideCompanions) {
  AlertRule gone = rule_while("free < 5", {{"free", "\\Memory\\Available Bytes"}});
  gone.counter = "\\Process(db)\\ID Process";
  gone.condition.when = AlertWhen::missing;
  watch({gone});
  EXPECT_EQ(changes(loads(1, 9, {})), "");
  EXPECT_EQ(changes(loads(2, 4, {})), "fired 0 \\Process(db)\\ID Process\n");
}

TEST_F(AlertWatchTest, VanishedSeries_IsReportedIfItHadFired) {
  watch({rule("\\Processor(*)\\Interrupts/sec", AlertWhen::above, 50)});
  (void)changes(machine(1, {{"0", 10}, {"1", 90}, {"2", 10}}));
  EXPECT_EQ(changes(machine(2, {{"0", 10}})), "gone 0 \\\\db-17\\Processor(1)\\Interrupts/sec\n");
  EXPECT_EQ(changes(machine(3, {{"0", 10}})), "");
  EXPECT_EQ(changes(machine(4, {{"0", 10}, {"1", 90}})),
            "fired 0 \\\\db-17\\Processor(1)\\Interrupts/sec\n");
}

TEST_F(AlertWatchTest, TwoRulesOnOneCounter_AreTwo) {
  watch({rule("\\Processor(0)\\Interrupts/sec", AlertWhen::above, 50),
         rule("\\Processor(0)\\Interrupts/sec", AlertWhen::below, 20)});
  EXPECT_EQ(changes(machine(1, {{"0", 10}})), "fired 1 \\\\db-17\\Processor(0)\\Interrupts/sec\n");
  EXPECT_EQ(changes(machine(2, {{"0", 90}})),
            "fired 0 \\\\db-17\\Processor(0)\\Interrupts/sec\n"
            "cleared 1 \\\\db-17\\Processor(0)\\Interrupts/sec\n");
}

TEST_F(AlertWatchTest, FirstReadingOfARate_IsNotMissing) {
  watch({rule("\\Processor(*)\\Interrupts/sec", AlertWhen::missing)});
  EXPECT_EQ(changes(rates(1, {{"0", 10}})), "");
  EXPECT_EQ(changes(rates(2, {{"0", 20}, {"1", 5}})), "");
  EXPECT_EQ(changes(rates(3, {{"0", 30}, {"1", 6}})), "");
}

TEST_F(AlertWatchTest, AbsentCounter_IsMissingUntilItAppears) {
  watch({rule("\\Processor(*)\\Interrupts/sec", AlertWhen::missing)});
  EXPECT_EQ(changes(machine(1, {})), "fired 0 \\Processor(*)\\Interrupts/sec\n");
  EXPECT_EQ(changes(machine(2, {})), "");
  EXPECT_EQ(changes(machine(3, {{"0", 1}})), "cleared 0 \\Processor(*)\\Interrupts/sec\n");
}

}  // namespace
}  // namespace openperflib
