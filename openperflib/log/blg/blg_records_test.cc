// What docs/formats/blg.md says of every log that Windows wrote: catalog, records, names, index.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "openperflib/log/blg/blg_catalog_view.h"
#include "openperflib/log/blg/blg_closing_index_view.h"
#include "openperflib/log/blg/blg_name_table_view.h"
#include "openperflib/log/blg/blg_record_view.h"
#include "openperflib/testing/logs/blg_real_logs.h"

namespace openperflib {
namespace {

using blg_example::Event;
using blg_example::Log;
using blg_example::text_of_utf16;
using blg_example::vista;
using blg_example::windows8;
using testing::Each;
using testing::ElementsAre;

class BlgRecords : public blg_example::BlgFormat {};

INSTANTIATE_TEST_SUITE_P(RealLogs, BlgRecords, testing::Values(&vista, &windows8),
                         [](const auto& test) { return test.index == 0 ? "Vista" : "Windows8"; });

std::vector<BlgCatalogEntryView> entries_of(const blg_example::Block& body) {
  const BlgCatalogView catalog = BlgCatalogView::parse(body).value();
  EXPECT_FALSE(catalog.fault().has_value());
  std::vector<BlgCatalogEntryView> entries;
  for (Bytes rest = catalog.entries(); !rest.empty();) {
    entries.push_back(BlgCatalogEntryView::parse(rest).value());
    rest = rest.subspan(entries.back().size());
  }
  return entries;
}

TEST(BlgRecordsOfVista, CatalogEntries_AreWholeObjects) {
  const auto catalog = vista().messages(BlgKind::catalog);
  std::vector<std::string> objects;
  for (const BlgCatalogEntryView& entry : entries_of(catalog.front())) {
    objects.push_back(text_of_utf16(entry.object()));
    EXPECT_EQ(entry.flags(), 0x10U);
    EXPECT_TRUE(entry.is_whole_object());
    EXPECT_EQ(entry.type().bits(), 0x10U);
    EXPECT_EQ(entry.time_base(), 0);
    EXPECT_EQ(text_of_utf16(entry.machine()), "\\\\ZACH-PC");
    EXPECT_EQ(text_of_utf16(entry.counter()), "*");
    EXPECT_FALSE(entry.parent().has_value());
    EXPECT_EQ(entry.instance_index(), 0U);
    const bool has_instances = objects.back() != "Memory" && objects.back() != "System";
    EXPECT_EQ(entry.instance().has_value(), has_instances);
    if (has_instances) {
      EXPECT_EQ(text_of_utf16(*entry.instance()), "*");
    }
  }
  EXPECT_THAT(objects, ElementsAre("LogicalDisk", "TCPv4", "Memory", "Network Interface",
                                   "PhysicalDisk", "Process", "Processor", "System"));
}

TEST(BlgRecordsOfWindows8, CatalogEntries_AreFiveCountersAndAWildcard) {
  const auto catalog = windows8().messages(BlgKind::catalog);
  const auto entries = entries_of(catalog.front());
  ASSERT_EQ(entries.size(), 6U);
  const BlgCatalogEntryView& first = entries.front();
  EXPECT_EQ(first.flags(), 0U);
  EXPECT_EQ(first.type().bits(), 0x4002'0500U);
  EXPECT_EQ(first.time_base(), 2'725'536);  // PerfFreq, as it is not a timer
  EXPECT_EQ(first.default_scale(), -2);
  EXPECT_EQ(text_of_utf16(first.object()), "PhysicalDisk");
  EXPECT_EQ(text_of_utf16(*first.instance()), "0 C:");
  EXPECT_EQ(text_of_utf16(first.counter()), "Avg. Disk Bytes/Read");
  const BlgCatalogEntryView& last = entries.back();
  EXPECT_TRUE(last.is_wildcard());
  EXPECT_EQ(last.time_base(), 10'000'000);  // a 100-ns type
  EXPECT_EQ(text_of_utf16(*last.instance()), "*");
}

// An entry of Vista with an instance has four extra bytes before the machine.
TEST_P(BlgRecords, CatalogEntrySize_IsThatOfItsTextsRoundedUp) {
  const bool wide = log().header().pointer_size() == 8;
  const auto catalog = log().messages(BlgKind::catalog);
  Bytes rest = BlgCatalogView::parse(catalog.front())->entries();
  for (const BlgCatalogEntryView& entry : entries_of(catalog.front())) {
    std::size_t texts = entry.machine().size() + entry.object().size() + entry.counter().size() + 6;
    if (entry.instance().has_value()) texts += entry.instance()->size() + 2;
    const std::size_t lead = wide ? 0 : 8;
    EXPECT_EQ(entry.size(), (52 + lead + texts + 7) / 8 * 8);
    const auto machine_at = load<std::uint32_t>(rest, blg::catalog_entry::kMachine.offset);
    EXPECT_EQ(machine_at, !wide && entry.instance().has_value() ? 4U : 0U);
    rest = rest.subspan(entry.size());
  }
}

TEST_P(BlgRecords, Sample_IsOneRecordThatHoldsOneAnEntry) {
  const auto catalog = log().messages(BlgKind::catalog);
  const auto entries = entries_of(catalog.front());
  for (const auto& body : log().messages(BlgKind::data)) {
    const BlgRecordView outer = BlgRecordView::parse(body).value();
    EXPECT_EQ(outer.form(), BlgForm::sample);
    EXPECT_EQ(outer.size(), body.size());
    Bytes rest = outer.payload();
    for (const BlgCatalogEntryView& entry : entries) {
      const BlgRecordView record = BlgRecordView::parse(rest).value();
      const BlgForm form = entry.is_whole_object() ? BlgForm::object
                           : entry.is_wildcard()   ? BlgForm::instances
                                                   : BlgForm::counter;
      EXPECT_EQ(record.form(), form);
      EXPECT_EQ(record.size() % 8, 0U);
      if (form == BlgForm::counter) {
        EXPECT_EQ(record.size(), 0x30U);
      }
      rest = rest.subspan(record.size());
    }
    EXPECT_TRUE(rest.empty());
  }
}

TEST(BlgRecordsOfWindows8, InstancesRecord_HasNamesAfterItsItemsAndZerosAfterThem) {
  for (const auto& body : windows8().messages(BlgKind::data)) {
    Bytes rest = BlgRecordView::parse(body)->payload();
    for (int i = 0; i < 5; ++i) rest = rest.subspan(BlgRecordView::parse(rest)->size());
    const Bytes payload = BlgRecordView::parse(rest)->payload();
    const BlgInstancesView view = BlgInstancesView::parse(payload).value();
    EXPECT_EQ(view.status(), 0U);
    EXPECT_EQ(load<std::uint32_t>(payload, 12), 0U);
    std::vector<std::string> names;
    for (std::uint32_t i = 0; i < view.count(); ++i) names.push_back(text_of_utf16(view.name(i)));
    EXPECT_THAT(names, ElementsAre("0", "1", "2", "3", "_Total"));
    EXPECT_EQ(view.values(0).multi, 0U);
    const Bytes slack = view.names().last(18);
    EXPECT_THAT(std::vector<std::byte>(slack.begin(), slack.end()), Each(std::byte{0}));
  }
}

// The clock of a 100-ns counter is the time of day in UTC: its distance from the local time stamp,
// which is truncated to milliseconds, is that of the zone.
TEST(BlgRecordsOfWindows8, SecondValueOf100nsCounters_IsUtc) {
  for (const auto& body : windows8().messages(BlgKind::data)) {
    Bytes rest = BlgRecordView::parse(body)->payload();
    for (int i = 0; i < 2; ++i) rest = rest.subspan(BlgRecordView::parse(rest)->size());
    const auto view = BlgCounterView::parse(BlgRecordView::parse(rest)->payload()).value();
    EXPECT_EQ(view.multi(), 1U);
    const FileTime difference = static_cast<FileTime>(view.second()) - view.time_local();
    EXPECT_GE(difference, 28'800 * kTicksPerSecond);
    EXPECT_LE(difference, 28'800 * kTicksPerSecond + 10'000);
    EXPECT_EQ(view.time_local() % 10'000, 0);
  }
}

TEST(BlgRecordsOfVista, BlockOfAnObject_IsWhatTheDocumentSays) {
  std::size_t blocks = 0;
  for (const auto& body : vista().messages(BlgKind::data)) {
    for (Bytes rest = BlgRecordView::parse(body)->payload(); !rest.empty(); ++blocks) {
      const BlgRecordView record = BlgRecordView::parse(rest).value();
      const auto view = DataBlockView::parse(record.payload(), {}, Conformance::strict);
      ASSERT_TRUE(view.has_value()) << describe(view.error());
      EXPECT_EQ(view->object_count(), 1U);
      EXPECT_EQ(view->header_length(), 0x68U);
      EXPECT_EQ(view->total_byte_length(), record.size() - 8);
      EXPECT_EQ(view->version(), 1U);
      EXPECT_EQ(view->revision(), 1U);
      const ObjectTypeView object = *view->objects().begin();
      EXPECT_EQ(view->default_object(), static_cast<std::int32_t>(object.name_title_index()));
      const FileTime local = file_time_from(view->system_time()).value();
      EXPECT_EQ((view->perf_time_100ns() - local) / 10'000, 14'400'000);  // 14,400.000 s
      const bool has_own_clock = object.name_title_index() == 230 || object.name_title_index() == 2;
      EXPECT_EQ(object.perf_freq(), has_own_clock ? 10'000'000 : 0);
      rest = rest.subspan(record.size());
    }
  }
  EXPECT_EQ(blocks, 88U);
}

TEST(BlgRecordsOfVista, NameTables_RepeatTheMachineAndHaveWholePairs) {
  std::vector<std::pair<std::uint32_t, std::string>> names;
  for (const auto& body : vista().messages(BlgKind::name_table)) {
    auto view = BlgNameTableView::parse(body).value();
    EXPECT_EQ(text_of_utf16(view.machine()), "\\\\ZACH-PC");
    for (;;) {
      const auto name = view.next();
      ASSERT_TRUE(name.has_value()) << describe(name.error());
      if (!name->has_value()) break;
      names.emplace_back((*name)->title_index, text_of_utf16((*name)->text));
      EXPECT_FALSE(names.back().second.empty());
    }
  }
  ASSERT_EQ(names.size(), 1839U);
  EXPECT_EQ(names[0], (std::pair<std::uint32_t, std::string>(1, "1847")));
  EXPECT_EQ(names[1], (std::pair<std::uint32_t, std::string>(2, "System")));
  EXPECT_EQ(names.back().first, 4658U);
}

TEST(BlgRecordsOfVista, ClosingIndex_CountsWhatThereWas) {
  const auto bodies = vista().messages(BlgKind::closing_index);
  const auto index = BlgClosingIndexView::parse(bodies.front()).value();
  std::vector<FileTime> data;
  for (const Event& event : vista().events) {
    if (event.view().kind() == BlgKind::data) data.push_back(event.view().time_local());
  }
  EXPECT_EQ(index.first_time_local(), data.front());
  EXPECT_EQ(index.last_time_local(), data.back());
  EXPECT_EQ(index.sample_count(), 11U);
  EXPECT_EQ(index.entry_count(), 8U);
  EXPECT_EQ(index.version(), 0x5FFU);
}

std::vector<BlgIndexEntryView> index_entries(const blg_example::Block& body) {
  std::vector<BlgIndexEntryView> entries;
  for (Bytes rest = BlgClosingIndexView::parse(body)->entries(); !rest.empty();) {
    const BlgRecordView record = BlgRecordView::parse(rest).value();
    EXPECT_EQ(record.form(), BlgForm::object);
    entries.push_back(BlgIndexEntryView::parse(record.payload()).value());
    rest = rest.subspan(record.size());
  }
  return entries;
}

TEST(BlgRecordsOfVista, ClosingIndexEntries_AreTheCountersOfEachObject) {
  const auto bodies = vista().messages(BlgKind::closing_index);
  const auto entries = index_entries(bodies.front());
  std::vector<std::uint32_t> counters;
  for (const BlgIndexEntryView& entry : entries) {
    counters.push_back(entry.counter_count());
    for (std::uint32_t i = 0; i < entry.counter_count(); ++i) {
      const CounterType type = entry.type(i);
      const bool is_100ns =
          type.timer() == Timer::hundred_ns || type.subtype() == CounterSubtype::elapsed;
      EXPECT_EQ(entry.time_base(i), is_100ns ? 10'000'000 : 3'579'545) << std::hex << type.bits();
    }
  }
  EXPECT_THAT(counters, ElementsAre(34, 9, 36, 17, 31, 28, 15, 18));
  EXPECT_EQ(entries[2].instance_count(), std::nullopt);  // Memory
  EXPECT_EQ(entries[0].title_index(0), 408U);
}

TEST(BlgRecordsOfVista, ClosingIndexInstances_AreTheUnionOfAllSamples) {
  const auto bodies = vista().messages(BlgKind::closing_index);
  const BlgIndexEntryView process = index_entries(bodies.front())[5];
  ASSERT_EQ(process.instance_count(), 57U);
  std::vector<std::uint32_t> svchosts;
  for (std::uint32_t i = 0; i < 57; ++i) {
    if (text_of_utf16(process.instance_name(i)) == "svchost") {
      svchosts.push_back(process.instance_number(i));
    }
  }
  EXPECT_THAT(svchosts, ElementsAre(12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0));
}

}  // namespace
}  // namespace openperflib
