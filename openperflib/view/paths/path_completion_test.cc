#include "openperflib/view/paths/path_completion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "openperflib/testing/described_object.h"

namespace openperflib {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

void add(std::string_view object, const std::vector<std::string_view>& instances,
         const std::vector<std::string_view>& counters, Catalog& catalog) {
  for (const std::string_view counter : counters) {
    Series series;
    series.object = object;
    series.counter = counter;
    if (instances.empty()) catalog.add(series);
    for (const std::string_view instance : instances) {
      series.instance = instance;
      catalog.add(series);
    }
  }
}

KnownNames names_of(std::shared_ptr<const Catalog> catalog) {
  const Names names(*catalog);
  return {
      .owner = std::move(catalog), .names = names, .instances = [](const Names::Object& object) {
        return object.instance_names(Names::EqualNames::numbered);
      }};
}

std::vector<std::string> completed(std::string_view word) {
  auto catalog = std::make_shared<Catalog>();
  add("LogicalDisk", {"\\", "\\home", "_Total"}, {"% Disk Time", "% Idle Time"}, *catalog);
  add("PhysicalDisk", {"0 sda", "1 sd (x)", "_Total"}, {"% Disk Time", "% Idle Time"}, *catalog);
  add("Memory", {}, {"Pages/sec"}, *catalog);
  return path_completions(word, names_of(std::move(catalog)));
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
  auto catalog = std::make_shared<Catalog>();
  add("Process", {"a\x1B[2Jb", "c\nd", "ok"}, {"ID Process"}, *catalog);
  add("A\nB", {}, {"C"}, *catalog);
  const KnownNames names = names_of(std::move(catalog));
  EXPECT_THAT(path_completions("\\Process(", names),
              ElementsAre("\\Process(ok)\\", "\\Process(*)\\"));
  EXPECT_THAT(object_completions("", names), ElementsAre("Process"));
}

// What this machine has only with a device, or never, is not in the way.
TEST(PathCompletion, DescribedNames_AreThoseThatMachinesUsuallyHave) {
  const std::vector<CounterDescription> counters = {
      described_counter(2, "Read"), described_counter(4, "Temperature", Availability::optional),
      described_counter(6, "Windows only", Availability::never), described_clock(8, "Clock")};
  const ObjectDescription disk = described_instances(10, "Disk", counters);
  ObjectDescription gone = described_object(12, "Disks", counters);
  gone.is_collected = false;
  const std::vector<const ObjectDescription*> described = {&disk, &gone};
  const Catalog nothing;
  const KnownNames names{
      .owner = nullptr,
      .names = Names(nothing, fixed_titles(), described),
      .instances = [](const Names::Object&) { return std::vector<std::string>{"sda"}; }};
  EXPECT_THAT(path_completions("\\d", names), ElementsAre("\\Disk(sda)\\", "\\Disk(*)\\"));
  EXPECT_THAT(path_completions("\\Disk(*)\\", names), ElementsAre("\\Disk(*)\\Read"));
  EXPECT_THAT(path_completions("\\Disks(", names), IsEmpty());
  EXPECT_THAT(object_completions("", names), ElementsAre("Disk"));
}

TEST(PathCompletion, MissingObject_OffersNothing) {
  EXPECT_THAT(completed("\\Thread("), IsEmpty());
  EXPECT_THAT(completed("Thread/"), IsEmpty());
  EXPECT_THAT(completed("\\Memory("), IsEmpty());  // has no instances
}

}  // namespace
}  // namespace openperflib
