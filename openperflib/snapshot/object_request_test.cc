#include "openperflib/snapshot/object_request.h"

#include <gtest/gtest.h>

#include <string>

#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

constexpr std::uint32_t kProcessor = 238;

TEST(ObjectRequest, Global_IsEveryObjectThatIsNotCostly) {
  for (const char* text : {"Global", "GLOBAL", "", " ", "global "}) {
    const auto request = ObjectRequest::parse(text);
    ASSERT_TRUE(request.has_value()) << text;
    EXPECT_EQ(request->kind(), ObjectRequest::Kind::global);
    EXPECT_TRUE(request->wants_object(title::kProcess));
    EXPECT_FALSE(request->wants_object(title::kProcess, true));
    EXPECT_TRUE(request->wants_counter(title::kProcess, 6));
  }
}

TEST(ObjectRequest, Costly_IsTheCostlyOnesAlone) {
  const auto request = ObjectRequest::parse("Costly");
  ASSERT_TRUE(request.has_value());
  EXPECT_EQ(request->kind(), ObjectRequest::Kind::costly);
  EXPECT_FALSE(request->wants_object(title::kProcess));
  EXPECT_TRUE(request->wants_object(786, true));
}

TEST(ObjectRequest, Indices_AreWholeNumbers) {
  const auto request = ObjectRequest::parse("  238 2\t230 2 ");
  ASSERT_TRUE(request.has_value());
  EXPECT_EQ(request->kind(), ObjectRequest::Kind::ids);
  EXPECT_TRUE(request->wants_object(238));
  EXPECT_TRUE(request->wants_object(2));
  EXPECT_TRUE(request->wants_object(230, true));
  EXPECT_FALSE(request->wants_object(23));
  EXPECT_FALSE(request->wants_object(38));
  EXPECT_TRUE(request->wants_counter(238, 6));
  EXPECT_FALSE(request->wants_counter(239, 6));
}

TEST(ObjectRequest, Metadata_IsTheDefinitionsOfGlobalOrCostly) {
  const auto global = ObjectRequest::parse("metadataglobal").value();
  EXPECT_EQ(global.content(), ObjectRequest::Content::definitions);
  EXPECT_TRUE(global.wants_object(title::kProcess));
  EXPECT_FALSE(global.wants_object(title::kProcess, true));
  const auto costly = ObjectRequest::parse("MetadataCostly").value();
  EXPECT_EQ(costly.content(), ObjectRequest::Content::definitions);
  EXPECT_FALSE(costly.wants_object(title::kProcess));
  EXPECT_TRUE(costly.wants_object(title::kProcess, true));
  EXPECT_EQ(ObjectRequest::parse("Global")->content(), ObjectRequest::Content::values);
}

TEST(ObjectRequest, OldForms_LeaveCounterSetsOut) {
  constexpr std::uint32_t kProcessorInformation = 100'000;
  constexpr std::uint32_t kOfAUser = 200'000;
  for (const char* text : {"OLD_Global", "old_metadataglobal"}) {
    const auto request = ObjectRequest::parse(text).value();
    EXPECT_TRUE(request.wants_object(title::kProcess)) << text;
    EXPECT_TRUE(request.wants_object(kOfAUser)) << text;
    EXPECT_FALSE(request.wants_object(kProcessorInformation)) << text;
  }
  const auto costly = ObjectRequest::parse("OLD_MetadataCostly").value();
  EXPECT_TRUE(costly.wants_object(title::kProcess, true));
  EXPECT_FALSE(costly.wants_object(kProcessorInformation, true));
  EXPECT_FALSE(ObjectRequest::parse("OLD_Costly").has_value());
}

TEST(ObjectRequest, Foreign_IsOfNoMachineHere) {
  for (const char* text : {"Foreign", "foreign db17", " FOREIGN\t\\\\db17"}) {
    const auto request = ObjectRequest::parse(text);
    ASSERT_TRUE(request.has_value()) << text;
    EXPECT_EQ(request->kind(), ObjectRequest::Kind::foreign);
    EXPECT_FALSE(request->wants_object(title::kProcess)) << text;
    EXPECT_FALSE(request->wants_object(title::kProcess, true)) << text;
  }
  EXPECT_FALSE(ObjectRequest::parse("Foreigner").has_value());
}

TEST(ObjectRequest, OfAValueName_NamesByWholeWordsAndNothingElse) {
  const auto request = ObjectRequest::of_value_name("238 x2 4x 2,4 0x6 99999999999 -8 230");
  EXPECT_EQ(request.kind(), ObjectRequest::Kind::ids);
  EXPECT_EQ(request, ObjectRequest::parse("230 238"));
  EXPECT_EQ(ObjectRequest::of_value_name("Globally"), ObjectRequest::nothing());
  EXPECT_EQ(ObjectRequest::of_value_name("gLOBAL"), ObjectRequest());
  EXPECT_EQ(ObjectRequest::of_value_name(""), ObjectRequest());
}

TEST(ObjectRequest, BadText_NamesItsByte) {
  struct Case {
    const char* text;
    Errc code;
    std::uint64_t offset;
  };
  constexpr Case kCases[] = {
      {"Globally", Errc::syntax, 0},
      {"238 x", Errc::syntax, 4},
      {"238,2", Errc::syntax, 3},
      {"-1", Errc::syntax, 0},
      {"2 4294967296", Errc::out_of_range, 2},
      {"0x10", Errc::syntax, 1},
      {"Global 2", Errc::syntax, 0},
  };
  for (const Case& one : kCases) {
    const auto request = ObjectRequest::parse(one.text);
    ASSERT_FALSE(request.has_value()) << one.text;
    EXPECT_EQ(request.error().code, one.code) << one.text;
    EXPECT_EQ(request.error().offset, one.offset) << one.text;
  }
}

TEST(ObjectRequest, HundredThousandIndices_AreReadAtOnce) {
  std::string text;
  for (int i = 200'000; i > 0; i -= 2) text += std::to_string(i) + " ";
  const auto request = ObjectRequest::parse(text);
  ASSERT_TRUE(request.has_value());
  EXPECT_TRUE(request->wants_object(199'998));
  EXPECT_FALSE(request->wants_object(199'999));
}

TEST(ObjectRequest, Nothing_WantsNothing) {
  const ObjectRequest request = ObjectRequest::nothing();
  EXPECT_FALSE(request.wants_object(title::kProcess));
  EXPECT_FALSE(request.wants_counter(title::kProcess, 6));
}

TEST(ObjectRequest, AddedCounters_AreTheOnlyOnesOfTheirObject) {
  ObjectRequest request;
  request.add_counter(title::kProcess, 6);
  request.add_counter(title::kProcess, 2);
  request.add_counter(title::kProcess, 6);
  EXPECT_TRUE(request.wants_object(title::kProcess));
  EXPECT_FALSE(request.wants_object(kProcessor));
  EXPECT_TRUE(request.wants_counter(title::kProcess, 2));
  EXPECT_TRUE(request.wants_counter(title::kProcess, 6));
  EXPECT_FALSE(request.wants_counter(title::kProcess, 4));
}

TEST(ObjectRequest, AddedObject_HasAllItsCounters) {
  ObjectRequest request;
  request.add_counter(title::kProcess, 6);
  request.add_object(title::kProcess);
  request.add_counter(title::kProcess, 8);
  EXPECT_TRUE(request.wants_counter(title::kProcess, 1412));
  ObjectRequest same;
  same.add_object(title::kProcess);
  EXPECT_EQ(request, same);
}

// Sets of other processes that nobody has registered.
TEST(ObjectRequest, OldGlobal_LeavesOutUnregisteredSets) {
  EXPECT_TRUE(ObjectRequest().wants_object(1'000'000));
  EXPECT_FALSE(ObjectRequest::of_value_name("OLD_Global").wants_counter_set(1'000'000));
  EXPECT_FALSE(ObjectRequest::of_value_name("OLD_Global").wants_counter_set(1'848));
  EXPECT_TRUE(ObjectRequest::of_value_name("OLD_Global").wants_object(200'000));
}

TEST(ObjectRequest, ValueName_IsWhatAModuleIsAsked) {
  const auto asked = [](std::string_view name, bool knows_definitions) {
    return ObjectRequest::of_value_name(name).value_name(knows_definitions);
  };
  EXPECT_EQ(asked("", false), "Global");
  EXPECT_EQ(asked("costly", false), "Costly");
  EXPECT_EQ(asked("OLD_Global", true), "Global");
  EXPECT_EQ(asked("MetadataCostly", true), "MetadataCostly");
  EXPECT_EQ(asked("MetadataGlobal", false), "Global");
  EXPECT_EQ(asked("238 4 2", true), "2 4 238");
  EXPECT_EQ(asked("foreign  db-17 ", false), "Foreign db-17");
  EXPECT_EQ(asked("Foreign", false), "Foreign");
  EXPECT_EQ(asked("no such name", true), "");
}

}  // namespace
}  // namespace openperflib
