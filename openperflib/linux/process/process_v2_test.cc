// Process V2: the numbers of Process under names of their own. Facts: docs/objects/process.md.
#include <gtest/gtest.h>

#include "openperflib/testing/machines/object_under_test.h"
#include "openperflib/testing/machines/process_test_files.h"

namespace openperflib::linux_objects {
namespace {

using ProcessV2UnderTest = ObjectUnderTest<make_process_v2_collector>;
constexpr TitleIndex kProcessTitle = 230, kProcessV2Title = 100028;

void add_process(const MadeFolder& folder, const MadeStat& made) {
  const std::string process = "proc/" + std::to_string(made.id);
  folder.write(process + "/stat", line_of(made));
  folder.write(process + "/status", kStatus).write(process + "/io", kIo);
}

TEST(ProcessV2, Instances_AreNamesWithIds) {
  ProcessV2UnderTest process(kProcessV2Title);
  add_process(process.folder(), {.id = 2, .comm = "kthreadd", .parent = 0, .flags = kKernelThread});
  add_process(process.folder(), {.id = 10, .comm = "java"});
  add_process(process.folder(), {.id = 4711, .comm = "a:b (c)"});
  process.collect();
  EXPECT_EQ(process.instances(), "Idle:0|System:2|java:10|a:b [c]:4711|_Total");
  EXPECT_EQ(process.value("Process ID", 0), "0");
  EXPECT_EQ(process.value("Process ID", 1), "2");
  EXPECT_EQ(process.value("Process ID", 3), "4711");
  EXPECT_EQ(process.value("Process ID", 4), "0");
}

TEST(ProcessV2, KernelThreadsListed_HaveTheirIdsToo) {
  ProcessV2UnderTest process(kProcessV2Title);
  process.kernel_threads = KernelThreads::listed;
  add_process(process.folder(), {.id = 2, .comm = "kthreadd", .parent = 0, .flags = kKernelThread});
  process.collect();
  EXPECT_EQ(process.instances(), "Idle:0|kthreadd:2|_Total");
}

TEST(ProcessV2, NameFormatOfProcess_ChangesNothingHere) {
  ProcessV2UnderTest process(kProcessV2Title);
  process.process_names = NameFormat::name_and_id;
  add_process(process.folder(), {.id = 10});
  process.collect();
  EXPECT_EQ(process.instances(), "Idle:0|name:10|_Total");
}

TEST(ProcessV2, WhatIsAskedOfItAlone_IsRead) {
  ProcessV2UnderTest process(kProcessV2Title);
  add_process(process.folder(), {.id = 10});
  process.request = ObjectRequest::nothing();
  process.request.add_counter(kProcessV2Title, 1420);  // IO Read Bytes/sec
  process.collect();
  EXPECT_EQ(process.value("IO Read Bytes/sec", 1), "1000");
  EXPECT_EQ(process.value("Working Set", 1), "not asked for");
}

// Both objects of one collection, as a provider collects them.
class BothProcessObjects : public testing::Test {
 protected:
  BothProcessObjects() {
    folder.write("proc/stat", kMadeMachine);
    stage.instant = kMadeInstant;
  }
  void collect() {
    CollectContext context = stage.next();
    for (ObjectTable* table : {&first, &second}) table->set_now(stage.instant.realtime);
    first_collector->collect(context, first);
    second_collector->collect(context, second);
  }
  // Every value of both, as text; "equal" where they are.
  std::string difference() const {
    if (first.instance_count() != second.instance_count()) return "other instances";
    for (std::size_t row = 0; row < first.instance_count(); ++row) {
      for (std::size_t order = 0; order < first.object().counters.size(); ++order) {
        const std::string one = stage.cell(first, row, order), two = stage.cell(second, row, order);
        if (one != two) return one + " and " + two;
      }
      if (first.instance_key(row) != second.instance_key(row)) return "other keys";
    }
    return "equal";
  }
  MadeFolder folder;
  CollectionStage stage{folder.path()};
  ObjectTable first{*find_catalogue_object(kProcessTitle)};
  ObjectTable second{*find_catalogue_object(kProcessV2Title)};
  std::unique_ptr<Collector> first_collector = make_process_collector();
  std::unique_ptr<Collector> second_collector = make_process_v2_collector();
};

TEST_F(BothProcessObjects, HaveTheSameNumbers) {
  add_process(folder,
              {.id = 2, .comm = "kthreadd", .parent = 0, .flags = kKernelThread, .user_ticks = 9});
  add_process(folder, {.id = 10, .minor_faults = 3, .user_ticks = 5});
  add_process(folder, {.id = 11, .minor_faults = 70, .user_ticks = 700, .system_ticks = 30});
  collect();
  EXPECT_EQ(difference(), "equal");
  EXPECT_EQ(stage.cell(second, "_Total", 0), "1059400000");  // Idle's 98.5 s, and 744 ticks
  folder.remove("proc/11");
  add_process(folder,
              {.id = 2, .comm = "kthreadd", .parent = 0, .flags = kKernelThread, .user_ticks = 4});
  collect();
  EXPECT_EQ(difference(), "equal");
  EXPECT_EQ(stage.cell(second, "System:2", 0), "900000");    // held
  EXPECT_EQ(stage.cell(second, "_Total", 0), "1059400000");  // what ended is in it
}

}  // namespace
}  // namespace openperflib::linux_objects
