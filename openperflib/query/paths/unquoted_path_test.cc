#include "openperflib/query/paths/unquoted_path.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Words = std::vector<std::string>;
using Damage = UnquotedPath::Damage;

std::vector<UnquotedPath> found(const Words& words) {
  return find_unquoted_paths(words, fixed_titles());
}

TEST(UnquotedPath, PathWithoutQuotes_IsRebuilt) {
  EXPECT_THAT(found({"MemoryAvailable", "MBytes"}),
              ElementsAre(UnquotedPath{"MemoryAvailable MBytes", "\\Memory\\Available MBytes", 0, 2,
                                       Damage::removed_backslashes}));
}

TEST(UnquotedPath, SeveralPaths_AreFoundBetweenTheOthers) {
  EXPECT_THAT(found({"\\System\\Threads", "MemoryAvailable", "MBytes", "\\System\\Processes",
                     "SystemSystem", "Up", "Time"}),
              ElementsAre(UnquotedPath{"MemoryAvailable MBytes", "\\Memory\\Available MBytes", 1, 2,
                                       Damage::removed_backslashes},
                          UnquotedPath{"SystemSystem Up Time", "\\System\\System Up Time", 4, 3,
                                       Damage::removed_backslashes}));
}

TEST(UnquotedPath, InstanceWithoutQuotes_IsRebuilt) {
  EXPECT_THAT(found({"Processor", "Information(0,_Total)%", "Processor", "Time"}),
              ElementsAre(UnquotedPath{"Processor Information(0,_Total)% Processor Time",
                                       "\\Processor Information(0,_Total)\\% Processor Time", 0, 4,
                                       Damage::removed_backslashes}));
}

TEST(UnquotedPath, MachineWithoutQuotes_IsRebuilt) {
  EXPECT_THAT(found({"\\DB-17MemoryAvailable", "MBytes"}),
              ElementsAre(UnquotedPath{"\\DB-17MemoryAvailable MBytes",
                                       "\\\\DB-17\\Memory\\Available MBytes", 0, 2,
                                       Damage::removed_backslashes}));
}

TEST(UnquotedPath, MachineInDoubleQuotes_GetsItsBackslashAgain) {
  EXPECT_THAT(found({"\\DB-17\\Process(a (b))\\% Processor Time", "\\DB-17\\Process(*)\\*"}),
              ElementsAre(UnquotedPath{"\\DB-17\\Process(a (b))\\% Processor Time",
                                       "\\\\DB-17\\Process(a (b))\\% Processor Time", 0, 1,
                                       Damage::removed_backslashes},
                          UnquotedPath{"\\DB-17\\Process(*)\\*", "\\\\DB-17\\Process(*)\\*", 1, 1,
                                       Damage::removed_backslashes}));
}

TEST(UnquotedPath, PathSplitAtItsBlanks_IsJoined) {
  EXPECT_THAT(
      found({"\\Processor(_Total)\\%", "Processor", "Time", "Memory/Available", "MBytes"}),
      ElementsAre(
          UnquotedPath{"\\Processor(_Total)\\% Processor Time",
                       "\\Processor(_Total)\\% Processor Time", 0, 3, Damage::split},
          UnquotedPath{"Memory/Available MBytes", "Memory/Available MBytes", 3, 2, Damage::split}));
}

TEST(UnquotedPath, NoFirstBackslash_IsAdded) {
  EXPECT_THAT(found({"Processor(_Total)\\% Processor Time"}),
              ElementsAre(UnquotedPath{"Processor(_Total)\\% Processor Time",
                                       "\\Processor(_Total)\\% Processor Time", 0, 1,
                                       Damage::no_first_backslash}));
}

TEST(UnquotedPath, WordsThatAreNotAPath_AreNotGuessed) {
  EXPECT_THAT(found({"svchost", "Processor", "Time", "", "\\"}), IsEmpty());
  EXPECT_THAT(found({"\\PC\\Nonsense\\Available MBytes"}), IsEmpty());
  EXPECT_THAT(found({"\\Process()\\*"}), IsEmpty());  // lacks an instance, and no backslash
  EXPECT_THAT(found({std::string(5000, '\\')}), IsEmpty());
  EXPECT_THAT(found({}), IsEmpty());
}

TEST(UnquotedPath, WholePaths_AreLeftAlone) {
  EXPECT_THAT(found({"\\Memory\\Available MBytes", "Memory/Available MBytes", "\\No\\Such thing"}),
              IsEmpty());
}

TEST(UnquotedPath, Description_NamesTheCauseAndTheQuotedPath) {
  EXPECT_EQ(
      describe(UnquotedPath{"", "\\Memory\\Available MBytes", 0, 2, Damage::removed_backslashes}),
      "the shell removed the backslashes; put the path in single quotes: "
      "'\\Memory\\Available MBytes'");
  EXPECT_EQ(describe(UnquotedPath{"", "\\Process(it's)\\% Processor Time", 0, 3, Damage::split}),
            "the shell split the path at a space; put it in single quotes: "
            "'\\Process(it'\\''s)\\% Processor Time'");
  EXPECT_EQ(describe(UnquotedPath{"", "\\System\\Threads", 0, 1, Damage::no_first_backslash}),
            "a path begins with a backslash: '\\System\\Threads'");
}

}  // namespace
}  // namespace openperflib
