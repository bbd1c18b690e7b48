// What docs/formats/blg.md says of every log that Windows wrote, tried on two of them: Vista with 32
// bits and whole objects, Windows 8 with 64 bits and single counters.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "openperflib/log/blg_catalog_view.h"
#include "openperflib/log/blg_closing_index_view.h"
#include "openperflib/log/blg_example_internal.h"
#include "openperflib/log/blg_messages.h"
#include "openperflib/log/blg_name_table_view.h"
#include "openperflib/log/blg_record_view.h"

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::Each;

constexpr const char* kVista = "SampleLog.blg";
constexpr const char* kWindows8 = "BasicPerfCounters.blg";
constexpr std::uint32_t kBufferSize = 0x10000;

std::string text_of_utf16(Bytes bytes) { return utf8_from_utf16(bytes).text; }

struct Event {
  blg_example::Block bytes;
  std::uint64_t offset = 0;
  [[nodiscard]] BlgEventView view() const { return BlgEventView::parse(bytes).value(); }
};

struct Log {
  explicit Log(const char* name) : bytes(blg_example::real_log(name)) {
    for (std::size_t at = 0; at < bytes.size(); at += kBufferSize) {
      buffers.push_back(
          BlgBufferView::parse(Bytes(bytes).subspan(at, kBufferSize), kBufferSize).value());
      if (at == 0) continue;
      BlgEventWalk walk(buffers.back(), at);
      while (const auto event = walk.next(oddities)) {
        const Bytes whole = Bytes(bytes).subspan(walk.offset(), event->size());
        events.push_back({{whole.begin(), whole.end()}, walk.offset()});
      }
    }
  }
  // Whole messages of a kind.
  [[nodiscard]] std::vector<blg_example::Block> messages(BlgKind kind) const {
    std::vector<blg_example::Block> found;
    for (const Event& event : events) {
      const BlgEventView view = event.view();
      if (view.kind() != kind) continue;
      if (view.part() == 1) found.emplace_back();
      found.back().insert(found.back().end(), view.body().begin(), view.body().end());
    }
    return found;
  }
  [[nodiscard]] BlgFileHeaderView header() const {
    return BlgFileHeaderView::parse(Bytes(bytes).first(buffers[0].bytes_used())).value();
  }

  blg_example::Block bytes;
  OddityList oddities{"log"};
  std::vector<BlgBufferView> buffers;
  std::vector<Event> events;
};

const Log& vista() {
  static const Log log(kVista);
  return log;
}

const Log& windows8() {
  static const Log log(kWindows8);
  return log;
}

class BlgFormat : public testing::TestWithParam<const Log& (*)()> {
 protected:
  [[nodiscard]] const Log& log() const { return GetParam()(); }
};

INSTANTIATE_TEST_SUITE_P(RealLogs, BlgFormat, testing::Values(&vista, &windows8),
                         [](const auto& test) { return test.index == 0 ? "Vista" : "Windows8"; });

TEST_P(BlgFormat, File_IsAWholeNumberOfEqualBuffers) {
  EXPECT_EQ(log().bytes.size() % kBufferSize, 0U);
  for (const BlgBufferView& buffer : log().buffers) {
    EXPECT_EQ(buffer.stored_size(), kBufferSize);
    EXPECT_FALSE(buffer.fault().has_value());
  }
}

TEST_P(BlgFormat, BytesUsed_IsAMultipleOf8AndTheEndOfEvents) {
  for (const BlgBufferView& buffer : log().buffers) {
    EXPECT_EQ(buffer.bytes_used() % 8, 0U);
    EXPECT_EQ(buffer.events().size(), buffer.bytes_used() - 0x48);
  }
  EXPECT_TRUE(log().oddities.items().empty());  // events take all of it, without a gap
}

TEST_P(BlgFormat, TailOfABuffer_IsFilledWithFF) {
  for (const BlgBufferView& buffer : log().buffers) {
    const Bytes tail = buffer.content().subspan(buffer.events().size());
    EXPECT_TRUE(std::ranges::all_of(tail, [](std::byte b) { return b == std::byte{0xFF}; }));
  }
}

TEST_P(BlgFormat, Event_ThatDoesNotFit_OpensTheNextBuffer) {
  for (std::size_t i = 2; i < log().buffers.size(); ++i) {
    const BlgEventView first = BlgEventView::parse(log().buffers[i].events()).value();
    EXPECT_GT(log().buffers[i - 1].bytes_used() + first.size(), kBufferSize);
  }
}

TEST_P(BlgFormat, BufferHeader_CountsBuffersFrom0) {
  for (std::size_t i = 0; i < log().buffers.size(); ++i) {
    const BlgBufferView& buffer = log().buffers[i];
    EXPECT_EQ(buffer.sequence_number(), static_cast<std::int64_t>(i));
    EXPECT_EQ(buffer.reference_count(), 0U);
    EXPECT_EQ(buffer.type(), i == 0 ? 4 : 0);
    const bool is_end = i == 0 || i + 1 == log().buffers.size();
    EXPECT_EQ(buffer.flags() & 1, is_end ? 1 : 0);
    if (i != 0) {
      EXPECT_EQ(buffer.saved_offset(), buffer.bytes_used());
    }
  }
}

TEST_P(BlgFormat, CurrentOffset_CountsTheEventThatDidNotFit) {
  const auto& buffers = log().buffers;
  for (std::size_t i = 1; i + 1 < buffers.size(); ++i) {
    const auto next = BlgEventView::parse(buffers[i + 1].events()).value();
    EXPECT_EQ(buffers[i].current_offset(), buffers[i].bytes_used() + (next.size() + 7) / 8 * 8);
  }
  EXPECT_EQ(buffers.back().current_offset(), kBufferSize + buffers.back().bytes_used());
}

TEST(BlgFormatOfVista, BufferHeader_HasItsOwnNumbers) {
  for (std::size_t i = 0; i < vista().buffers.size(); ++i) {
    EXPECT_EQ(vista().buffers[i].state(), 3U);
    EXPECT_EQ(vista().buffers[i].client_context(), 0x0011'0800U);
    EXPECT_EQ(vista().buffers[i].flags() & 0x20, 0);
    EXPECT_NE(vista().buffers[i].flush_time_utc(), 0);
  }
  EXPECT_EQ(vista().buffers[0].saved_offset(), 0U);
  EXPECT_EQ(vista().buffers[0].current_offset(), vista().buffers[0].bytes_used());
}

TEST(BlgFormatOfWindows8, BufferHeader_HasItsOwnNumbers) {
  for (std::size_t i = 0; i < windows8().buffers.size(); ++i) {
    EXPECT_EQ(windows8().buffers[i].state(), i == 0 ? 0U : 3U);
    EXPECT_EQ(windows8().buffers[i].client_context(), 0U);
    EXPECT_EQ(windows8().buffers[i].flags() & 0x20, i == 0 ? 0 : 0x20);
    EXPECT_EQ(windows8().buffers[i].flush_time_utc() == 0, i == 0);
  }
  EXPECT_EQ(windows8().buffers[0].current_offset(), 0U);
}

TEST_P(BlgFormat, FileHeader_SaysWhatAllSay) {
  const BlgFileHeaderView header = log().header();
  EXPECT_EQ(header.marker(), 0xC0);
  EXPECT_EQ(0x48 + (header.size() + 7U) / 8 * 8, log().buffers[0].bytes_used());
  EXPECT_EQ(header.buffer_size(), kBufferSize);
  EXPECT_EQ(header.os_version()[2], 1);
  EXPECT_EQ(header.processors(), 1U);
  EXPECT_EQ(header.timer_resolution(), 156'250U);
  EXPECT_EQ(header.maximum_file_size(), 0U);
  EXPECT_EQ(header.buffers_written(), log().buffers.size());
  EXPECT_EQ(header.start_buffers(), 1U);
  EXPECT_EQ(header.events_lost(), 0U);
  EXPECT_EQ(header.buffers_lost(), 0U);
  EXPECT_EQ(header.reserved_flags(), 2U);
  EXPECT_FALSE(header.is_circular());
  EXPECT_LT(header.boot_time_utc(), header.start_time_utc());
  EXPECT_LE(header.start_time_utc(), header.end_time_utc());
}

TEST(BlgFormatOfVista, FileHeader_IsThatOfA32BitWriter) {
  const BlgFileHeaderView header = vista().header();
  EXPECT_EQ(header.version(), 2);
  EXPECT_EQ(header.header_type(), blg::file_header::kWriter32Bit);
  EXPECT_EQ(header.pointer_size(), 4U);
  EXPECT_THAT(header.os_version(), ElementsAre(6, 0, 1, 4));
  EXPECT_EQ(header.os_build(), 6000U);
  EXPECT_EQ(header.process_id(), 0U);
  EXPECT_EQ(header.log_file_mode(), 0x0100'0001U);
  EXPECT_EQ(header.perf_freq(), 3'579'545);
  EXPECT_EQ(text_of_utf16(header.logger_name()), "11389721-1d66-485b-834f-07f5542e7ecf");
  EXPECT_EQ(text_of_utf16(header.log_file_name()),
            "c:\\perflogs\\HealthCheck_SystemOverview_localhost_000001.blg");
}

TEST(BlgFormatOfVista, TimeZone_HasResourceNamesAndRules) {
  const TimeZoneRules zone = vista().header().time_zone();
  EXPECT_EQ(zone.bias_minutes, 300);
  EXPECT_EQ(zone.standard.name, "@tzres.dll,-112");
  EXPECT_EQ(zone.standard.bias_minutes, 0);
  EXPECT_EQ(zone.standard.begins, (SystemTime{0, 11, 0, 1, 2, 0, 0, 0}));
  EXPECT_EQ(zone.daylight.name, "@tzres.dll,-111");
  EXPECT_EQ(zone.daylight.bias_minutes, -60);
  EXPECT_EQ(zone.daylight.begins, (SystemTime{0, 3, 0, 2, 2, 0, 0, 0}));
}

TEST(BlgFormatOfWindows8, FileHeader_IsThatOfA64BitWriter) {
  const BlgFileHeaderView header = windows8().header();
  EXPECT_EQ(header.version(), 0);
  EXPECT_EQ(header.header_type(), blg::file_header::kWriter64Bit);
  EXPECT_EQ(header.pointer_size(), 8U);
  EXPECT_THAT(header.os_version(), ElementsAre(6, 2, 1, 5));
  EXPECT_EQ(header.os_build(), 9200U);
  EXPECT_EQ(header.log_file_mode(), 0x3002'0801U);
  EXPECT_EQ(header.perf_freq(), 2'725'536);
  EXPECT_EQ(header.time_zone().standard.name, "@tzres.dll,-212");
}

// The logger is called by the GUID that stands in every event.
TEST_P(BlgFormat, LoggerName_IsTheTextOfTheGuidInEveryEvent) {
  const std::string name = text_of_utf16(log().header().logger_name());
  for (const Event& event : log().events) {
    const Bytes guid = event.view().log_guid();
    char text[37] = {};
    std::snprintf(text, sizeof(text), "%08x-%04x-%04x", load<std::uint32_t>(guid, 0),
                  load<std::uint16_t>(guid, 4), load<std::uint16_t>(guid, 6));
    EXPECT_EQ(name.substr(0, 18), text);
  }
}

TEST_P(BlgFormat, EventHead_SaysTheSameInAll) {
  const bool wide = log().header().pointer_size() == 8;
  FileTime time = 0;
  for (const Event& event : log().events) {
    const BlgEventView view = event.view();
    EXPECT_EQ(event.offset % 8, 0U);
    EXPECT_EQ(view.size(), 72 + view.body().size());
    EXPECT_EQ(view.header_type(), wide ? blg::event::kWriter64Bit : blg::event::kWriter32Bit);
    EXPECT_EQ(view.marker(), 0xC0);
    EXPECT_EQ(view.level(), 0);
    EXPECT_EQ(view.version(), 0x3C);
    EXPECT_GE(view.time_local(), time);
    time = view.time_local();
    if (wide) {
      EXPECT_THAT(view.words(), ElementsAre(0U, 0x001A'0200U));
    }
  }
}

std::vector<std::vector<std::uint32_t>> parts_of(const Log& log, BlgKind kind) {
  std::vector<std::vector<std::uint32_t>> parts;
  for (const Event& event : log.events) {
    const BlgEventView view = event.view();
    if (view.kind() != kind) continue;
    parts.push_back({view.part(), view.parts(), static_cast<std::uint32_t>(view.body().size())});
  }
  return parts;
}

TEST(BlgFormatOfVista, Samples_AreCutInThreeAt8000) {
  const auto parts = parts_of(vista(), BlgKind::data);
  ASSERT_EQ(parts.size(), 33U);
  for (std::size_t i = 0; i < parts.size(); i += 3) {
    EXPECT_THAT(parts[i], ElementsAre(1, 3, 8000));
    EXPECT_THAT(parts[i + 1], ElementsAre(2, 3, 8000));
    EXPECT_EQ(parts[i + 2][0], 3U);
    EXPECT_LT(parts[i + 2][2], 8000U);
  }
}

TEST(BlgFormatOfVista, OtherMessages_AreOnePartEach) {
  const auto names = parts_of(vista(), BlgKind::name_table);
  ASSERT_EQ(names.size(), 14U);
  for (const auto& part : names) {
    EXPECT_EQ(part[0] * part[1], 1U);
    EXPECT_LE(part[2], 8000U);
  }
  EXPECT_THAT(parts_of(vista(), BlgKind::closing_index), ElementsAre(ElementsAre(1, 1, 6200)));
  EXPECT_THAT(parts_of(vista(), BlgKind::catalog), ElementsAre(ElementsAre(1, 1, 896)));
  EXPECT_EQ(vista().events.size(), 49U);
}

TEST(BlgFormatOfWindows8, CounterLog_HasACatalogAndSamplesAlone) {
  EXPECT_THAT(parts_of(windows8(), BlgKind::catalog), ElementsAre(ElementsAre(1, 1, 952)));
  EXPECT_THAT(parts_of(windows8(), BlgKind::data), Each(ElementsAre(1, 1, 448)));
  EXPECT_EQ(windows8().events.size(), 602U);
}

TEST_P(BlgFormat, Times_AreCountedFromTheFirstSample) {
  std::vector<FileTime> data;
  for (const Event& event : log().events) {
    if (event.view().kind() == BlgKind::data) data.push_back(event.view().time_local());
  }
  for (const Event& event : log().events) {
    const FileTime time = event.view().time_local();
    if (event.view().kind() == BlgKind::name_table) {
      EXPECT_EQ(time, data.front() - 20);
    }
    if (event.view().kind() == BlgKind::catalog) {
      EXPECT_EQ(time, data.front() - 10);
    }
    if (event.view().kind() == BlgKind::closing_index) {
      EXPECT_EQ(time, data.back() + 30);
    }
    if (event.view().kind() == BlgKind::data) {
      EXPECT_EQ(time % 10'000, 0) << "whole milliseconds";
    }
  }
}

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

TEST(BlgFormatOfVista, CatalogEntries_AreWholeObjects) {
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

TEST(BlgFormatOfWindows8, CatalogEntries_AreFiveCountersAndAWildcard) {
  const auto catalog = windows8().messages(BlgKind::catalog);
  const auto entries = entries_of(catalog.front());
  ASSERT_EQ(entries.size(), 6U);
  const BlgCatalogEntryView& first = entries.front();
  EXPECT_EQ(first.flags(), 0U);
  EXPECT_EQ(first.type().bits(), 0x4002'0500U);
  EXPECT_EQ(first.time_base(), 2'725'536);  // PerfFreq, for what is no timer
  EXPECT_EQ(first.default_scale(), -2);
  EXPECT_EQ(text_of_utf16(first.object()), "PhysicalDisk");
  EXPECT_EQ(text_of_utf16(*first.instance()), "0 C:");
  EXPECT_EQ(text_of_utf16(first.counter()), "Avg. Disk Bytes/Read");
  const BlgCatalogEntryView& last = entries.back();
  EXPECT_TRUE(last.is_wildcard());
  EXPECT_EQ(last.time_base(), 10'000'000);  // a 100-ns type
  EXPECT_EQ(text_of_utf16(*last.instance()), "*");
}

// Names of the four lead bytes before the machine stand where an entry of Vista has an instance.
TEST_P(BlgFormat, CatalogEntrySize_IsThatOfItsTextsRoundedUp) {
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

TEST_P(BlgFormat, Sample_IsOneRecordThatHoldsOneAnEntry) {
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

TEST(BlgFormatOfWindows8, InstancesRecord_HasNamesBehindItsItemsAndZerosBehindThem) {
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
// which is cut to milliseconds, is the zone's.
TEST(BlgFormatOfWindows8, SecondValueOf100nsCounters_IsUtc) {
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

TEST(BlgFormatOfVista, BlockOfAnObject_IsWhatTheDocumentSays) {
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

TEST(BlgFormatOfVista, NameTables_RepeatTheMachineAndHaveWholePairs) {
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

TEST(BlgFormatOfVista, ClosingIndex_CountsWhatThereWas) {
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

TEST(BlgFormatOfVista, ClosingIndexEntries_AreTheCountersOfEachObject) {
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

TEST(BlgFormatOfVista, ClosingIndexInstances_AreTheUnionOfAllSamples) {
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
