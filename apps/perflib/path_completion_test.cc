#include "apps/perflib/path_completion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace openperflib::apps {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr CatalogueCounter kDiskCounters[] = {
    {.name = "% Disk Time", .status = LinuxStatus::exact},
    {.name = "% Idle Time", .status = LinuxStatus::approx},
    {.name = "Split IO/Sec", .status = LinuxStatus::none}};
constexpr CatalogueCounter kMemoryCounters[] = {
    {.name = "Pages/sec", .status = LinuxStatus::derived},
    {.name = "Pool Paged Bytes", .status = LinuxStatus::optional}};
constexpr CatalogueObject kLogical = {
    .name = "LogicalDisk", .name_index = 236, .has_instances = true, .counters = kDiskCounters};
constexpr CatalogueObject kPhysical = {
    .name = "PhysicalDisk", .name_index = 234, .has_instances = true, .counters = kDiskCounters};
constexpr CatalogueObject kMemory = {
    .name = "Memory", .name_index = 4, .counters = kMemoryCounters};

std::vector<std::string> completed(std::string_view word) {
  static constexpr const CatalogueObject* kObjects[] = {&kLogical, &kPhysical, &kMemory};
  return path_completions(word, {.objects = kObjects, .instances = [](const CatalogueObject& object) {
    using Names = std::vector<std::string>;
    if (object.name_index == kLogical.name_index) return Names{"\\", "\\home", "_Total"};
    return Names{"0 sda", "1 sd (x)", "_Total"};
  }});
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

TEST(PathCompletion, BeginOfACounter_OffersThoseThatLinuxFeeds) {
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
  EXPECT_THAT(completed("LogicalDisk//"),
              ElementsAre("LogicalDisk///", "LogicalDisk//home/"));
}

TEST(PathCompletion, WildcardInstance_LeadsToCounters) {
  EXPECT_THAT(completed("PhysicalDisk/0*/% I"), ElementsAre("PhysicalDisk/0*/% Idle Time"));
}

TEST(PathCompletion, WholePath_IsItself) {
  EXPECT_THAT(completed("\\Memory\\Pages/sec"), ElementsAre("\\Memory\\Pages/sec"));
}

TEST(PathCompletion, ObjectThatIsNotThere_OffersNothing) {
  EXPECT_THAT(completed("\\Thread("), IsEmpty());
  EXPECT_THAT(completed("Thread/"), IsEmpty());
  EXPECT_THAT(completed("\\Memory("), IsEmpty());  // has no instances
}

}  // namespace
}  // namespace openperflib::apps
