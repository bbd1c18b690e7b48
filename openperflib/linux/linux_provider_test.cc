#include "openperflib/linux/linux_provider.h"

#include <gtest/gtest.h>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/linux/table/linux_counters.h"
#include "openperflib/snapshot/collection_status.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

class Provided : public testing::Test {
 protected:
  void open(LinuxProviderOptions options = {}) {
    provider = std::move(LinuxProvider::open(folder.path(), options)).value();
  }
  // One block of what is named.
  void collect(std::string_view value_name) {
    const ObjectRequest request = ObjectRequest::parse(value_name).value();
    report.clear();
    const Instant instant = provider->take_instant();
    builder.begin({});
    ASSERT_TRUE(provider->collect({request, instant}, builder, report).has_value());
    write_collection_status(report, builder);
    ASSERT_TRUE(snapshot.assign(builder.finish().value(), {}, Conformance::strict).has_value());
  }
  // A counter of an object without instances, by its title.
  std::uint64_t value(std::uint32_t object_title, std::uint32_t counter_title) const {
    const ObjectTypeView object = *snapshot.view().find(object_title);
    for (const CounterDefinitionView counter : object.counters()) {
      if (counter.name_title_index() == counter_title) return *object.single()->value(counter);
    }
    ADD_FAILURE() << "no counter " << counter_title;
    return 0;
  }
  std::string why_left_out(std::uint32_t object, std::uint32_t counter) const {
    const MissingRun* run = snapshot.left_out(object, counter);
    return run == nullptr ? "has a definition" : snapshot.reason(*run);
  }
  MadeFolder folder;
  std::unique_ptr<LinuxProvider> provider;
  DataBlockBuilder builder;
  ProviderReport report;
  Snapshot snapshot;
};

TEST_F(Provided, UncollectedObjectRequestedByIndex_IsReported) {
  open();
  collect("1300");
  EXPECT_FALSE(snapshot.view().find(1300).has_value());
  EXPECT_EQ(why_left_out(1300, 1302), "no SMB server by default");
  collect("Global");
  EXPECT_EQ(why_left_out(1300, 1302), "has a definition");  // nothing is said of it
}

TEST_F(Provided, PageSizeOfARecordedFolder_Defaults4096) {
  folder.write("proc/vmstat", "pswpout 3\n");
  open();
  collect("4");
  EXPECT_EQ(value(4, 48), 3U);
  open({.page_size = 65536});
  collect("4");
  EXPECT_EQ(value(4, 48), 48U);
}

TEST_F(Provided, MovedToALaterFolder_KeepsState) {
  const MadeFolder later;
  folder.write("proc/meminfo", "Cached: 100 kB\n").write("proc/vmstat", "pgmajfault 10\n");
  later.write("proc/meminfo", "Cached: 60 kB\n").write("proc/vmstat", "pgmajfault 15\npswpin 30\n");
  open();
  collect("4");
  EXPECT_EQ(value(4, 820), 102'400U);  // Cache Bytes Peak
  ASSERT_TRUE(provider->move_to(later.path()).has_value());
  collect("4");
  EXPECT_EQ(value(4, 818), 61'440U);
  EXPECT_EQ(value(4, 820), 102'400U);
  EXPECT_EQ(value(4, 822), 40U);  // Pages Input/sec: 10, and then 30 more
}

TEST_F(Provided, SystemsClock_IsThatOfTheBlock) {
  folder.write("proc/stat", "btime 1700000000\nctxt 5\n").write("proc/uptime", "50.00 1.00\n");
  open();
  collect("2");
  EXPECT_EQ(value(2, 674), static_cast<std::uint64_t>(file_time_from_unix(1'700'000'000, 0)));
  EXPECT_EQ(snapshot.view().find(2)->perf_time(), file_time_from_unix(1'700'000'050, 0));
}

TEST_F(Provided, KernelThreadsListed_CountIndividually) {
  for (const char* id : {"2", "3"}) {
    folder.write(
        std::string("proc/") + id + "/stat",
        std::string(id) + " (kthread) S " + (*id == '2' ? "0" : "2") +
            " 0 0 0 -1 2129984 0 0 0 0 0 0 0 0 20 0 1 0 1 0 0 18446744073709551615 0 0 0 0 "
            "0 0 0 2147483647 0 0 0 0 17 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n");
  }
  open();
  collect("2");
  EXPECT_EQ(value(2, 248), 1U);
  open({.kernel_threads = KernelThreads::listed});
  collect("2");
  EXPECT_EQ(value(2, 248), 2U);
}

TEST_F(Provided, FolderThatIsGone_FailsNoCollection) {
  folder.write("proc/meminfo", "MemFree: 1 kB\n");
  open();
  folder.remove("proc");
  collect("Global");
  EXPECT_EQ(why_left_out(4, 1676), "no such file: /proc/meminfo");
}

const ObjectDescription* find(const Provider& provider, TitleIndex object) {
  for (const ObjectDescription& one : provider.describe()) {
    if (one.name_index == object) return &one;
  }
  return nullptr;
}

TEST_F(Provided, Descriptions_AreTheObjectsOfTheCatalogue) {
  open();
  EXPECT_EQ(provider->describe().size(), object_catalogue().size() - 1);
  EXPECT_EQ(find(*provider, title::kCollectionStatus), nullptr);
  for (const TitleIndex object : collected_objects()) {
    ASSERT_NE(find(*provider, object), nullptr) << object;
    EXPECT_TRUE(find(*provider, object)->is_collected) << object;
  }
  EXPECT_FALSE(find(*provider, 1300)->is_collected);
  const ObjectDescription& processor = *find(*provider, title::kProcessor);
  EXPECT_EQ(processor.name, "Processor");
  EXPECT_TRUE(processor.has_instances);
  EXPECT_EQ(processor.counters[0].name, "% Processor Time");
  EXPECT_EQ(processor.counters[0].type, std::uint32_t{PERF_100NSEC_TIMER_INV});
}

TEST_F(Provided, Description_HasCostNeedsAndReasons) {
  open();
  EXPECT_EQ(find(*provider, title::kGpuEngine)->cost, ObjectCost::costly);
  EXPECT_EQ(find(*provider, title::kObjects)->cost, ObjectCost::also_costly);
  const ObjectDescription& thread = *find(*provider, title::kThread);
  ASSERT_EQ(thread.needs.size(), 1U);
  EXPECT_EQ(thread.needs[0].object, title::kProcess);
  EXPECT_EQ(thread.needs[0].counter, title::kIdProcess);
  const ObjectDescription& server = *find(*provider, 1300);
  EXPECT_EQ(server.counters[0].missing_reason, "no SMB server by default");
  EXPECT_EQ(server.counters[0].availability, Availability::never);
}

}  // namespace
}  // namespace openperflib
