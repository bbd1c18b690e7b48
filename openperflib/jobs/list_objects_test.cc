// Lists of logs of objects, whose records tell only what is new, beside those of all series.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "openperflib/base/bytes.h"
#include "openperflib/jobs/list_job.h"
#include "openperflib/testing/logs/blg_example.h"
#include "openperflib/testing/logs/genuine_logs.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

using blg_example::Block;
using blg_example::kCatalog;
using blg_example::kData;
using blg_example::kTime;
using blg_example::SmallLog;

constexpr TitleIndex kListedFaults = 28;
constexpr TitleIndex kListedBytes = 180;

ListModel list_of(const std::string& file, const LogWindow& window) {
  auto job = ListJob::begin({.logs = {.files = {file}}, .window = window}, fixed_titles());
  EXPECT_TRUE(job.has_value()) << describe(job.error());
  EXPECT_TRUE(run(*job).has_value());
  return job->model();
}

std::string text_of(const ListModel& model) {
  std::string text = model.machine + " " + std::to_string(model.extent.records) + " " +
                     std::to_string(model.findings.anomaly_count) + "\n";
  for (const ListedObject& object : model.objects) {
    text += object.machine + "\\" + object.name + (object.has_instances ? "(*)" : "") + "\n";
    for (const std::string& instance : object.instances) text += "  " + instance + "\n";
    for (const ListedCounter& counter : object.counters) {
      text += "  " + counter.name + " " +
              std::to_string(counter.type.value_or(CounterType()).bits()) + " " +
              (usable(counter.status) ? "has data" : counter.reason) + "\n";
    }
  }
  return text;
}

// A window that begins long before the log is not the whole log: all series are read.
std::string by_names(const std::string& file) { return text_of(list_of(file, {})); }
std::string by_series(const std::string& file) {
  return text_of(list_of(file, {.begin_local = 0}));
}

// A log of Process, each record of which has one block; an empty one: none.
class ProcessLog {
 public:
  ProcessLog() {
    file_.message(
        kCatalog, kTime - 10,
        blg_example::catalog(
            {{.flags = 0x10, .type = 0x10, .object = "Process", .instance = "*", .counter = "*"}}));
  }
  void add(Bytes block) {
    const Block payload(block.begin(), block.end());
    file_.message(kData, kTime + records_++ * kTicksPerSecond,
                  blg_example::sample({blg_example::record(5, payload)}));
  }
  // Writes the file, and returns its path.
  [[nodiscard]] std::string write() {
    folder_.write("log.blg", as_text(file_.finish()));
    return folder_.path() + "/log.blg";
  }

 private:
  SmallLog file_;
  MadeFolder folder_;
  std::int64_t records_ = 0;
};

TestBlock processes(const std::vector<std::string>& names, std::uint64_t value = 1) {
  TestBlock block;
  block.object(title::kProcess, {{kListedBytes, PERF_COUNTER_LARGE_RAWCOUNT},
                                 {kListedFaults, PERF_COUNTER_COUNTER, 4}});
  for (const std::string& name : names) block.instance(name, {value, value});
  return block;
}

TEST(ListOfObjects, GenuineLog_IsThatOfAllSeries) {
  EXPECT_EQ(by_names(kSampleLog), by_series(kSampleLog));
  EXPECT_EQ(by_names(kBasicLog), by_series(kBasicLog));
}

TEST(ListOfObjects, InstancesThatComeLater_AreInTheOrderOfTheirAppearance) {
  ProcessLog log;
  for (const std::vector<std::string>& names : std::vector<std::vector<std::string>>{
           {"sh", "db"}, {"db"}, {"new", "db", "sh"}, {"SH", "db", "sh", "sh"}, {"new"}}) {
    log.add(processes(names).bytes());
  }
  const std::string file = log.write();
  const ListModel model = list_of(file, {});
  ASSERT_EQ(model.objects.size(), 1U);
  EXPECT_EQ(model.objects[0].instances,
            (std::vector<std::string>{"sh", "db", "new", "sh#1", "sh#2"}));
  EXPECT_EQ(model.machine, "HOST");
  EXPECT_EQ(by_names(file), by_series(file));
}

// Whatever comes, goes, moves or is called alike.
TEST(ListOfObjects, RandomInstances_AreThoseOfAllSeries) {
  std::minstd_rand random(7);
  const auto one_of = [&](std::size_t count) { return random() % count; };
  ProcessLog log;
  std::vector<std::string> names;
  for (int record = 0; record < 120; ++record) {
    while (names.size() < 3 || one_of(2) == 0) {
      const std::string name = "p" + std::to_string(one_of(9)) + (one_of(3) == 0 ? "X" : "x");
      names.insert(names.begin() + static_cast<std::ptrdiff_t>(one_of(names.size() + 1)), name);
    }
    while (names.size() > 8 || (!names.empty() && one_of(2) == 0)) {
      names.erase(names.begin() + static_cast<std::ptrdiff_t>(one_of(names.size())));
    }
    if (record % 17 == 3) {
      log.add({});  // a missing object
    } else {
      log.add(processes(names).bytes());
    }
  }
  const std::string file = log.write();
  EXPECT_EQ(by_names(file), by_series(file));
}

// Collection Status says that no process has page faults, until the last record.
TEST(ListOfObjects, CounterThatGetsDataLate_HasData) {
  const auto without_faults = [](const std::vector<std::string>& names) {
    TestBlock block = processes(names);
    block.status().missing("no permission", title::kProcess, 1, 0,
                           static_cast<std::uint32_t>(names.size()));
    return block;
  };
  ProcessLog never;
  ProcessLog late;
  for (ProcessLog* const log : {&never, &late}) {
    log->add(without_faults({"a", "b"}).bytes());
    log->add(without_faults({"a", "b", "c"}).bytes());
    log->add(without_faults({"a"}).bytes());
  }
  late.add(processes({"a", "d"}).bytes());
  const std::string never_file = never.write();
  const std::string late_file = late.write();
  EXPECT_EQ(by_names(never_file), by_series(never_file));
  EXPECT_EQ(by_names(late_file), by_series(late_file));
  const auto status_in = [](const std::string& file) {
    return list_of(file, {}).objects.at(0).counters.at(1).status;
  };
  EXPECT_EQ(status_in(never_file), CStatus::no_data);
  EXPECT_EQ(status_in(late_file), CStatus::valid_data);
}

TEST(ListOfObjects, OtherDefinitions_AddTheirCounters) {
  ProcessLog log;
  log.add(processes({"a"}).bytes());
  log.add(processes({"a", "b"}).bytes());
  log.add(TestBlock()
              .object(title::kProcess, {{kListedBytes}, {kListedFaults}, {title::kIdProcess}})
              .instance("c", {1, 2, 3})
              .bytes());
  log.add(processes({"d"}).bytes());
  const std::string file = log.write();
  EXPECT_EQ(list_of(file, {}).objects.at(0).counters.size(), 3U);
  EXPECT_EQ(by_names(file), by_series(file));
}

// Threads are called by their processes, which stand in the same block.
TEST(ListOfObjects, InstancesWithParents_HaveTheirNames) {
  const auto threads = [](const std::vector<std::string>& owners) {
    TestBlock block;
    block.object(title::kThread, {{kListedBytes}});
    for (std::uint32_t i = 0; i < owners.size(); ++i) {
      block.instance("0", {1}, {.parent = ParentInstance{title::kProcess, i}});
    }
    block.object(title::kProcess, {{kListedBytes}});
    for (const std::string& owner : owners) block.instance(owner, {1});
    return block;
  };
  ProcessLog log;
  log.add(threads({"a", "b"}).bytes());
  log.add(threads({"b", "a", "b"}).bytes());
  log.add(threads({"c"}).bytes());
  const std::string file = log.write();
  EXPECT_EQ(list_of(file, {}).objects.at(0).instances,
            (std::vector<std::string>{"a/0", "b/0", "b/0#1", "c/0"}));
  EXPECT_EQ(by_names(file), by_series(file));
}

// An instance without a name is called by its id, if it has one.
TEST(ListOfObjects, InstancesWithoutNames_HaveTheirIds) {
  const auto unnamed = [](const std::vector<std::int32_t>& ids) {
    TestBlock block;
    block.object(title::kProcess, {{kListedBytes}});
    for (const std::int32_t id : ids) block.instance("", {1}, {.unique_id = id});
    return block;
  };
  ProcessLog log;
  log.add(unnamed({PERF_NO_UNIQUE_ID}).bytes());
  log.add(unnamed({PERF_NO_UNIQUE_ID, 0}).bytes());
  log.add(unnamed({7, 0}).bytes());
  const std::string file = log.write();
  EXPECT_EQ(list_of(file, {}).objects.at(0).instances, (std::vector<std::string>{"", "0", "7"}));
  EXPECT_EQ(by_names(file), by_series(file));
}

TEST(ListOfObjects, DamagedBlock_IsFoundAllTheSame) {
  ProcessLog log;
  log.add(processes({"a"}).bytes());
  TestBlock block = processes({"b"});
  const Bytes sound = block.bytes();
  log.add(sound.first(30));
  log.add(processes({"c"}).bytes());
  const std::string file = log.write();
  EXPECT_GE(list_of(file, {}).findings.anomaly_count, 1U);
  EXPECT_EQ(by_names(file), by_series(file));
}

}  // namespace
}  // namespace openperflib
