// What docs/formats/blg.md says of every log that Windows wrote: buffers, file header, events,
// times.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

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

class BlgFormat : public blg_example::BlgFormat {};

INSTANTIATE_TEST_SUITE_P(RealLogs, BlgFormat, testing::Values(&vista, &windows8),
                         [](const auto& test) { return test.index == 0 ? "Vista" : "Windows8"; });

TEST_P(BlgFormat, File_IsAWholeNumberOfEqualBuffers) {
  EXPECT_EQ(log().bytes.size() % blg_example::kBufferSize, 0U);
  for (const BlgBufferView& buffer : log().buffers) {
    EXPECT_EQ(buffer.stored_size(), blg_example::kBufferSize);
    EXPECT_FALSE(buffer.fault().has_value());
  }
}

TEST_P(BlgFormat, BytesUsed_IsAMultipleOf8AndTheEndOfEvents) {
  for (const BlgBufferView& buffer : log().buffers) {
    EXPECT_EQ(buffer.bytes_used() % 8, 0U);
    EXPECT_EQ(buffer.events().size(), buffer.bytes_used() - 0x48);
  }
  EXPECT_TRUE(log().anomalies.items().empty());  // events take all of it, without a gap
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
    EXPECT_GT(log().buffers[i - 1].bytes_used() + first.size(), blg_example::kBufferSize);
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
  EXPECT_EQ(buffers.back().current_offset(),
            blg_example::kBufferSize + buffers.back().bytes_used());
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
  EXPECT_EQ(header.buffer_size(), blg_example::kBufferSize);
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

// The name of the logger is the GUID in every event.
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

}  // namespace
}  // namespace openperflib
