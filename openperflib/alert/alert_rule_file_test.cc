#include "openperflib/alert/alert_rule_file.h"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <array>
#include <string>

namespace openperflib {
namespace {

std::string file_of(std::string_view rules) {
  return fmt::format("{{\"format\": \"openperflib alerts\", \"version\": 1, \"rules\": [\n{}\n]}}",
                     rules);
}

TEST(AlertRules, EveryField_IsRead) {
  const auto rules = read_alert_rules(file_of(
      R"({"name": "memory", "counter": "\\Memory\\Available MBytes", "below": 500, "clear": 600.5,
          "samples": 3, "of": 5, "seconds": 1.5, "silence": 900, "per_hour": 4, "event_log": true,
          "command": ["/bin/mail", "-s", "memory; rm x"], "start": "black box", "keep": 600},
         {"name": "gone", "counter": "\\Process(db)\\ID Process", "missing": true, "samples": 2})"));
  ASSERT_TRUE(rules.has_value()) << describe(rules.error());
  ASSERT_EQ(rules->size(), 2U);
  EXPECT_EQ(rules->front(), (AlertRule{.name = "memory",
                                       .counter = "\\Memory\\Available MBytes",
                                       .condition = {.when = AlertWhen::below,
                                                     .threshold = 500,
                                                     .clear = 600.5,
                                                     .needed = 3,
                                                     .window = 5,
                                                     .hold = 15'000'000,
                                                     .silence = 9'000'000'000,
                                                     .per_hour = 4},
                                       .event_log = true,
                                       .command = {"/bin/mail", "-s", "memory; rm x"},
                                       .start = "black box",
                                       .keep = 6'000'000'000}));
  EXPECT_EQ(rules->back().condition,
            (AlertCondition{.when = AlertWhen::missing, .needed = 2, .window = 2}));
}

TEST(AlertRules, Error_IsReportedWithLineAndReason) {
  struct Case {
    const char* rule;
    std::size_t line;
    const char* reason;
  };
  constexpr Case kCases[] = {
      {R"({"name": "a", "counter": "\\A\\b"})", 2,
       "must have exactly one of \"above\", \"below\", \"missing\""},
      {R"({"name": "a", "counter": "\\A\\b", "above": 1, "below": 2})", 2,
       "must have exactly one of \"above\", \"below\", \"missing\""},
      {"{\"name\": \"a\", \"counter\": \"\\\\A\\\\b\", \"above\":\n\"1\"}", 3,
       "above: expected a number, not a text"},
      {"{\"name\": \"a\", \"counter\":\n\n\"\\\\\"}", 4,
       "counter: \"\\\" is not a counter path; write \\Object(instance)\\Counter, as `perflib list "
       "--paths` prints them"},
      {R"({"name": "a", "counter": "\\A\\b", "above": 1, "clear": 2})", 2,
       "\"clear\" is above \"above\""},
      {R"({"name": "a", "counter": "\\A\\b", "below": 2, "clear": 1})", 2,
       "\"clear\" is below \"below\""},
      {R"({"name": "a", "counter": "\\A\\b", "missing": true, "clear": 1})", 2,
       "\"missing\" has no \"clear\""},
      {R"({"name": "a", "counter": "\\A\\b", "above": 1, "samples": 3, "of": 2})", 2,
       "\"samples\" is more than \"of\""},
      {R"({"name": "a", "counter": "\\A\\b", "above": 1, "samples": 0})", 2,
       "samples: must be a whole number from 1 to 100000"},
      {R"({"name": "a", "counter": "\\A\\b", "above": 1, "samples": 1.5})", 2,
       "samples: must be a whole number from 1 to 100000"},
      {R"({"name": "a", "counter": "\\A\\b", "above": 1, "silence": -1})", 2,
       "silence: must be a number of seconds from 0 to one year"},
      {R"({"name": "a", "counter": "\\A\\b", "above": 1, "abov": 1})", 2,
       "unknown member \"abov\" in a rule; expected \"above\""},
      {R"({"name": "a", "counter": "\\A\\b", "over": 1})", 2,
       "unknown member \"over\" in a rule; expected \"above\" or \"below\""},
      {R"({"name": "a", "counter": "\\A\\b", "above": 1, "above": 2})", 2,
       "\"above\" is given twice"},
      {R"({"name": "a", "counter": "\\A\\b", "above": 1, "command": []})", 2,
       "command: names no program"},
      {R"({"name": "a", "above": 1})", 2, "has no \"counter\""},
      {"{\"name\": \"a\", \"counter\": \"\\\\A\\\\b\", \"above\": 1, \"counters\":\n{\"q\": "
       "\"\\\\C\\\\d\"}}",
       3, "\"counters\" without \"while\""},
      {R"({"name": "a", "counter": "\\A\\b", "above": 1, "while": "q > 2"})", 2,
       "while: \"q > 2\", column 1: \"q\" is not a known name"},
      {R"({"name": "a", "counter": "\\A\\b", "above": 1, "counters": {"Q": "\\C\\d"}, "while": "Q > 2"})",
       2, "counters: \"Q\": use lower-case letters"},
      {R"({"name": "a", "counter": "\\A\\b", "above": 1, "counters": {"q": "\\C\\d"}, "while": "fall(q) > 2"})",
       2, "while: cannot use step() or fall(): an alert has no previous sample"},
  };
  for (const Case& one : kCases) {
    const auto rules = read_alert_rules(file_of(one.rule));
    ASSERT_FALSE(rules.has_value()) << one.rule;
    EXPECT_EQ(rules.error().reason, one.reason) << one.rule;
    EXPECT_EQ(rules.error().line, one.line) << one.rule;
  }
}

TEST(AlertRules, While_IsReadAfterItsCounters) {
  const auto rules = read_alert_rules(file_of(
      R"({"name": "slow", "while": "queue > 2", "counters": {"queue": "\\C(*)\\d"}, "counter": "\\A(*)\\b",
          "above": 1})"));
  ASSERT_TRUE(rules.has_value()) << describe(rules.error());
  const AlertRule& rule = rules->front();
  EXPECT_EQ(rule.companions, (std::vector<AlertCompanion>{{"queue", "\\C(*)\\d"}}));
  ASSERT_TRUE(rule.only_while.has_value());
  EXPECT_EQ(rule.only_while->text, "queue > 2");
  EXPECT_TRUE(rule.only_while->condition.holds(std::array{2.5}));
  EXPECT_FALSE(rule.only_while->condition.holds(std::array{2.0}));
}

TEST(AlertRules, RuleWithError_IsNamed) {
  const auto rules =
      read_alert_rules(file_of(R"({"name": "disk", "counter": "\\A\\b", "above": "x"})"));
  ASSERT_FALSE(rules.has_value());
  EXPECT_EQ(rules.error().rule, "disk");
}

TEST(AlertRules, DuplicateName_IsRefused) {
  const char* const rule = R"({"name": "a", "counter": "\\A\\b", "above": 1})";
  const auto rules = read_alert_rules(file_of(fmt::format("{},\n{}", rule, rule)));
  ASSERT_FALSE(rules.has_value());
  EXPECT_EQ(rules.error(), (RuleFault{3, "a", "another rule has this name"}));
}

TEST(AlertRules, OtherFiles_AreRefused) {
  for (const char* text :
       {"", "[]", "{}", "{\"format\": \"openperflib rules\", \"version\": 1, \"rules\": []}",
        "{\"format\": \"openperflib alerts\", \"version\": 2, \"rules\": []}",
        "{\"format\": \"openperflib alerts\", \"version\": 1}",
        "{\"format\": \"openperflib alerts\", \"version\": 1, \"rules\": []}",
        "{\"format\": \"openperflib alerts\", \"version\": 1, \"rules\": [], \"x\": 1}",
        "{\"format\": \"openperflib alerts\", \"version\": 1, \"rules\": [1]}"}) {
    EXPECT_FALSE(read_alert_rules(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace openperflib
