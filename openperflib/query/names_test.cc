#include "openperflib/query/names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "openperflib/testing/clock_block.h"
#include "openperflib/testing/described_object.h"
#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using enum Names::EqualNames;

// Memory; Process with two bash and a java; a thread of java; LogicalDisk without instances now.
Catalog machine_catalog() {
  TestBlock block;
  block.object(4, {{24}, {26}}, Instances::none).single({1, 2});
  block.object(230, {{6}, {784}}).instance("bash", {1, 2}).instance("bash", {1, 3});
  block.instance("java", {1, 4});
  block.object(232, {{6}}).instance("0", {1}, {ParentInstance{230, 2}, -1});
  block.object(236, {{408}});
  return catalog_of(block.status().left_out("why", 4, 56).snapshot(), fixed_titles());
}

// Whether a path for a machine is meant; "": any.
auto for_machine(std::string_view machine) {
  return [machine](std::string_view one) { return machine.empty() || one == machine; };
}

Names::Found find(const Names& names, std::string_view path, std::string_view machine = {}) {
  return names.find(*PathPattern::parse(path), for_machine(machine));
}

// "object\\counter", as far as the path matched.
std::string named_by(const Names& names, std::string_view path, std::string_view machine = {}) {
  const Names::Found found = find(names, path, machine);
  if (found.object == nullptr) return {};
  const std::string object(found.object->name());
  return found.counter == nullptr ? object : object + "\\" + std::string(found.counter->name);
}

class NamesOfMachine : public testing::Test {
 protected:
  const Catalog catalog_ = machine_catalog();
  const Names names_{catalog_, fixed_titles()};
};

TEST_F(NamesOfMachine, Objects_AreThoseOfTheCatalogWithoutCollectionStatus) {
  EXPECT_THAT(names_.object_names(), ElementsAre("Memory", "Process", "Thread", "LogicalDisk"));
  EXPECT_THAT(names_.object_names("DB-17"),
              ElementsAre("Memory", "Process", "Thread", "LogicalDisk"));
  EXPECT_THAT(names_.object_names("db-18"), IsEmpty());
  EXPECT_THAT(names_.machines(), ElementsAre("db-17"));
  EXPECT_EQ(names_.objects()[1].title_index(), 230U);
  EXPECT_FALSE(names_.objects()[0].has_instances());
  EXPECT_TRUE(names_.objects()[3].has_instances());  // of its kind
}

TEST_F(NamesOfMachine, Items_AreTheCountersAndInstancesOfAnObject) {
  const Names::Object& process = *names_.find("PROCESS");
  EXPECT_THAT(process.counter_names(), ElementsAre("% Processor Time", "ID Process"));
  EXPECT_EQ(process.counters()[1].title_index(), 784U);
  EXPECT_EQ(process.counters()[1].defined, &process.defined->counters[1]);
  EXPECT_THAT(process.instance_names(numbered), ElementsAre("bash", "bash#1", "java"));
  EXPECT_THAT(process.instance_names(merged), ElementsAre("bash", "java"));
  EXPECT_EQ(process.instances(merged)[1].position, 2U);
  EXPECT_THAT(names_.find("Thread")->instance_names(numbered), ElementsAre("java/0"));
  EXPECT_THAT(names_.find("LogicalDisk")->instance_names(numbered), IsEmpty());
}

TEST_F(NamesOfMachine, NameOfAnObject_IsNeitherAPatternNorANumber) {
  EXPECT_EQ(names_.find("memory"), &names_.objects()[0]);
  EXPECT_EQ(names_.find("memory", "DB-17"), &names_.objects()[0]);
  EXPECT_EQ(names_.find("memory", "db-18"), nullptr);
  for (const char* name : {"Mem", "*", "4", "", "Collection Status"}) {
    EXPECT_EQ(names_.find(name), nullptr) << name;
  }
}

TEST_F(NamesOfMachine, Path_NamesACounterByNamesOrNumbers) {
  EXPECT_EQ(named_by(names_, R"(\process(any)\id process)"), R"(Process\ID Process)");
  EXPECT_EQ(named_by(names_, R"(\230(*)\784)"), R"(Process\ID Process)");
  EXPECT_EQ(named_by(names_, R"(\Memory\Available Bytes)"), R"(Memory\Available Bytes)");
  EXPECT_EQ(named_by(names_, "Process/bash/ID Process"), R"(Process\ID Process)");
  EXPECT_EQ(find(names_, R"(\Memory\26)").counter, &catalog_.objects()[0].counters[1]);
  EXPECT_EQ(find(names_, R"(\Memory\26)").match, PathMatch::matched);
}

TEST_F(NamesOfMachine, PathThatNamesNothing_SaysWhatIsLacking) {
  EXPECT_EQ(find(names_, R"(\Process(*)\Nothing)").match, PathMatch::no_counter);
  EXPECT_EQ(named_by(names_, R"(\Process(*)\Nothing)"), "Process");
  EXPECT_EQ(find(names_, R"(\Process(*)\*)").match, PathMatch::no_counter);
  EXPECT_EQ(find(names_, R"(\Nothing\ID Process)").match, PathMatch::no_object);
  EXPECT_EQ(find(names_, R"(\Proc*(*)\ID Process)").match, PathMatch::no_object);
  // A query has what describes a block by its name.
  EXPECT_EQ(find(names_, R"(\Collection Status(*)\6)").match, PathMatch::no_counter);
  EXPECT_EQ(find(names_, R"(\Process(*)\ID Process)", "db-18").match, PathMatch::no_machine);
}

TEST_F(NamesOfMachine, Defaults_AreThoseOfTheBlock) {
  EXPECT_EQ(names_.default_object(), &names_.objects()[0]);  // it has no Processor
  EXPECT_EQ(names_.default_counter(names_.objects()[1])->name, "% Processor Time");
}

TEST(NamesOfBlocks, CounterThatIsNotListed_IsFoundByItsNameAlone) {
  Snapshot snapshot;
  ASSERT_TRUE(snapshot.assign(with_clocks(TestBlock(), 1, 2)).has_value());
  const Catalog catalog = catalog_of(snapshot, fixed_titles());
  const Names names(catalog, fixed_titles());
  EXPECT_THAT(names.object_names(), ElementsAre("2000"));
  EXPECT_THAT(names.objects()[0].counter_names(), ElementsAre("2002"));
  EXPECT_EQ(named_by(names, R"(\2000(slow)\2004)"), R"(2000\2004)");
}

TEST(NamesOfBlocks, Lists_AreThoseUpToALevelOfDetail) {
  const Catalog catalog = machine_catalog();
  const Names names(catalog);
  const std::uint32_t level = catalog.objects()[0].detail_level;
  EXPECT_EQ(names.object_names(std::nullopt, level).size(), 4U);
  EXPECT_THAT(names.object_names(std::nullopt, level - 1), IsEmpty());
  EXPECT_EQ(names.objects()[0].counter_names(level).size(), 2U);
  EXPECT_THAT(names.objects()[0].counter_names(level - 1), IsEmpty());
}

Series log_series(std::string_view machine, std::string_view object,
                  std::optional<std::string_view> instance, std::string_view counter) {
  Series series;
  series.machine = machine;
  series.object = object;
  series.instance = instance;
  series.counter = counter;
  return series;
}

TEST(NamesOfLogs, SeveralMachines_EachHaveTheirObjects) {
  Catalog log;
  log.add(log_series("db-16", "Process", "bash", "ID Process"));
  log.add(log_series("db-17", "Memory", std::nullopt, "Available Bytes"));
  log.add(log_series("DB-17", "Process", "zsh", "% User Time"));
  log.add(log_series("db-16", "Process", "java", "% User Time"));
  const Names names(log, fixed_titles());
  EXPECT_THAT(names.machines(), ElementsAre("db-16", "db-17"));
  EXPECT_THAT(names.object_names(), ElementsAre("Process", "Memory"));
  EXPECT_THAT(names.object_names("db-17"), ElementsAre("Memory", "Process"));
  EXPECT_THAT(names.find("Process", "db-17")->instance_names(numbered), ElementsAre("zsh"));
  EXPECT_THAT(names.find("Process")->counter_names(), ElementsAre("ID Process", "% User Time"));
  EXPECT_EQ(find(names, R"(\Process(*)\ID Process)", "DB-17").match, PathMatch::no_counter);
  EXPECT_EQ(find(names, R"(\Process(*)\ID Process)").object->machine(), "db-16");
}

TEST(NamesOfLogs, NameInTheLanguageOfTheLog_IsAsGoodAsTheEnglishOne) {
  Series series = log_series("", "Processor", "0", "% Idle Time");
  series.original_object = "Prozessor";
  series.original_counter = "Leerlaufzeit (%)";
  Catalog log;
  log.add(series);
  const Names names(log, fixed_titles());
  EXPECT_EQ(names.find("PROZESSOR"), &names.objects()[0]);
  EXPECT_EQ(names.objects()[0].original_name(), "Prozessor");
  EXPECT_EQ(names.objects()[0].name(), "Processor");
  EXPECT_EQ(named_by(names, R"(\prozessor(0)\leerlaufzeit (%))"), R"(Processor\% Idle Time)");
  EXPECT_EQ(named_by(names, R"(\Processor(0)\% idle time)"), R"(Processor\% Idle Time)");
}

TEST(NamesOfLogs, NumbersOfNames_AreThoseOfTheTitles) {
  Catalog log;
  log.add(log_series("", "Process", "bash", "ID Process"));
  EXPECT_EQ(named_by(Names(log, fixed_titles()), R"(\230(*)\784)"), R"(Process\ID Process)");
  EXPECT_EQ(find(Names(log), R"(\230(*)\784)").match, PathMatch::no_object);
}

TEST(NamesOfLogs, NameThatIsTheNumberOfAnother_ComesFirst) {
  Series by_number = log_series("", "Web", std::nullopt, "Hits");
  by_number.object_title_index = 2000;
  by_number.counter_title_index = 6;
  Series by_name = log_series("", "Web", std::nullopt, "6");
  by_name.object_title_index = 2000;
  by_name.counter_title_index = 8;
  Catalog log;
  log.add(by_number);
  log.add(by_name);
  const Names names(log, fixed_titles());
  EXPECT_EQ(named_by(names, R"(\Web\6)"), R"(Web\6)");
  EXPECT_EQ(named_by(names, R"(\2000\8)"), R"(Web\6)");
}

TEST(NamesOfLogs, Defaults_AreThoseOfEveryMachine) {
  Catalog log;
  log.add(log_series("a", "Web", std::nullopt, "Hits"));
  log.add(log_series("b", "Memory", std::nullopt, "Available Bytes"));
  log.add(log_series("b", "Processor", "0", "% Idle Time"));
  log.add(log_series("b", "Processor", "0", "% Processor Time"));
  const Names names(log, fixed_titles());
  EXPECT_EQ(names.default_object("a")->name(), "Web");
  EXPECT_EQ(names.default_object("b")->name(), "Processor");
  EXPECT_EQ(names.default_object("c"), nullptr);
  EXPECT_EQ(names.default_counter(*names.find("Processor"))->name, "% Processor Time");
  EXPECT_EQ(names.default_counter(*names.find("Web"))->name, "Hits");
}

// Two objects, of which the catalog may have one.
class DescribedNames : public testing::Test {
 protected:
  const std::vector<CounterDescription> disk_counters_ = {
      described_counter(26, "Written", Availability::never), described_counter(24, "Read"),
      described_clock(28, "Clock")};
  const ObjectDescription disk_ = described_instances(4, "Disk", disk_counters_);
  const ObjectDescription gpu_ = described_object(500, "GPU", {});
  const std::vector<const ObjectDescription*> described_ = {&gpu_, &disk_};
};

TEST_F(DescribedNames, WithoutACatalog_AreThoseOfTheDescriptions) {
  const Catalog empty;
  const Names names(empty, fixed_titles(), described_);
  EXPECT_THAT(names.object_names(), ElementsAre("GPU", "Disk"));
  EXPECT_THAT(names.machines(), IsEmpty());
  const Names::Object& disk = *names.find("disk");
  EXPECT_EQ(disk.described, &disk_);
  EXPECT_TRUE(disk.has_instances());
  EXPECT_THAT(disk.counter_names(), ElementsAre("Written", "Read"));
  EXPECT_EQ(disk.counters()[0].defined, nullptr);
  EXPECT_THAT(disk.instance_names(numbered), IsEmpty());
  EXPECT_EQ(find(names, R"(\Disk(*)\Read)").match, PathMatch::no_machine);
  EXPECT_EQ(names.default_counter(disk), nullptr);
}

TEST_F(DescribedNames, OfACatalog_AreJoinedByTheirTitleIndices) {
  const Catalog catalog = machine_catalog();
  const Names names(catalog, fixed_titles(), described_);
  EXPECT_THAT(names.object_names(), ElementsAre("Disk", "Process", "Thread", "LogicalDisk", "GPU"));
  const Names::Object& disk = names.objects()[0];
  EXPECT_EQ(disk.defined, &catalog.objects()[0]);
  EXPECT_FALSE(disk.has_instances());  // as the block has it
  ASSERT_EQ(disk.counters().size(), 2U);
  EXPECT_EQ(disk.counters()[0].name(), "Written");
  EXPECT_EQ(disk.counters()[0].defined, &disk.defined->counters[1]);
  EXPECT_EQ(names.find("gpu")->defined, nullptr);
  EXPECT_EQ(names.find("Memory"), nullptr);
}

}  // namespace
}  // namespace openperflib
