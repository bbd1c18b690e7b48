#include "apps/completion/path_completion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace openperflib::apps {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> completed(std::string_view word) {
  const std::vector<std::string> disk = {"% Disk Time", "% Idle Time"};
  const auto instances = [](const PathObject& of) {
    using Names = std::vector<std::string>;
    if (of.name == "LogicalDisk") return Names{"\\", "\\home", "_Total"};
    return Names{"0 sda", "1 sd (x)", "_Total"};
  };
  return path_completions(word, {.objects = {{"LogicalDisk", true, disk},
                                             {"PhysicalDisk", true, disk},
                                             {"Memory", false, {"Pages/sec"}}},
                                 .instances = instances});
}

TEST(PathCompletion, EmptyWord_OffersObjectsInTheSpellingOfShells) {
  EXPECT_THAT(completed(""), ElementsAre("LogicalDisk/", "PhysicalDisk/", "Memory/"));
}

TEST(PathCompletion, Backslash_OffersObjectsOpenedWhereTheyHaveInstances) {
  EXPECT_THAT(completed("\\"), ElementsAre("\\LogicalDisk(", "\\PhysicalDisk(", "\\Memory\\"));
}

TEST(PathCompletion, OneWayOnly_IsTakenToTheEnd) {
  EXPECT_THAT(completed("\\mem"), ElementsAre("\\Memory\\Pages/sec"));
  EXPECT_THAT(completed("mem"), ElementsAre("Memory/Pages/sec"));
}

TEST(PathCompletion, OpenedObject_OffersItsInstancesAndAll) {
  EXPECT_THAT(completed("\\physicaldisk("),
              ElementsAre("\\physicaldisk(0 sda)\\", "\\physicaldisk(1 sd (x))\\",
                          "\\physicaldisk(_Total)\\", "\\physicaldisk(*)\\"));
}

TEST(PathCompletion, InstanceWithParentheses_EndsAtTheLast) {
  EXPECT_THAT(completed("\\PhysicalDisk(1 sd (x))\\"),
              ElementsAre("\\PhysicalDisk(1 sd (x))\\% Disk Time",
                          "\\PhysicalDisk(1 sd (x))\\% Idle Time"));
}

TEST(PathCompletion, BeginOfACounter_OffersThoseThatBeginSo) {
  EXPECT_THAT(completed("\\PhysicalDisk(*)\\"),
              ElementsAre("\\PhysicalDisk(*)\\% Disk Time", "\\PhysicalDisk(*)\\% Idle Time"));
  EXPECT_THAT(completed("\\PhysicalDisk(*)\\S"), IsEmpty());
}

TEST(PathCompletion, Machine_IsKept) {
  EXPECT_THAT(completed("\\\\db17\\LogicalDisk(_T"),
              ElementsAre("\\\\db17\\LogicalDisk(_Total)\\% Disk Time",
                          "\\\\db17\\LogicalDisk(_Total)\\% Idle Time"));
  EXPECT_THAT(completed("\\\\db1"), IsEmpty());
}

TEST(PathCompletion, MountPoints_AreOfferedInStoredFormAndAsLinuxWritesThemWhereThatWasBegun) {
  EXPECT_THAT(completed("\\LogicalDisk(\\"),
              ElementsAre("\\LogicalDisk(\\)\\", "\\LogicalDisk(\\home)\\"));
  EXPECT_THAT(completed("\\LogicalDisk(/"),
              ElementsAre("\\LogicalDisk(/)\\", "\\LogicalDisk(/home)\\"));
}

TEST(PathCompletion, RootInStoredForm_LeadsToItsCounters) {
  EXPECT_THAT(completed("\\LogicalDisk(\\)\\% D"), ElementsAre("\\LogicalDisk(\\)\\% Disk Time"));
}

TEST(PathCompletion, MountPointsForShells_HoldSlashes) {
  EXPECT_THAT(completed("LogicalDisk//home/% I"), ElementsAre("LogicalDisk//home/% Idle Time"));
  EXPECT_THAT(completed("LogicalDisk//"), ElementsAre("LogicalDisk///", "LogicalDisk//home/"));
}

TEST(PathCompletion, WildcardInstance_LeadsToCounters) {
  EXPECT_THAT(completed("PhysicalDisk/0*/% I"), ElementsAre("PhysicalDisk/0*/% Idle Time"));
}

TEST(PathCompletion, WholePath_IsItself) {
  EXPECT_THAT(completed("\\Memory\\Pages/sec"), ElementsAre("\\Memory\\Pages/sec"));
}

TEST(PathCompletion, NamesWithControlCharacters_AreNotOffered) {
  const PathNames names{.objects = {{"Process", true, {"ID Process"}}, {"A\nB", false, {"C"}}},
                        .instances = [](const PathObject&) {
                          return std::vector<std::string>{"a\x1B[2Jb", "c\nd", "ok"};
                        }};
  EXPECT_THAT(path_completions("\\Process(", names),
              ElementsAre("\\Process(ok)\\", "\\Process(*)\\"));
  EXPECT_THAT(object_completions("", names), ElementsAre("Process"));
}

TEST(PathCompletion, MissingObject_OffersNothing) {
  EXPECT_THAT(completed("\\Thread("), IsEmpty());
  EXPECT_THAT(completed("Thread/"), IsEmpty());
  EXPECT_THAT(completed("\\Memory("), IsEmpty());  // has no instances
}

}  // namespace
}  // namespace openperflib::apps
