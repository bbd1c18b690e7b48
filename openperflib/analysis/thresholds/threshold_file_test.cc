#include "openperflib/analysis/thresholds/threshold_file.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/analysis/thresholds/read_rule_file.h"
#include "openperflib/analysis/thresholds/threshold_example.h"
#include "openperflib/testing/utf16_bytes.h"

namespace openperflib {
namespace {

using Texts = std::vector<std::string>;

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";

ReadRules read(std::string_view text) {
  auto rules = read_thresholds(as_bytes(text));
  if (rules.has_value()) return *std::move(rules);
  ADD_FAILURE() << describe(rules.error());
  return {};
}

std::string why_refused(std::string_view text) {
  const auto rules = read_rule_file(as_bytes(text));
  return rules.has_value() ? "none" : describe(rules.error());
}

// A file with one analysis.
std::string analysis_with(std::string_view source, std::string_view threshold) {
  return "<PAL><ANALYSIS NAME=\"A\" ENABLED=\"True\">" + std::string(source) +
         std::string(threshold) + "</ANALYSIS></PAL>";
}

std::string source_of(std::string_view path) {
  return "<DATASOURCE TYPE=\"CounterLog\" COLLECTIONVARNAME=\"C\" EXPRESSIONPATH=\"" +
         std::string(path) + "\"/>";
}

std::string threshold_of(std::string_view name, std::string_view condition, std::string_view rest) {
  return "<THRESHOLD NAME=\"" + std::string(name) + "\" CONDITION=\"" + std::string(condition) +
         "\"><CODE>StaticThreshold -CollectionOfCounterInstances $C " + std::string(rest) +
         "</CODE></THRESHOLD>";
}

Texts levels_of(const Rule& rule) {
  Texts texts;
  for (const RuleLevel& level : rule.levels) {
    texts.push_back(std::string(name_of(level.severity)) + ": " + level.text);
  }
  return texts;
}

TEST(ThresholdFile, WarningAndCritical_AreOneRuleWithTwoLevels) {
  const ReadRules rules = read(kThresholdExample);
  ASSERT_EQ(rules.rules.size(), 2U);
  const Rule& rule = rules.rules[0];
  EXPECT_EQ(rule.id, "pal.shop-queue");
  EXPECT_EQ(rule.title, "Shop queue");
  EXPECT_EQ(rule.group, "Shop");
  EXPECT_EQ(rule.text, "Jobs wait here. See the queue & \"jobs\".");
  EXPECT_EQ(rule.links, (Texts{"http://shop.example/queue?a=1&b=2"}));
  EXPECT_EQ(levels_of(rule), (Texts{"critical: avg > 20", "warning: avg > 10"}));
  EXPECT_EQ(rule.except, (Texts{"_total", "test"}));
  EXPECT_EQ(rule.counters.front().choices,
            (std::vector<CounterChoice>{{.path = "\\Shop(*)\\Queue Length"}}));
  EXPECT_EQ(rule.judge, Rule::Judge::stretches);
  EXPECT_EQ(rule.unit, "number");
  ASSERT_TRUE(rule.levels[1].limit.has_value());
  EXPECT_TRUE(rule.levels[1].limit->is_upper);
  EXPECT_EQ(rule.levels[1].limit->number.evaluate({}), 10);
}

TEST(ThresholdFile, Trend_IsARuleForTheWholeLog) {
  const ReadRules rules = read(kThresholdExample);
  ASSERT_EQ(rules.rules.size(), 2U);
  const Rule& rule = rules.rules[1];
  EXPECT_EQ(rule.id, "pal.shop-memory");
  EXPECT_EQ(rule.title, "Shop memory: Grows by more than 100 MB per hour");
  EXPECT_EQ(rule.text, "It leaks.");
  EXPECT_EQ(levels_of(rule), (Texts{"warning: slope > 104857600"}));
  EXPECT_EQ(rule.judge, Rule::Judge::whole);
  EXPECT_EQ(rule.quantity, Quantity::bytes);
  EXPECT_TRUE(rule.except.empty());
}

TEST(ThresholdFile, WhatIsNotOneComparison_IsLeftOutByName) {
  const ReadRules rules = read(kThresholdExample);
  Texts texts;
  for (const LeftOutRule& one : rules.left_out) {
    texts.push_back(one.group + ": " + one.title + " " + one.reason);
  }
  EXPECT_EQ(texts,
            (Texts{"Shop queue: The queue of one shop is most of all is more than one comparison",
                   "Shop memory: More than a tenth of the memory compares with $Tenth, which only "
                   "a script knows",
                   "Shop memory: A high ratio compares $Ratio, which only a script computes",
                   "Old: Too old belongs to an analysis that is not enabled",
                   ": SystemOverview.xml is inherited: give it with --rules too"}));
  EXPECT_EQ(rules.left_out.front().line, 19U);
}

TEST(ThresholdFile, OtherThresholds_SayWhyTheyAreLeftOut) {
  struct Case {
    std::string file;
    std::string_view reason;
  };
  const std::string good = "-Operator 'gt' -Threshold 1";
  for (const Case& one : {
           Case{analysis_with(source_of("\\A\\B"), threshold_of("T", "Info", good)),
                "has the condition \"Info\", neither Warning nor Critical"},
           Case{analysis_with("", threshold_of("T", "Warning", good)),
                "compares $C, which is not a data source of its analysis"},
           Case{analysis_with(source_of("no path"), threshold_of("T", "Warning", good)),
                "compares $C, whose counter path cannot be read: no path"},
           Case{analysis_with(source_of("\\A\\B"), "<THRESHOLD NAME=\"T\" CONDITION=\"Warning\"/>"),
                "has no script"},
       }) {
    const ReadRules rules = read(one.file);
    ASSERT_EQ(rules.left_out.size(), 1U) << one.file;
    EXPECT_EQ(rules.left_out.front().reason, one.reason);
    EXPECT_TRUE(rules.rules.empty());
  }
}

TEST(ThresholdFile, OppositeDirectionsAndASecondWarning_AreRulesOfTheirOwn) {
  const ReadRules rules =
      read(analysis_with(source_of("\\A(*)\\B/sec"),
                         threshold_of("high", "Warning", "-Operator 'ge' -Threshold 9") +
                             threshold_of("low", "Critical", "-Operator 'lt' -Threshold 1") +
                             threshold_of("higher", "Warning", "-Operator 'gt' -Threshold 20")));
  ASSERT_EQ(rules.rules.size(), 3U);
  EXPECT_EQ(rules.rules[0].id, "pal.a");
  EXPECT_EQ(rules.rules[1].id, "pal.a-2");
  EXPECT_EQ(rules.rules[2].id, "pal.a-3");
  EXPECT_EQ(rules.rules[0].title, "A: high");
  EXPECT_EQ(levels_of(rules.rules[0]), (Texts{"warning: avg >= 9"}));
  EXPECT_EQ(levels_of(rules.rules[1]), (Texts{"critical: avg < 1"}));
  EXPECT_EQ(rules.rules[0].unit, "rate");
  EXPECT_EQ(rules.rules[0].text, "The threshold file does not describe it.");
}

TEST(ThresholdFile, Units_AreThoseThatTheNameOfTheCounterSays) {
  struct Case {
    std::string_view path;
    std::string_view unit;
  };
  for (const Case& one :
       {Case{"\\Processor(*)\\% Processor Time", "percent"},
        Case{"\\Web Service Cache\\File Cache Hits %", "percent"},
        Case{"\\Network Interface(*)\\Bytes Total/sec", "bytes per second"},
        Case{"\\Memory\\Pages/sec", "rate"},
        Case{"\\PhysicalDisk(*)\\Avg. Disk sec/Read", "seconds"},
        Case{"\\Process(*)\\Private Bytes", "bytes"}, Case{"\\Memory\\Available MBytes", "number"},
        Case{"\\System\\Threads", "number"}}) {
    const ReadRules rules = read(analysis_with(
        source_of(one.path), threshold_of("T", "Warning", "-Operator 'gt' -Threshold 1")));
    ASSERT_EQ(rules.rules.size(), 1U) << one.path;
    EXPECT_EQ(rules.rules.front().unit, one.unit) << one.path;
  }
}

TEST(ThresholdFile, SqlServer_IsAlsoItsNamedInstances) {
  const ReadRules rules =
      read(analysis_with("<DATASOURCE TYPE=\"CounterLog\" COLLECTIONVARNAME=\"C\" "
                         "EXPRESSIONPATH=\"\\SQLServer:Locks(*)\\Lock Waits/sec\" "
                         "ISCOUNTEROBJECTREGULAREXPRESSION=\"True\"/>",
                         threshold_of("T", "Warning", "-Operator 'gt' -Threshold 0")));
  ASSERT_EQ(rules.rules.size(), 1U);
  EXPECT_EQ(rules.rules.front().counters.front().choices,
            (std::vector<CounterChoice>{{.path = "\\SQLServer:Locks(*)\\Lock Waits/sec"},
                                        {.path = "\\MSSQL$*:Locks(*)\\Lock Waits/sec"}}));
}

TEST(ThresholdFile, Encodings_OfWindows_HaveTheSameRules) {
  const std::size_t rules = read(kThresholdExample).rules.size();
  const std::string utf8 = std::string(kUtf8Mark) + std::string(kThresholdExample);
  const std::string utf16 = "\xFF\xFE" + utf16_bytes(kThresholdExample);
  const std::string big = "\xFE\xFF" + utf16_bytes(kThresholdExample, ByteOrder::big);
  for (const std::string& file : {utf8, utf16, big, utf16_bytes(kThresholdExample)}) {
    const auto read = read_rule_file(as_bytes(file));
    ASSERT_TRUE(read.has_value()) << describe(read.error());
    EXPECT_EQ(read->rules.size(), rules);
    EXPECT_EQ(read->left_out.size(), 5U);
  }
}

TEST(ThresholdFile, FormatIsFoundByContent) {
  EXPECT_EQ(why_refused("{\"format\": \"x\"}"),
            "line 1: not a rule file: \"format\" is not \"openperflib rules\"");
  EXPECT_EQ(why_refused(" \r\n<Rules/>"),
            "line 2: is not a threshold file of PAL: its root element is Rules, not PAL");
  EXPECT_EQ(why_refused(kThresholdExample), "none");
}

TEST(ThresholdFile, EveryPrefix_IsReadOrRefusedWithALine) {
  for (std::size_t size = 0; size < kThresholdExample.size() - 1; ++size) {
    const auto rules = read_thresholds(as_bytes(kThresholdExample.substr(0, size)));
    ASSERT_FALSE(rules.has_value()) << size;
    ASSERT_GE(rules.error().line, 1U);
    ASSERT_FALSE(rules.error().reason.empty());
  }
}

TEST(ThresholdFile, EveryByteChanged_IsReadOrRefused) {
  constexpr std::array kOthers = {'<', '"', '\xFF'};
  std::string text(kThresholdExample);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char before = std::exchange(text[i], kOthers[i % kOthers.size()]);
    const auto rules = read_thresholds(as_bytes(text));
    ASSERT_TRUE(!rules.has_value() || rules->rules.size() <= 4) << i;
    text[i] = before;
  }
}

TEST(ThresholdFile, EntitiesOfTheFile_AreNotExpanded) {
  const std::string bomb =
      "<!DOCTYPE PAL [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;\">"
      "<!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;\"><!ENTITY x SYSTEM \"file:///etc/passwd\">]>\n"
      "<PAL><ANALYSIS NAME=\"&c;&x;\">" +
      source_of("\\A\\B") + threshold_of("&c;", "Warning", "-Operator 'gt' -Threshold 1") +
      "</ANALYSIS></PAL>";
  const ReadRules rules = read(bomb);
  ASSERT_EQ(rules.rules.size(), 1U);
  EXPECT_EQ(rules.rules.front().title.find("ha"), std::string::npos);
  EXPECT_EQ(rules.rules.front().title.find("root:"), std::string::npos);
}

TEST(ThresholdFile, DeepNesting_IsReadWithoutRecursion) {
  constexpr std::size_t kDepth = 200'000;
  std::string text = "<PAL>";
  for (std::size_t i = 0; i < kDepth; ++i) text += "<A>";
  for (std::size_t i = 0; i < kDepth; ++i) text += "</A>";
  EXPECT_TRUE(read(text + "</PAL>").rules.empty());
}

TEST(ThresholdFile, TooMuch_IsRefused) {
  EXPECT_EQ(why_refused("<PAL>" + std::string(kMostThresholdBytes, ' ') + "</PAL>"),
            "line 1: is too large");
  std::string many = "<PAL>\n<ANALYSIS>\n";
  for (std::size_t i = 0; i <= kMostThresholds; ++i) many += "<THRESHOLD/>";
  EXPECT_EQ(why_refused(many + "</ANALYSIS></PAL>"), "line 3: has more than 5000 thresholds");
  std::string inherited = "<PAL>\n";
  for (std::size_t i = 0; i <= kMostThresholds; ++i) inherited += "<INHERITANCE/>";
  EXPECT_EQ(why_refused(inherited + "</PAL>"), "line 2: has more than 5000 thresholds");
  std::string rules;
  for (int i = 0; i <= 1000; ++i) {
    rules += threshold_of("T", "Warning", "-Operator 'gt' -Threshold 1");
  }
  EXPECT_EQ(why_refused(analysis_with(source_of("\\A\\B"), rules)), "line 1: has too many rules");
}

}  // namespace
}  // namespace openperflib
