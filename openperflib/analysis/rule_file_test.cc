#include "openperflib/analysis/rule_file.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace openperflib {
namespace {

// A file of one rule; `change` stands for one of its lines, the 8th.
std::string file_with(const std::string& line) {
  return "{\"format\": \"openperflib rules\", \"version\": 1, \"rules\": [{\n"
         "\"id\": \"x\",\n"
         "\"title\": \"T\",\n"
         "\"group\": \"G\",\n"
         "\"counters\": {\"v\": \"\\\\Memory\\\\Available Bytes\"},\n"
         "\"unit\": \"bytes\",\n"
         "\"value\": \"v\",\n" +
         line +
         "\n"
         "\"text\": \"why\"\n"
         "}]}\n";
}

RuleFault fault_of(const std::string& text) {
  const auto rules = read_rules(text);
  return rules.has_value() ? RuleFault{0, {}, "none"} : rules.error();
}

TEST(RuleFile, BuiltInRules_AreReadAndEachHasThreeThingsToLookAt) {
  const auto rules = read_rules(built_in_rules());
  ASSERT_TRUE(rules.has_value()) << describe(rules.error());
  EXPECT_GE(rules->size(), 3U);
  for (const Rule& rule : *rules) {
    EXPECT_EQ(rule.next.size(), 3U) << rule.id;
    EXPECT_FALSE(rule.text.empty()) << rule.id;
  }
}

TEST(RuleFile, Rule_HasWhatItsFieldsSay) {
  const auto rules = read_rules(file_with(
      "\"needs\": [\"ram\"], \"critical\": {\"when\": \"avg < 0.05 * ram\", \"while\": \"v > 1 "
      "KB\"}, "
      "\"warning\": \"avg < 0.1 * ram\", \"for\": \"90 s\", \"old\": true, "
      "\"culprits\": [\"\\\\Process(*)\\\\Private Bytes\", \"\\\\Process(*)\\\\Working Set\"],"));
  ASSERT_TRUE(rules.has_value()) << describe(rules.error());
  const Rule& rule = rules->front();
  EXPECT_EQ(rule.id, "x");
  EXPECT_EQ(rule.quantity, Quantity::bytes);
  ASSERT_EQ(rule.levels.size(), 2U);
  EXPECT_EQ(rule.levels[0].severity, Severity::critical);
  EXPECT_EQ(rule.levels[0].condition, 1U);
  EXPECT_EQ(rule.levels[1].condition, 0U);
  EXPECT_EQ(rule.levels[1].text, "avg < 0.1 * ram");
  EXPECT_EQ(rule.hold, 90 * kTicksPerSecond);
  ASSERT_EQ(rule.culprits.size(), 2U);
  EXPECT_EQ(rule.culprits[1].path, "\\Process(*)\\Working Set");
  EXPECT_TRUE(rule.is_old);
  EXPECT_EQ(rule.counters.front().choices.front().path, "\\Memory\\Available Bytes");
}

// A file of the same rule with a member beside it.
std::string file_with_member(const std::string& member) {
  std::string text = file_with("\"warning\": \"avg > 1\",");
  return text.insert(text.find("\"rules\""), member + ", ");
}

TEST(RuleFile, ObjectsThatStandIn_GiveEachPathAnotherOne) {
  const auto rules =
      read_rules(file_with_member("\"instead\": {\"Disk\": \"Other\", \"memory\": \"RAM\"}"));
  ASSERT_TRUE(rules.has_value()) << describe(rules.error());
  const Rule& rule = rules->front();
  EXPECT_EQ(rule.stand_ins, (std::vector<StandIn>{{"Disk", "Other"}, {"memory", "RAM"}}));
  const CounterChoice& choice = rule.counters.front().choices.front();
  EXPECT_EQ(choice.path, "\\Memory\\Available Bytes");
  EXPECT_EQ(choice.other_path, "\\RAM\\Available Bytes");
  EXPECT_EQ(choice.stand_in, 1U);
}

TEST(RuleFile, ObjectWhoseNameOnlyBeginsLikeIt_HasNoStandIn) {
  const auto rules = read_rules(file_with_member("\"instead\": {\"Mem\": \"RAM\"}")).value();
  EXPECT_EQ(rules.front().counters.front().choices.front().other_path, "");
}

TEST(RuleFile, ObjectsThatStandIn_AreNamesOfObjects) {
  const auto fault = [](const std::string& instead) {
    return fault_of(file_with_member("\"instead\": " + instead));
  };
  EXPECT_EQ(fault("[]"), (RuleFault{1, {}, "instead: expected an object, not a list"}));
  EXPECT_EQ(fault("{\"A\": 5}"), (RuleFault{1, {}, "instead: expected a text, not a number"}));
  EXPECT_EQ(fault("{\"A\": \"\"}"),
            (RuleFault{1, {}, "instead: \"\" is not the name of an object"}));
  EXPECT_EQ(fault("{\"A(*)\": \"B\"}"),
            (RuleFault{1, {}, "instead: \"A(*)\" is not the name of an object"}));
  EXPECT_EQ(fault("{\"A\": \"B\", \"A\": \"C\"}"),
            (RuleFault{1, {}, "instead: \"A\" is given twice"}));
}

// The counter is a weight where nothing else uses it.
TEST(RuleFile, CounterThatIsOnlyAWeight_IsKnownAsOne) {
  const auto is_only_a_weight = [](const std::string& line) {
    return read_rules(file_with(line + " \"warning\": \"avg > 1\","))
        .value()
        .front()
        .is_only_a_weight(0);
  };
  EXPECT_FALSE(is_only_a_weight("\"weight\": \"v\",")) << "the value uses it";
  EXPECT_FALSE(is_only_a_weight(""));
  const Rule reads = [] {
    const auto rules = read_rules(built_in_rules());
    for (const Rule& rule : rules.value()) {
      if (rule.id == "disk.read") return rule;
    }
    return Rule{};
  }();
  ASSERT_EQ(reads.counters.size(), 2U);
  EXPECT_FALSE(reads.is_only_a_weight(0));
  EXPECT_TRUE(reads.is_only_a_weight(1));
}

TEST(RuleFile, MembersForWhatALogLacks_AreRead) {
  const auto rules = read_rules(R"({"format": "openperflib rules", "version": 1, "rules": [{
    "id": "x", "title": "t", "group": "g", "unit": "bytes", "value": "a", "warning": "avg > 1", "text": "w",
    "total": true, "needs": ["ram?"],
    "counters": {"a": ["\\A(*)\\B", {"path": "\\A(*)\\C", "remark": "by C"}],
                 "q": {"path": "\\A(*)\\Q", "otherwise": 2, "without": "alone"}},
    "culprits": "\\A(*)\\D",
    "account": {"of": "\\A(_Total)\\D", "part": "culprits", "whole": "ram - of", "rest": "others"}}]})");
  ASSERT_TRUE(rules.has_value()) << describe(rules.error());
  const Rule& rule = rules->front();
  EXPECT_TRUE(rule.judges_total);
  EXPECT_EQ(rule.counters[0].choices[1].remark, "by C");
  EXPECT_FALSE(rule.counters[0].is_optional);
  EXPECT_TRUE(rule.counters[1].is_optional);
  EXPECT_EQ(rule.counters[1].without, "alone");
  EXPECT_EQ(rule.counters[1].otherwise, 2);
  ASSERT_TRUE(rule.account.has_value());
  EXPECT_EQ(rule.account->of.front().path, "\\A(_Total)\\D");
  EXPECT_EQ(rule.account->rest, "others");
}

struct Mistake {
  const char* line;
  RuleFault fault;
};

class RuleMistakes : public testing::TestWithParam<Mistake> {};

TEST_P(RuleMistakes, AreNamedByLineRuleAndReason) {
  EXPECT_EQ(fault_of(file_with(GetParam().line)), GetParam().fault);
}

INSTANTIATE_TEST_SUITE_P(
    All, RuleMistakes,
    testing::Values(
        Mistake{"", {1, "x", "needs \"critical\", \"warning\" or \"info\""}},
        Mistake{"\"warning\": \"avg > \",",
                {8, "x", "warning: \"avg > \", column 7: expected a number, a name or ("}},
        Mistake{"\"warning\": 5,", {8, "x", "warning: expected a text, not a number"}},
        Mistake{"\"warning\": \"avg > 1\", \"warnnig\": 1,",
                {8, "x", "unknown member \"warnnig\" in a rule; expected \"warning\""}},
        Mistake{"\"warning\": \"avg > 1\",\n\"warning\": \"avg > 2\",",
                {8, "x", "\"warning\" is given twice"}},
        Mistake{"\"warning\": \"avg < 0.1 * ram\",",
                {1, "x", "uses \"ram\", which must be listed in \"needs\""}},
        Mistake{"\"warning\": \"slope > 1\",",
                {1, "x", "uses \"slope\", which needs \"judge\": \"whole\""}},
        Mistake{"\"warning\": \"p95 > 1\",",
                {1, "x", "uses \"p95\", which needs \"judge\": \"whole\""}},
        Mistake{"\"needs\": [\"moon\"], \"warning\": \"avg > 1\",",
                {8, "x", "needs: \"moon\" is not a fact; use cpus, ram, flash or linux"}},
        Mistake{"\"for\": 0.5, \"warning\": \"avg > 1\",",
                {8, "x", "for: expected a text, not a number"}},
        Mistake{
            "\"for\": \"soon\", \"warning\": \"avg > 1\",",
            {8, "x", "for: \"soon\" is not a time; write it as \"30 s\", \"5 min\" or \"1 h\""}},
        Mistake{"\"for\": \"5\", \"warning\": \"avg > 1\",",
                {8, "x", "for: \"5\" is not a time; write it as \"30 s\", \"5 min\" or \"1 h\""}},
        Mistake{"\"warning\": {\"while\": \"v > 1\"},", {8, "x", "warning: has no \"when\""}},
        Mistake{"\"total\": 1, \"warning\": \"avg > 1\",",
                {8, "x", "total: expected true or false, not a number"}},
        Mistake{"\"account\": {\"part\": \"culprits\", \"whole\": \"avg\", \"rest\": \"r\"}, "
                "\"warning\": \"avg > 1\",",
                {1, "x", "has an \"account\" and no \"culprits\""}},
        Mistake{
            "\"account\": {\"part\": \"culprits\", \"whole\": \"avg\"}, \"warning\": \"avg > 1\",",
            {8, "x", "account: has no \"rest\""}},
        Mistake{"\"account\": {\"part\": \"culprits\", \"whole\": \"of\", \"rest\": \"r\"}, "
                "\"warning\": \"avg > 1\",",
                {8, "x", "account: uses \"of\", which it does not name"}},
        Mistake{"\"account\": {\"part\": \"v\", \"whole\": \"avg\", \"rest\": \"r\"}, \"warning\": "
                "\"avg > 1\",",
                {8, "x", "account: part: \"v\", column 1: \"v\" is not a known name"}},
        Mistake{"\"account\": {\"part\": \"culprits\", \"whole\": \"ram\", \"rest\": \"r\"}, "
                "\"culprits\": \"\\\\P(*)\\\\C\", \"warning\": \"avg > 1\",",
                {1, "x", "uses \"ram\", which must be listed in \"needs\""}},
        Mistake{"\"judge\": \"all\", \"warning\": \"avg > 1\",",
                {8, "x", "judge: expected stretches or whole"}}));

TEST(RuleFile, TextThatIsNotJson_IsNamedByItsLine) {
  const RuleFault fault = fault_of("{\n\"format\": \"openperflib rules\",\n\"version\" 1}");
  EXPECT_EQ(fault.line, 3U);
  EXPECT_TRUE(
      fault.reason.starts_with("is not valid JSON: syntax error while parsing object separator"))
      << fault.reason;
}

TEST(RuleFile, OtherFormatsAndVersions_AreRefused) {
  EXPECT_EQ(fault_of("{}"),
            (RuleFault{1, {}, "not a rule file: \"format\" is not \"openperflib rules\""}));
  EXPECT_EQ(fault_of("{\"format\": \"openperflib rules\",\n\"version\": 2,\n\"rules\": []}"),
            (RuleFault{2, {}, "\"version\" is not 1"}));
  EXPECT_EQ(fault_of("{\"format\": \"openperflib rules\", \"version\": 1}"),
            (RuleFault{1, {}, "has no \"rules\""}));
}

TEST(RuleFile, SameIdTwice_IsAMistakeAndInAnotherFileTakesItsPlace) {
  const std::string one = file_with("\"warning\": \"avg > 1\",");
  std::string twice = one;
  const std::size_t rule = one.find("[{") + 1;
  twice.insert(one.find("]}"), "," + one.substr(rule, one.find("]}") - rule));
  EXPECT_EQ(fault_of(twice).reason, "is given twice: line 1 has it too");

  std::vector<Rule> rules = read_rules(one).value();
  override_rules(rules, read_rules(file_with("\"warning\": \"avg > 2\",")).value());
  ASSERT_EQ(rules.size(), 1U);
  EXPECT_EQ(rules[0].levels[0].text, "avg > 2");
}

TEST(RuleFile, NestingWithoutEnd_IsRefused) {
  EXPECT_EQ(fault_of(std::string(1'000'000, '[')).reason, "is nested too deeply");
}

}  // namespace
}  // namespace openperflib
