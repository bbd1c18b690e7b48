#include "openperflib/query/path_expansion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using enum PathExpansion::Part;

// Memory; Process with two bash and a java; LogicalDisk without instances now.
Catalog small_catalog() {
  TestBlock block;
  block.object(4, {{24}, {26}}, Instances::none).single({1, 2});
  block.object(230, {{6}, {784}}).instance("bash", {1, 2}).instance("bash", {1, 3});
  block.instance("java", {1, 4});
  block.object(232, {{6}}).instance("0", {1}, {ParentInstance{230, 2}, -1});
  block.object(236, {{408}});
  return catalog_of(block.status().left_out("why", 4, 56).snapshot(), fixed_titles());
}

struct Answer {
  PathMatch match;
  bool names_instance_of_none;
  std::vector<std::string> paths;
};

Answer expand(const Catalog& catalog, PathSelection selection, PathExpansion expansion = {}) {
  Answer answer;
  const auto found =
      expand(selection, catalog, fixed_titles(), expansion, [&](const CounterPath& path) {
        answer.paths.push_back(write(path).substr(std::string("\\\\db-17").size()));
      });
  answer.match = found.match;
  answer.names_instance_of_none = found.names_instance_of_none;
  return answer;
}

PathSelection selection_of(std::string_view path) {
  const auto pattern = PathPattern::parse(path, PathGrammar::pdh);
  return {.object = pattern->objects().front(),
          .instance = pattern->single_request()->instance,
          .counter = pattern->single_request()->counter};
}

Answer expand(std::string_view path, PathExpansion expansion = {}) {
  return expand(small_catalog(), selection_of(path), expansion);
}

TEST(PathExpansion, Wildcards_AreAllInstancesOfOneCounterAfterTheOther) {
  EXPECT_THAT(
      expand(R"(\Process(*)\*)").paths,
      ElementsAre(R"(\Process(bash)\% Processor Time)", R"(\Process(bash#1)\% Processor Time)",
                  R"(\Process(java)\% Processor Time)", R"(\Process(bash)\ID Process)",
                  R"(\Process(bash#1)\ID Process)", R"(\Process(java)\ID Process)"));
  EXPECT_THAT(expand(R"(\Thread(*)\*)").paths, ElementsAre(R"(\Thread(java/0)\% Processor Time)"));
  EXPECT_THAT(expand(R"(\*\*)").paths,
              ElementsAre(R"(\Memory\Available Bytes)", R"(\Memory\Committed Bytes)"));
}

TEST(PathExpansion, PartsThatAreKept_AreWrittenOnceAsTheyWereGiven) {
  EXPECT_THAT(expand(R"(\Process(b*)\*)", {.instances = kept}).paths,
              ElementsAre(R"(\Process(b*)\% Processor Time)", R"(\Process(b*)\ID Process)"));
  EXPECT_THAT(expand(R"(\Process(b*)\*)", {.counters = kept}).paths,
              ElementsAre(R"(\Process(bash)\*)", R"(\Process(bash#1)\*)"));
  EXPECT_THAT(expand(R"(\Pro*(b*)\I*)", {.instances = kept, .counters = kept}).paths,
              ElementsAre(R"(\Process(b*)\I*)"));
  EXPECT_THAT(expand(R"(\Process(java)\ID Process)", {.instances = kept, .counters = kept}).paths,
              ElementsAre(R"(\Process(java)\ID Process)"));
  // There is none to be seen now, but one may come.
  EXPECT_THAT(expand(R"(\LogicalDisk(*)\*)", {.instances = kept}).paths,
              ElementsAre(R"(\LogicalDisk(*)\% Free Space)"));
}

TEST(PathExpansion, WithoutAPath_SaysWhatIsLacking) {
  EXPECT_EQ(expand(R"(\Proces(*)\*)").match, PathMatch::no_object);
  EXPECT_EQ(expand(R"(\Process(*)\Nothing)").match, PathMatch::no_counter);
  EXPECT_EQ(expand(R"(\Process(zsh*)\*)").match, PathMatch::no_instance);
  EXPECT_EQ(expand(R"(\LogicalDisk(*)\*)").match, PathMatch::no_instance);
  EXPECT_EQ(expand(R"(\Memory(*)\*)").match, PathMatch::no_instance);
  EXPECT_EQ(expand(R"(\Memory(*)\*)", {.instances = kept}).match, PathMatch::no_instance);
  EXPECT_EQ(expand(R"(\Process\*)").match, PathMatch::no_instance);
  EXPECT_EQ(expand(R"(\*(java)\*)").match, PathMatch::matched);
}

TEST(PathExpansion, InstanceOfAnObjectThatHasNone_IsTold) {
  EXPECT_TRUE(expand(R"(\Memory(*)\*)").names_instance_of_none);
  EXPECT_TRUE(expand(R"(\4(x)\*)", {.instances = kept}).names_instance_of_none);
  EXPECT_FALSE(expand(R"(\LogicalDisk(*)\*)").names_instance_of_none);
  EXPECT_FALSE(expand(R"(\Memory\*)").names_instance_of_none);
}

TEST(PathExpansion, WhatDescribesTheBlock_IsNeverMeant) {
  EXPECT_EQ(expand(R"(\Collection Status(*)\*)").match, PathMatch::no_object);
}

TEST(PathExpansion, AsAList_ObjectsWithoutInstancesAreMeantToo) {
  PathSelection selection = selection_of(R"(\*(*)\*e*)");
  selection.as = PathSelection::As::list;
  const Catalog catalog = small_catalog();
  EXPECT_THAT(expand(catalog, selection, {.instances = kept}).paths,
              ElementsAre(R"(\Memory\Available Bytes)", R"(\Memory\Committed Bytes)",
                          R"(\Process(*)\% Processor Time)", R"(\Process(*)\ID Process)",
                          R"(\Thread(*)\% Processor Time)", R"(\LogicalDisk(*)\% Free Space)"));
}

TEST(PathExpansion, OfALog_OnlyTheSeriesThatExistAreWritten) {
  Catalog log;
  const auto add = [&log](std::string_view machine, std::string_view instance,
                          std::string_view counter) {
    Series series;
    series.machine = machine;
    series.object = "Process";
    series.instance = instance;
    series.counter = counter;
    log.add(series);
  };
  add("db-17", "bash", "ID Process");
  add("db-17", "java", "% Processor Time");
  add("db-17", "java", "ID Process");
  add("db-18", "zsh", "ID Process");
  PathSelection selection = selection_of(R"(\Process(*)\*)");
  EXPECT_THAT(expand(log, selection).paths,
              ElementsAre(R"(\Process(bash)\ID Process)", R"(\Process(java)\ID Process)",
                          R"(\Process(java)\% Processor Time)", R"(\Process(zsh)\ID Process)"));
  EXPECT_THAT(expand(log, selection, {.counters = kept}).paths,
              ElementsAre(R"(\Process(bash)\*)", R"(\Process(java)\*)", R"(\Process(zsh)\*)"));
  selection.machine = "DB-18";
  EXPECT_THAT(expand(log, selection).paths, ElementsAre(R"(\Process(zsh)\ID Process)"));
  selection.machine = "db-19";
  EXPECT_THAT(expand(log, selection).paths, IsEmpty());
}

}  // namespace
}  // namespace openperflib
