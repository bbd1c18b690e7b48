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
  const auto rules =
      read_rules(file_with("\"needs\": [\"ram\"], \"critical\": {\"when\": \"avg < 0.05 * ram\", "
                           "\"while\": \"v > 1 KB\"}, "
                           "\"warning\": \"p95 < 0.1 * ram\", \"for\": 0.25, \"old\": true,"));
  ASSERT_TRUE(rules.has_value()) << describe(rules.error());
  const Rule& rule = rules->front();
  EXPECT_EQ(rule.id, "x");
  EXPECT_EQ(rule.quantity, Quantity::bytes);
  ASSERT_EQ(rule.levels.size(), 2U);
  EXPECT_EQ(rule.levels[0].severity, Severity::critical);
  EXPECT_EQ(rule.levels[0].condition, 1U);
  EXPECT_EQ(rule.levels[1].condition, 0U);
  EXPECT_EQ(rule.levels[1].text, "p95 < 0.1 * ram");
  EXPECT_EQ(rule.least_share, 0.25);
  EXPECT_TRUE(rule.is_old);
  EXPECT_EQ(rule.counters.front().choices.front().path, "\\Memory\\Available Bytes");
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
        Mistake{"", {1, "x", "has none of critical, warning, info"}},
        Mistake{"\"warning\": \"avg > \",",
                {8, "x", "warning: \"avg > \", column 7: a number, a name or ( belongs here"}},
        Mistake{"\"warning\": 5,", {8, "x", "warning: a text belongs here, not a number"}},
        Mistake{"\"warning\": \"avg > 1\", \"warnnig\": 1,",
                {8, "x", "\"warnnig\" is no field of a rule"}},
        Mistake{"\"warning\": \"avg > 1\",\n\"warning\": \"avg > 2\",",
                {8, "x", "\"warning\" is there twice"}},
        Mistake{"\"warning\": \"avg < 0.1 * ram\",",
                {1, "x", "uses \"ram\", which \"needs\" does not name"}},
        Mistake{"\"warning\": \"slope > 1\",",
                {1, "x", "uses \"slope\": that is of the whole log (\"judge\": \"whole\")"}},
        Mistake{"\"needs\": [\"moon\"], \"warning\": \"avg > 1\",",
                {8, "x", "needs: \"moon\" is no fact"}},
        Mistake{"\"for\": 2, \"warning\": \"avg > 1\",",
                {8, "x", "for: is no share: above 0, at most 1"}},
        Mistake{"\"warning\": {\"while\": \"v > 1\"},", {8, "x", "warning: has no \"when\""}},
        Mistake{"\"judge\": \"all\", \"warning\": \"avg > 1\",",
                {8, "x", "judge: is neither slices nor whole"}}));

TEST(RuleFile, TextThatIsNoJson_IsNamedByItsLine) {
  const RuleFault fault = fault_of("{\n\"format\": \"openperflib rules\",\n\"version\" 1}");
  EXPECT_EQ(fault.line, 3U);
  EXPECT_TRUE(fault.reason.starts_with("is no JSON: syntax error while parsing object separator"))
      << fault.reason;
}

TEST(RuleFile, OtherFormatsAndVersions_AreRefused) {
  EXPECT_EQ(fault_of("{}"),
            (RuleFault{1, {}, "is no rule file: \"format\" is not \"openperflib rules\""}));
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
  EXPECT_EQ(fault_of(twice).reason, "is there twice: line 1 has it too");

  std::vector<Rule> rules = read_rules(one).value();
  override_rules(rules, read_rules(file_with("\"warning\": \"avg > 2\",")).value());
  ASSERT_EQ(rules.size(), 1U);
  EXPECT_EQ(rules[0].levels[0].text, "avg > 2");
}

TEST(RuleFile, NestingWithoutEnd_IsRefused) {
  EXPECT_EQ(fault_of(std::string(1'000'000, '[')).reason, "is nested too deep");
}

}  // namespace
}  // namespace openperflib
