#include "openperflib/query/paths/path_pattern.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/query/paths/counter_path.h"

namespace openperflib {
namespace {

// The readings of a path for an object: "instance|counter" each, "-" for no instance.
std::vector<std::string> readings(std::string_view text, std::string_view object,
                                  std::uint32_t title_index = 0) {
  const auto pattern = PathPattern::parse(text);
  std::vector<std::string> found;
  if (!pattern.has_value()) return {"error"};
  for (const PathPattern::Request& request : pattern->requests_for(object, title_index)) {
    found.push_back((request.instance ? request.instance->name() : "-") + "|" +
                    request.counter.text());
  }
  return found;
}

using testing::ElementsAre;
using testing::IsEmpty;

TEST(PathPattern, WindowsSpelling_HasOneReading) {
  EXPECT_THAT(readings(R"(\Processor(_Total)\% Processor Time)", "processor"),
              ElementsAre("_Total|% Processor Time"));
  EXPECT_THAT(readings(R"(\Memory\Available Bytes)", "memory"), ElementsAre("-|Available Bytes"));
  EXPECT_THAT(readings(R"(\Memory\Available Bytes)", "processor"), IsEmpty());
}

TEST(PathPattern, ObjectWithWildcards_IsForEveryObjectThatMatches) {
  EXPECT_THAT(readings(R"(\*disk(*)\*)", "physicaldisk"), ElementsAre("*|*"));
  EXPECT_THAT(readings(R"(\*disk(*)\*)", "logicaldisk"), ElementsAre("*|*"));
  EXPECT_THAT(readings(R"(\*disk(*)\*)", "memory"), IsEmpty());
}

TEST(PathPattern, NumberAsObject_IsItsTitleIndex) {
  EXPECT_THAT(readings(R"(\238(_Total)\6)", "processor", 238), ElementsAre("_Total|6"));
  EXPECT_THAT(readings(R"(\238(_Total)\6)", "process", 230), IsEmpty());
}

TEST(PathPattern, ShellSpelling_ReadsTheLongestCounterFirst) {
  EXPECT_THAT(readings("Processor/_Total/% Processor Time", "processor"),
              ElementsAre("-|_Total/% Processor Time", "_Total|% Processor Time"));
  EXPECT_THAT(
      readings("PhysicalDisk/*/Avg. Disk sec/Read", "physicaldisk"),
      ElementsAre("-|*/Avg. Disk sec/Read", "*|Avg. Disk sec/Read", "*/Avg. Disk sec|Read"));
  EXPECT_THAT(readings("Memory/Available Bytes", "memory"), ElementsAre("-|Available Bytes"));
}

TEST(PathPattern, ShellSpellingOfMountPoints_KeepsTheirSlashes) {
  EXPECT_THAT(readings("LogicalDisk//home/% Free Space", "logicaldisk"),
              testing::Contains("/home|% Free Space"));
  EXPECT_THAT(readings("LogicalDisk///% Free Space", "logicaldisk"),
              testing::Contains("/|% Free Space"));
  EXPECT_THAT(readings("LogicalDisk//% Free Space", "logicaldisk"),
              testing::Contains("/|% Free Space"));
}

TEST(PathPattern, ObjectWithSlash_IsFoundInShellSpelling) {
  EXPECT_THAT(readings("Input/Output/c", "input/output"), ElementsAre("-|c"));
}

TEST(PathPattern, DeepMountPoint_IsSplitAtItsEnd) {
  std::string mount;
  for (int i = 0; i < 100; ++i) mount += "/folder";
  EXPECT_THAT(readings("LogicalDisk/" + mount + "/% Free Space", "logicaldisk"),
              testing::Contains(mount + "|% Free Space"));
}

TEST(PathPattern, ThousandSlashes_AreNotAllTried) {
  std::string text = "Memory";
  for (int i = 0; i < 1000; ++i) text += "/a";
  EXPECT_LE(readings(text, "memory").size(), 20U);
}

TEST(PathPattern, Wildcards_AreSeenInEveryPart) {
  for (const char* text : {R"(\*\c)", R"(\o(*)\c)", R"(\o(a?)\c)", R"(\o(i#*)\c)", R"(\o(i)\*)"}) {
    EXPECT_TRUE(PathPattern::parse(text)->has_wildcards()) << text;
  }
  EXPECT_FALSE(PathPattern::parse(R"(\o(i#1)\c)")->has_wildcards());
}

TEST(PathPattern, Machine_IsThisOneByNameOrByWord) {
  EXPECT_TRUE(PathPattern::parse(R"(\o\c)")->is_for_machine("db-17"));
  EXPECT_TRUE(PathPattern::parse(R"(\\DB-17\o\c)")->is_for_machine("db-17"));
  EXPECT_TRUE(PathPattern::parse(R"(\\.\o\c)")->is_for_machine("db-17"));
  EXPECT_TRUE(PathPattern::parse(R"(\\localhost\o\c)")->is_for_machine("db-17"));
  EXPECT_TRUE(PathPattern::parse(R"(\\db-*\o\c)")->is_for_machine("db-17"));
  EXPECT_FALSE(PathPattern::parse(R"(\\db-18\o\c)")->is_for_machine("db-17"));
  EXPECT_EQ(PathPattern::parse(R"(\\Db-18\o\c)")->machine(), "Db-18");
  EXPECT_EQ(PathPattern::parse(R"(\o\c)")->machine(), "");
}

TEST(PathPattern, InPdhsGrammar_MachinesHaveNoWildcards) {
  const auto is_for = [](std::string_view text) {
    return PathPattern::parse(text, PathGrammar::pdh)->is_for_machine("db-17");
  };
  EXPECT_TRUE(is_for(R"(\\DB-17\o\c)"));
  EXPECT_TRUE(is_for(R"(\o\c)"));
  EXPECT_FALSE(is_for(R"(\\db-*\o\c)"));
  EXPECT_FALSE(is_for(R"(\\db-1?\o\c)"));
  EXPECT_EQ(PathPattern::parse(R"(\\db-*\o\c)", PathGrammar::pdh)->machine(), "db-*");
}

TEST(PathPattern, InPdhsGrammar_SlashesSeparateNothing) {
  EXPECT_EQ(PathPattern::parse("Memory/Available Bytes", PathGrammar::pdh).error().offset, 0U);
  EXPECT_FALSE(PathPattern::parse(R"(\o(a?)\c)", PathGrammar::pdh)->has_wildcards());
}

TEST(PathPattern, BadText_NamesItsByte) {
  const auto offset = [](std::string_view text) { return PathPattern::parse(text).error().offset; };
  EXPECT_EQ(offset(""), 0U);
  EXPECT_EQ(offset("cpu"), 0U);
  EXPECT_EQ(offset("/Memory/x"), 0U);
  EXPECT_EQ(offset("Memory/"), 7U);
  EXPECT_EQ(offset(R"(\Processor(_Total\% Processor Time)"), 17U);
  EXPECT_EQ(PathPattern::parse("Memory/" + std::string(3000, 'x')).error().code, Errc::over_limit);
}

}  // namespace
}  // namespace openperflib
