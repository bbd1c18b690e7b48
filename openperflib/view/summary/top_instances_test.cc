#include "openperflib/view/summary/top_instances.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <vector>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {
namespace {

bool is_ranked(std::uint32_t object, std::string_view instance) {
  Series series;
  series.object_title_index = object;
  series.instance = instance;
  return competes(series);
}

TEST(TopInstances, SumsOfOthers_AreNotAmongTheLargest) {
  EXPECT_FALSE(is_ranked(title::kProcessor, "_Total"));
  EXPECT_FALSE(is_ranked(title::kProcessorInformation, "_Total"));
  EXPECT_FALSE(is_ranked(title::kProcessorInformation, "0,_Total"));
  EXPECT_TRUE(is_ranked(title::kProcessorInformation, "0,1"));
}

TEST(TopInstances, TheProcessIdle_IsLeftOut) {
  EXPECT_FALSE(is_ranked(title::kProcess, "Idle"));
  EXPECT_FALSE(is_ranked(title::kProcessV2, "Idle:0"));
}

TEST(TopInstances, NamesLikeThoseElsewhere_HideNone) {
  EXPECT_TRUE(is_ranked(title::kProcess, "evil,_Total"));
  EXPECT_TRUE(is_ranked(title::kProcessor, "Idle"));
}

TEST(TopInstances, ObjectWithoutInstances_Competes) {
  const Series series;
  EXPECT_TRUE(competes(series));
}

bool is_virtual(std::string_view object, std::string_view instance) {
  Series series;
  series.object = object;
  series.instance = instance;
  return is_virtual_device(series);
}

TEST(VirtualDevice, InterfacesAndDisksOfSoftware_AreVirtual) {
  for (const char* name :
       {"lo", "ifb0", "veth12ab", "docker0", "br-1f", "virbr0", "isatap.local"}) {
    EXPECT_TRUE(is_virtual("Network Interface", name)) << name;
  }
  for (const char* name : {"eth0", "enp3s0", "wlan0", "Intel[R] Ethernet"}) {
    EXPECT_FALSE(is_virtual("Network Interface", name)) << name;
  }
  EXPECT_TRUE(is_virtual("PhysicalDisk", "1 zram0"));
  EXPECT_TRUE(is_virtual("PhysicalDisk", "7 loop3"));
  EXPECT_FALSE(is_virtual("PhysicalDisk", "0 sda"));
  EXPECT_FALSE(is_virtual("PhysicalDisk", "0 C:"));
  EXPECT_FALSE(is_virtual("PhysicalDisk", "_Total"));
  EXPECT_FALSE(is_virtual("Process", "loop"));
}

// Rows of two counters of the processes of a log.
class TopOfRows : public testing::Test {
 protected:
  TopOfRows() : query_(fixed_titles()) {
    EXPECT_TRUE(query_.add("\\Process(*)\\Handle Count").has_value());
    EXPECT_TRUE(query_.add("\\Process(*)\\Thread Count").has_value());
  }
  struct Process {
    const char* name;
    std::uint64_t handles;
    CStatus status = CStatus::valid_data;
  };
  void take(std::initializer_list<Process> processes) {
    catalog_.clear();
    Sample sample{.time_utc = 1, .counters = {}};
    for (const Process& process : processes) {
      for (const std::string_view counter : {"Handle Count", "Thread Count"}) {
        Series series;
        series.object = "Process";
        series.object_title_index = title::kProcess;
        series.instance = process.name;
        series.counter = counter;
        series.type = CounterType(PERF_COUNTER_RAWCOUNT);
        catalog_.add(series);
        sample.counters.push_back({.first = process.handles, .size = 8, .status = process.status});
      }
    }
    query_.take({catalog_, sample});
  }
  std::vector<std::string> names(std::span<const std::size_t> indices) {
    std::vector<std::string> all;
    for (const std::size_t i : indices) {
      const Series& series = query_.binding().series()[i];
      all.push_back(std::string(series.instance.value()) + " " + std::string(series.counter));
    }
    return all;
  }
  Catalog catalog_;
  Query query_;
};

TEST_F(TopOfRows, FirstRow_DecidesForAllThatFollow) {
  ShownSeries shown(1);
  take({{"a", 5}, {"b", 9}, {"_Total", 14}});
  EXPECT_TRUE(shown.update(query_));
  EXPECT_THAT(names(shown.indices()), testing::ElementsAre("b Handle Count", "b Thread Count"));
  take({{"b", 1}, {"a", 50}, {"_Total", 51}});
  EXPECT_TRUE(shown.update(query_));
  EXPECT_THAT(names(shown.indices()), testing::ElementsAre("b Handle Count", "b Thread Count"));
}

TEST_F(TopOfRows, InstanceThatIsGone_IsNotReplaced) {
  ShownSeries shown(1);
  take({{"a", 5}, {"b", 9}});
  (void)shown.update(query_);
  take({{"a", 5}});
  EXPECT_TRUE(shown.update(query_));
  EXPECT_TRUE(shown.indices().empty());
}

TEST_F(TopOfRows, RowWithoutAnyValue_LeavesTheChoiceToTheNext) {
  ShownSeries shown(1);
  take({{"a", 0, CStatus::no_data}});
  EXPECT_TRUE(shown.update(query_));
  EXPECT_TRUE(shown.indices().empty());
  take({{"a", 5}});
  EXPECT_TRUE(shown.update(query_));
  EXPECT_THAT(names(shown.indices()), testing::ElementsAre("a Handle Count", "a Thread Count"));
}

TEST_F(TopOfRows, SeveralRows_AreRankedByTheirSums) {
  TopRanking ranking;
  take({{"steady", 10}, {"early", 12}});
  ranking.note(query_);
  const std::uint64_t steady = query_.binding().series()[0].identity;
  take({{"steady", 10}, {"late", 15}});
  ranking.note(query_);
  const std::uint64_t late = query_.binding().series()[1].identity;
  EXPECT_THAT(ranking.largest(2), testing::ElementsAre(steady, late));
}

TEST_F(TopOfRows, InstancesThatCouldNeverBeRead_AreCountedWithTheReason) {
  TopRanking ranking;
  take({{"a", 5},
        {"b", 0, CStatus::no_data},
        {"c", 0, CStatus::no_data},
        {"_Total", 0, CStatus::no_data}});
  ranking.note(query_);
  take({{"a", 5}, {"b", 7}, {"c", 0, CStatus::no_data}});
  ranking.note(query_);
  EXPECT_EQ(ranking.unreadable_text(),
            "1 of 3 instances could not be read: " + std::string(explanation_of(CStatus::no_data)));
}

TEST_F(TopOfRows, NoneUnreadable_NothingIsPrinted) {
  TopRanking ranking;
  take({{"a", 5}});
  ranking.note(query_);
  EXPECT_EQ(ranking.unreadable_text(), "");
}

}  // namespace
}  // namespace openperflib
