// Which counters of rules a log has, over catalogs in which instances and counters come later.
#include "openperflib/analysis/counter_presence.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/testing/test_block.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

constexpr std::string_view kTotalBusy = "\\Processor(_Total)\\% Processor Time";
constexpr std::string_view kQueue = "\\System\\Processor Queue Length";
constexpr std::string_view kAnyDisk = "\\PhysicalDisk(*)\\Disk Bytes/sec";

std::vector<Rule> rules_with(std::initializer_list<std::string_view> paths) {
  Rule rule;
  for (const std::string_view path : paths) {
    rule.counters.push_back(
        {.name = "x", .choices = {{.path = std::string(path)}}, .otherwise = {}});
  }
  return {rule};
}

struct PresentSeries {
  std::string_view object;
  std::string_view instance;  // empty: none
  std::string_view counter;
};

void fill(Catalog& catalog, const std::vector<PresentSeries>& all) {
  catalog.clear();
  for (const PresentSeries& one : all) {
    Series series;
    series.object = one.object;
    if (!one.instance.empty()) series.instance = one.instance;
    series.counter = one.counter;
    catalog.add(series);
  }
}

TEST(CounterPresence, InstanceThatComesLater_IsFound) {
  const auto rules = rules_with({kTotalBusy});
  CounterPresence presence(rules, fixed_titles());
  Catalog catalog;
  fill(catalog, {{"Processor", "0", "% Processor Time"}});
  presence.add(catalog);
  EXPECT_FALSE(presence.has(std::string(kTotalBusy)));
  fill(catalog, {{"Processor", "0", "% Processor Time"}, {"Processor", "1", "% Processor Time"}});
  presence.add(catalog);
  EXPECT_FALSE(presence.has(std::string(kTotalBusy)));
  fill(catalog,
       {{"Processor", "0", "% Processor Time"}, {"Processor", "_Total", "% Processor Time"}});
  presence.add(catalog);
  EXPECT_TRUE(presence.has(std::string(kTotalBusy)));
}

TEST(CounterPresence, CounterAndObjectThatComeLater_AreFound) {
  const auto rules = rules_with({kTotalBusy, kQueue});
  CounterPresence presence(rules, fixed_titles());
  Catalog catalog;
  for (const char* const process : {"a", "b", "c"}) {  // layouts without anything new for the rules
    fill(catalog, {{"Processor", "_Total", "% User Time"}, {"Process", process, "Handle Count"}});
    presence.add(catalog);
  }
  EXPECT_FALSE(presence.has(std::string(kTotalBusy)));
  fill(catalog, {{"Processor", "_Total", "% Processor Time"}, {"Process", "c", "Handle Count"}});
  presence.add(catalog);
  EXPECT_TRUE(presence.has(std::string(kTotalBusy)));
  EXPECT_FALSE(presence.has(std::string(kQueue)));
  fill(catalog, {{"System", "", "Processor Queue Length"}});
  presence.add(catalog);
  EXPECT_TRUE(presence.has(std::string(kQueue)));
  EXPECT_EQ(presence.objects(), (std::vector<std::string>{"Processor", "Process", "System"}));
}

// A catalog is filled again and again, as that of a log's blocks is; instances come and go.
class BlockCatalogs {
 public:
  const Catalog& of_processors(std::initializer_list<std::string_view> processors,
                               std::initializer_list<std::string_view> disks) {
    TestBlock block;
    block.object(title::kProcessor, {{title::kPercentProcessorTime}});
    for (const std::string_view processor : processors) block.instance(processor, {1});
    block.object(title::kPhysicalDisk, {{title::kDiskBytesPerSec}});
    for (const std::string_view disk : disks) block.instance(disk, {1});
    catalog_.assign(block.snapshot(), fixed_titles());
    return catalog_;
  }

 private:
  Catalog catalog_;
};

TEST(CounterPresence, InstanceOfABlockThatComesLater_IsFound) {
  const auto rules = rules_with({kTotalBusy, kAnyDisk});
  CounterPresence presence(rules, fixed_titles());
  BlockCatalogs catalogs;
  presence.add(catalogs.of_processors({"0"}, {}));
  presence.add(catalogs.of_processors({"0", "1"}, {}));
  EXPECT_FALSE(presence.has(std::string(kTotalBusy)));
  EXPECT_FALSE(presence.has(std::string(kAnyDisk)));
  EXPECT_EQ(presence.objects(), (std::vector<std::string>{"Processor"}));
  presence.add(catalogs.of_processors({"0", "1"}, {"0 sda"}));
  EXPECT_TRUE(presence.has(std::string(kAnyDisk)));
  EXPECT_FALSE(presence.has(std::string(kTotalBusy)));
  presence.add(catalogs.of_processors({"0", "_Total"}, {"0 sda"}));
  EXPECT_TRUE(presence.has(std::string(kTotalBusy)));
  EXPECT_EQ(presence.objects(), (std::vector<std::string>{"Processor", "PhysicalDisk"}));
}

// No path names an instance, so that only the first disk makes another look necessary. The first
// catalog has the time of processors, which is always looked for.
TEST(CounterPresence, FirstInstanceOfAnObjectOfABlock_IsFound) {
  const auto rules = rules_with({kAnyDisk});
  CounterPresence presence(rules, fixed_titles());
  BlockCatalogs catalogs;
  presence.add(catalogs.of_processors({"0"}, {}));
  presence.add(catalogs.of_processors({"0", "1"}, {}));
  EXPECT_FALSE(presence.has(std::string(kAnyDisk)));
  presence.add(catalogs.of_processors({"0", "1"}, {"0 sda"}));
  EXPECT_TRUE(presence.has(std::string(kAnyDisk)));
}

}  // namespace
}  // namespace openperflib
