// What of a table gets into a block, and what is told beside it.
#include <gtest/gtest.h>

#include <cerrno>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/linux/table/object_writer_internal.h"
#include "openperflib/snapshot/collection_status.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib::linux_objects {
namespace {

class Written : public testing::Test {
 protected:
  void use(TitleIndex title) { table.emplace(*find_catalogue_object(title)); }
  void write() {
    DataBlockBuilder builder;
    builder.begin({});
    ObjectWriter().write(*table, reasons, instant, builder, report);
    write_collection_status(report, builder);
    const auto block = builder.finish();
    ASSERT_TRUE(block.has_value());
    const auto assigned = snapshot.assign(*block, {}, Conformance::strict);
    ASSERT_TRUE(assigned.has_value()) << describe(assigned.error());
  }
  ObjectTypeView object() const { return *snapshot.view().find(table->object().name_index); }
  // The title indices of the definitions, bases included.
  std::string definitions() const {
    std::string titles;
    for (const CounterDefinitionView counter : object().counters()) {
      titles += std::to_string(counter.name_title_index()) + " ";
    }
    return titles;
  }
  std::string why_left_out(TitleIndex counter) const {
    const MissingRun* run = snapshot.left_out(table->object().name_index, counter);
    return run == nullptr ? "has a definition" : snapshot.reason(*run);
  }
  std::optional<ObjectTable> table;
  Reasons reasons;
  Instant instant;
  ProviderReport report;
  Snapshot snapshot;
};

TEST_F(Written, CounterWithoutSource_HasNoDefinitionAndAReason) {
  use(title::kProcessor);
  table->add_instance("0");
  table->set(0, 0, 5);
  table->set_missing(0, 3, reasons.add_file_errno(EACCES, "proc/interrupts"));
  write();
  EXPECT_EQ(definitions(), "6 ");
  EXPECT_EQ(why_left_out(148), "no permission: /proc/interrupts");
  EXPECT_EQ(why_left_out(142), "not collected");
}

// The other instances are reported as a run of missing values.
TEST_F(Written, CounterOfOneInstance_HasADefinition) {
  use(title::kProcessor);
  for (const char* name : {"0", "1", "2"}) table->add_instance(name);
  table->set(1, 0, 5);
  const ReasonId gone = reasons.add("gone");
  table->set_missing(0, 0, gone);
  table->set_missing(2, 0, gone);
  write();
  EXPECT_EQ(definitions(), "6 ");
  ASSERT_EQ(snapshot.status(title::kProcessor, 0, 0), CStatus::no_data);
  EXPECT_EQ(snapshot.status(title::kProcessor, 0, 1), CStatus::valid_data);
  EXPECT_EQ(snapshot.status(title::kProcessor, 0, 2), CStatus::no_data);
}

TEST_F(Written, InstancesInARowOfOneReason_AreOneRun) {
  use(title::kProcessor);
  for (const char* name : {"0", "1", "2", "3"}) table->add_instance(name);
  table->set(0, 0, 5);
  for (std::size_t row = 1; row < 3; ++row) table->set_missing(row, 0, reasons.add("gone"));
  table->set_missing(3, 0, reasons.add("hidden"));
  write();
  ASSERT_GE(report.missing().size(), 2U);
  const MissingRun *first = nullptr, *last = nullptr;
  EXPECT_EQ(snapshot.status(title::kProcessor, 0, 2, &first), CStatus::no_data);
  EXPECT_EQ(first->instance_count, 2U);
  EXPECT_EQ(snapshot.reason(*first), "gone");
  EXPECT_EQ(snapshot.status(title::kProcessor, 0, 3, &last), CStatus::no_data);
  EXPECT_EQ(snapshot.reason(*last), "hidden");
}

TEST_F(Written, CounterNotAskedFor_KeepsItsDefinition) {
  use(title::kProcessor);
  table->add_instance("0");
  table->set_missing(0, 3, Reasons::kNotAskedFor);
  table->set_missing(0, 7, Reasons::kFirstCollection);
  write();
  EXPECT_EQ(definitions(), "148 1336 ");
  const MissingRun* run = nullptr;
  EXPECT_EQ(snapshot.status(title::kProcessor, 1, 0, &run), CStatus::no_data);
  EXPECT_EQ(snapshot.reason(*run), "first collection");
  EXPECT_EQ(run->code, MissingReason::first_collection);
}

TEST_F(Written, ObjectWithoutInstances_KeepsDefinitionsLinuxCanProvide) {
  use(title::kPhysicalDisk);
  write();
  EXPECT_EQ(object().instance_count(), 0U);
  EXPECT_EQ(object().counter_count(), 30U);  // all 31 but Split IO/Sec
  EXPECT_EQ(why_left_out(1484), "splits are not counted");
}

TEST_F(Written, ObjectWithNoDefinitionLeft_IsLeftOut) {
  use(title::kSystem);
  write();
  EXPECT_FALSE(snapshot.view().find(title::kSystem).has_value());
  EXPECT_EQ(why_left_out(1350), "no registry on Linux");
  EXPECT_EQ(why_left_out(674), "not collected");
}

TEST_F(Written, OmittedCounters_LeaveTheOthersAtTheirOffsets) {
  use(title::kSystem);
  table->set(0, 6, 0x1'0000'0007);
  table->set(0, 11, 42);
  write();
  ASSERT_EQ(definitions(), "146 248 ");
  const CounterBlockView block = *object().single();
  EXPECT_EQ(block.bytes().size(), 96U);
  EXPECT_EQ(load<std::uint32_t>(block.bytes(), 40), 7U);  // the low 32 bits
  EXPECT_EQ(load<std::uint32_t>(block.bytes(), 68), 42U);
}

TEST_F(Written, MissingValue_IsStoredAsZeroWithItsBase) {
  constexpr std::size_t kSecPerRead = 8;
  use(title::kPhysicalDisk);
  table->add_instance("0 sda");
  table->add_instance("1 sdb");
  for (const std::size_t row : {0U, 1U}) {
    table->set(row, kSecPerRead, 9);
    table->set(row, kSecPerRead, 3, Part::base);
  }
  table->set_missing(1, kSecPerRead, reasons.add("gone"));
  write();
  ASSERT_EQ(definitions(), "208 208 ");
  std::vector<std::pair<std::uint64_t, std::uint32_t>> stored;  // value and base
  for (const InstanceView instance : object().instances()) {
    stored.emplace_back(load<std::uint64_t>(instance.counters.bytes(), 64),
                        load<std::uint32_t>(instance.counters.bytes(), 76));
  }
  EXPECT_EQ(stored, (decltype(stored){{9, 3}, {0, 0}}));
  EXPECT_EQ(snapshot.status(title::kPhysicalDisk, 0, 1), CStatus::no_data);
  EXPECT_EQ(snapshot.status(title::kPhysicalDisk, 1, 1), CStatus::no_data);  // the base
  EXPECT_EQ(snapshot.status(title::kPhysicalDisk, 1, 0), CStatus::valid_data);
}

TEST_F(Written, DefaultCounter_IsAnOrdinalOfWhatIsWritten) {
  use(title::kPhysicalDisk);
  table->add_instance("0 sda");
  for (const std::size_t order : {0U, 3U, 1U}) table->set(0, order, 1);
  write();
  EXPECT_EQ(object().default_counter(), 1);  // % Disk Time stands after Current Disk Queue Length
}

TEST_F(Written, DefaultCounterOmitted_IsTheFirstDefined) {
  use(title::kSystem);
  table->set(0, 11, 1);
  write();
  EXPECT_EQ(object().default_counter(), 0);
}

TEST_F(Written, ObjectWithAClockOfItsOwn_HasTheBlocksTime) {
  instant.realtime = 133'500'000'000'000'000;
  use(title::kSystem);
  table->set(0, 11, 1);
  write();
  EXPECT_EQ(object().perf_time(), 133'500'000'000'000'000);
  EXPECT_EQ(object().perf_freq(), 10'000'000);
  use(title::kProcessor);
  table->add_instance("0");
  table->set(0, 0, 1);
  write();
  EXPECT_EQ(object().perf_time(), 0);
  EXPECT_EQ(object().perf_freq(), 0);
}

TEST_F(Written, Keys_AreTheirInstances) {
  use(title::kProcess);
  table->add_instance("a", 0);
  table->add_instance("b", 77);
  for (const std::size_t row : {0U, 1U}) table->set(row, 0, 1);
  write();
  ASSERT_EQ(report.keys().size(), 1U);
  EXPECT_EQ(report.keys()[0].object_title_index, title::kProcess);
  EXPECT_EQ(report.keys()[0].instance, 1U);
  EXPECT_EQ(report.keys()[0].key, 77U);
}

TEST_F(Written, UncollectedObject_ReportsEveryCounter) {
  use(638);
  ObjectWriter::report_unfed(table->object(), report);
  ASSERT_EQ(report.missing().size(), 9U);
  EXPECT_EQ(report.reason(report.missing()[0]), "not collected");
  EXPECT_EQ(report.missing()[0].counter_ordinal, MissingRun::kLeftOut);
}

}  // namespace
}  // namespace openperflib::linux_objects
