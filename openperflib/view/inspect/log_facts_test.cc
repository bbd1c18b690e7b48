#include "openperflib/view/inspect/log_facts.h"

#include <gtest/gtest.h>

#include "openperflib/view/inspect/log_facts_json.h"
#include "openperflib/view/inspect/log_facts_text.h"

namespace openperflib {
namespace {

bool contains(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

RecordingFacts::Record block_of(std::uint32_t samples) {
  return {.kind = RecordingFacts::Kind::block, .samples = samples, .bytes = 10};
}

TEST(BoundedList, MoreThanItShows_CountsAll) {
  BoundedList<int> list;
  for (int i = 0; i < 103; ++i) list.add(i);
  EXPECT_EQ(list.count, 103U);
  EXPECT_EQ(list.shown.size(), 100U);
  EXPECT_EQ(list.shown.back(), 99);
}

TEST(RecordingFacts, Add_SumsByKind) {
  RecordingFacts facts;
  facts.add(block_of(3));
  facts.add(block_of(4));
  facts.add({.kind = RecordingFacts::Kind::journal_part, .samples = 1, .bytes = 2});
  EXPECT_EQ(facts.total(RecordingFacts::Kind::block).count, 2U);
  EXPECT_EQ(facts.total(RecordingFacts::Kind::block).samples, 7U);
  EXPECT_EQ(facts.total(RecordingFacts::Kind::block).bytes, 20U);
  EXPECT_EQ(facts.total(RecordingFacts::Kind::journal_part).count, 1U);
  EXPECT_EQ(facts.total(RecordingFacts::Kind::index).count, 0U);
}

TEST(LogFactsText, ManyRecords_NamesHowManyAreLeftOut) {
  RecordingFacts facts;
  for (int i = 0; i < 101; ++i) facts.add(block_of(1));
  EXPECT_TRUE(contains(log_facts_text(facts), "records: 101\n"));
  EXPECT_TRUE(contains(log_facts_text(facts), "  ... 1 more\n"));
}

TEST(LogFactsText, UnknownTimes_AreDashes) {
  EXPECT_TRUE(contains(log_facts_text(RecordingFacts{}),
                       "samples: 0, - to - (bias - minutes), 0 values\noddities: 0\n"));
}

TEST(LogFactsText, NameWithEscape_IsMadePrintable) {
  BlgFacts facts;
  facts.entries.add(
      {.machine = "\\\\vm", .object = "a\x1b[31m", .parent = {}, .instance = {}, .counter = "b"});
  const std::string text = log_facts_text(facts);
  EXPECT_FALSE(contains(text, "\x1b"));
  EXPECT_TRUE(contains(text, "\\\\vm\\a\uFFFD[31m\\b"));
}

TEST(LogFactsText, InstanceWithParentAndNumber_IsAPath) {
  BlgFacts facts;
  facts.entries.add({.machine = "\\\\vm",
                     .object = "Thread",
                     .parent = "bash",
                     .instance = "0",
                     .instance_index = 2,
                     .counter = "ID"});
  EXPECT_TRUE(contains(log_facts_text(facts), "\\\\vm\\Thread(bash/0#2)\\ID  flags"));
}

TEST(LogFactsJson, HeaderThatCannotBeRead_IsNull) {
  EXPECT_TRUE(contains(log_facts_json(BlgFacts{}), R"("is_circular":false,"header":null,)"));
}

TEST(LogFactsJson, RecordsOfSamples_OnlySamplesHaveThem) {
  BlgFacts facts;
  facts.messages.add({.name = "sample", .is_sample = true, .records = {{{2, 7}}}});
  facts.messages.add({.name = "sample", .is_sample = true, .records = {}});
  facts.messages.add({.name = "catalog", .records = {}});
  const std::string json = log_facts_json(facts);
  EXPECT_TRUE(contains(json, R"("bytes":0,"records":{"form_2":7}})"));
  EXPECT_TRUE(contains(json, R"("bytes":0,"records":null})"));
  EXPECT_TRUE(contains(json, R"("bytes":0}]})"));
}

TEST(LogFactsJson, NoSamples_HaveNoTimes) {
  EXPECT_TRUE(contains(log_facts_json(RecordingFacts{}),
                       R"("samples":{"count":0,"first":null,"last":null,"values":0,)"
                       R"("bias_minutes":null},"oddities":{"count":0,"shown":[]}})"));
}

}  // namespace
}  // namespace openperflib
