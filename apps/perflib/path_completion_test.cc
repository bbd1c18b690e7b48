#include "apps/perflib/path_completion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <span>
#include <string>
#include <vector>

namespace openperflib::apps {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr CatalogueCounter counter(std::string_view name, LinuxStatus status) {
  CatalogueCounter row{};
  row.name = name;
  row.status = status;
  return row;
}

constexpr CatalogueObject object(std::string_view name, TitleIndex name_index, bool has_instances,
                                 std::span<const CatalogueCounter> counters) {
  CatalogueObject row{};
  row.name = name;
  row.name_index = name_index;
  row.has_instances = has_instances;
  row.counters = counters;
  return row;
}

constexpr CatalogueCounter kDiskCounters[] = {counter("% Disk Time", LinuxStatus::exact),
                                              counter("% Idle Time", LinuxStatus::approx),
                                              counter("Split IO/Sec", LinuxStatus::none)};
constexpr CatalogueCounter kMemoryCounters[] = {counter("Pages/sec", LinuxStatus::derived),
                                                counter("Pool Paged Bytes", LinuxStatus::optional)};
constexpr CatalogueObject kLogical = object("LogicalDisk", 236, true, kDiskCounters);
constexpr CatalogueObject kPhysical = object("PhysicalDisk", 234, true, kDiskCounters);
constexpr CatalogueObject kMemory = object("Memory", 4, false, kMemoryCounters);

std::vector<std::string> completed(std::string_view word) {
  static constexpr const CatalogueObject* kObjects[] = {&kLogical, &kPhysical, &kMemory};
  const auto instances = [](const CatalogueObject& of) {
    using Names = std::vector<std::string>;
    if (of.name_index == kLogical.name_index) return Names{"\\", "\\home", "_Total"};
    return Names{"0 sda", "1 sd (x)", "_Total"};
  };
  return path_completions(word, {.objects = kObjects, .instances = instances});
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
  EXPECT_THAT(completed("LogicalDisk//"), ElementsAre("LogicalDisk///", "LogicalDisk//home/"));
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
