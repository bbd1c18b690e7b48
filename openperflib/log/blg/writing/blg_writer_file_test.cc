// What a written log looks like as a file: buffers, header, events.
#include <gtest/gtest.h>

#include "openperflib/log/blg/blg_file_header_view.h"
#include "openperflib/testing/logs/blg_writer_example.h"
#include "openperflib/testing/test_block.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

using namespace blg_written;

// A log of `samples` samples of so many instances.
std::vector<std::byte> log_of_samples(std::size_t samples, std::uint32_t instances) {
  LogFile file;
  BlgWriter writer(file.fd(), "a.blg", options_for(kProcessPaths));
  Query query = query_of(kProcessPaths);
  for (std::size_t i = 0; i < samples; ++i) {
    query.take(processes(static_cast<std::int64_t>(i) * 10'000'000, rising_values(0, instances)));
    EXPECT_TRUE(write_sample(writer, query).has_value());
  }
  EXPECT_TRUE(writer.end().has_value());
  return file.bytes();
}

BlgBufferView buffer_of(Bytes log, std::size_t number) {
  return BlgBufferView::parse(log.subspan(number * kBuffer, kBuffer), kBuffer).value();
}

TEST(BlgWriterFile, Header_SaysWhatTheOptionsSay) {
  const auto log = log_of_samples(3, 2);
  const auto header = BlgFileHeaderView::parse(Bytes(log).first(kBuffer)).value();
  EXPECT_EQ(header.header_type(), blg::file_header::kWriter64Bit);
  EXPECT_EQ(header.marker(), 0xC0);
  EXPECT_EQ(header.buffer_size(), kBuffer);
  EXPECT_EQ(header.os_version(), (std::array<std::uint8_t, 4>{10, 0, 1, 5}));
  EXPECT_EQ(header.os_build(), 14393U);
  EXPECT_EQ(header.processors(), 1U);
  EXPECT_EQ(header.timer_resolution(), 156'250U);
  EXPECT_EQ(header.log_file_mode(), 0x30020801U);
  EXPECT_EQ(header.buffers_written(), 2U);
  EXPECT_EQ(header.start_buffers(), 1U);
  EXPECT_EQ(header.pointer_size(), 8U);
  EXPECT_EQ(header.end_time_utc(), TestBlock::kEpoch + 20'000'000) << "of the last sample";
  EXPECT_EQ(header.start_time_utc(), 133'700'000'000'000'000);
  EXPECT_EQ(header.time_utc(), header.start_time_utc());
  EXPECT_EQ(header.boot_time_utc(), 133'600'000'000'000'000);
  EXPECT_EQ(header.perf_freq(), 10'000'000);
  EXPECT_EQ(header.reserved_flags(), 2U);
  EXPECT_EQ(header.time_zone().bias_minutes, -60);
  EXPECT_EQ(header.time_zone().standard.name, "CET");
  EXPECT_EQ(header.time_zone().bias_at(133'700'000'000'000'000), -60);
  EXPECT_EQ(utf8_from_utf16(header.logger_name()).text, "84c9b5fa-8231-45ce-87a3-3814569c135f");
  EXPECT_EQ(utf8_from_utf16(header.log_file_name()).text, "/var/log/a.blg");
}

TEST(BlgWriterFile, Buffers_AreNumberedMarkedAndFilledAsOnWindows8) {
  const auto log = log_of_samples(12, 100);  // 6,800 bytes a sample: 9 in a buffer
  ASSERT_EQ(log.size(), 3 * kBuffer);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto buffer = buffer_of(log, i);
    EXPECT_EQ(buffer.fault(), std::nullopt);
    EXPECT_EQ(buffer.stored_size(), kBuffer);
    EXPECT_EQ(buffer.saved_offset(), buffer.bytes_used());
    EXPECT_EQ(buffer.sequence_number(), static_cast<std::int64_t>(i));
    EXPECT_EQ(buffer.type(), i == 0 ? 4 : 0);
    EXPECT_EQ(buffer.state(), i == 0 ? 0U : 3U);
    EXPECT_TRUE(has_clean_tail(log, i));
  }
  EXPECT_EQ(buffer_of(log, 0).flags(), 0x01);
  EXPECT_EQ(buffer_of(log, 1).flags(), 0x20);
  EXPECT_EQ(buffer_of(log, 2).flags(), 0x21) << "the last one";
  const auto events = events_of(log, BlgKind::data);
  const auto event = static_cast<std::uint32_t>((events[0].size() + 7) & ~std::size_t{7});
  EXPECT_EQ(buffer_of(log, 1).current_offset(), buffer_of(log, 1).bytes_used() + event);
  EXPECT_EQ(buffer_of(log, 2).current_offset(), kBuffer + buffer_of(log, 2).bytes_used());
  EXPECT_EQ(buffer_of(log, 0).flush_time_utc(), 0);
  EXPECT_EQ(buffer_of(log, 2).flush_time_utc(), TestBlock::kEpoch + 110'000'000);
}

TEST(BlgWriterFile, EventHead_IsThatOfWindows10) {
  const auto log = log_of_samples(1, 2);
  const auto catalog = events_of(log, BlgKind::catalog).at(0);
  const auto data = events_of(log, BlgKind::data).at(0);
  for (const BlgEventView& event : {catalog, data}) {
    EXPECT_EQ(event.header_type(), 0x14);
    EXPECT_EQ(event.marker(), 0xC0);
    EXPECT_EQ(event.level(), 0);
    EXPECT_EQ(event.version(), 0x3C);
    EXPECT_EQ(event.words(), (std::array<std::uint32_t, 2>{0, 0x001A0200}));
    EXPECT_EQ(event.part(), 1U);
    EXPECT_EQ(event.parts(), 1U);
    EXPECT_TRUE(std::ranges::equal(event.log_guid(), std::as_bytes(std::span(kGuid))));
  }
  EXPECT_EQ(data.time_local() - catalog.time_local(), 10);
}

TEST(BlgWriterFile, LongMessage_IsCutEvery8000Bytes) {
  const auto log = log_of_samples(2, 300);  // 300 * 66 + 40 bytes
  const auto events = events_of(log, BlgKind::data);
  ASSERT_EQ(events.size(), 6U);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(events[i].part(), i % 3 + 1);
    EXPECT_EQ(events[i].parts(), 3U);
    EXPECT_EQ(events[i].body().size(), i % 3 == 2 ? 19'840U - 16'000U : 8'000U);
  }
}

TEST(BlgWriterFile, EachSample_IsInTheFileWhenWriteReturns) {
  LogFile file;
  BlgWriter writer(file.fd(), "a.blg", options_for(kProcessPaths));
  Query query = query_of(kProcessPaths);
  for (std::size_t i = 1; i <= 40; ++i) {
    query.take(processes(static_cast<std::int64_t>(i), rising_values(0, 60)));
    ASSERT_TRUE(write_sample(writer, query).has_value());
    const auto log = file.bytes();
    ASSERT_EQ(log.size() % kBuffer, 0U);
    ASSERT_EQ(events_of(log, BlgKind::data).size(), i);
    for (std::size_t n = 0; n < log.size() / kBuffer; ++n) {
      EXPECT_TRUE(has_clean_tail(log, n));
    }
  }
  const auto log = file.bytes();
  const auto header = BlgFileHeaderView::parse(Bytes(log).first(kBuffer));
  EXPECT_EQ(header.value().buffers_written(), 0U) << "not finished";
}

TEST(BlgWriterFile, FlushInterval_IsCountedInSamples) {
  LogFile file;
  BlgWriterOptions options = options_for(kProcessPaths);
  options.samples_per_flush = 3;
  BlgWriter writer(file.fd(), "a.blg", options);
  Query query = query_of(kProcessPaths);
  std::vector<std::size_t> seen;
  for (std::int64_t i = 0; i < 7; ++i) {
    query.take(processes(i, rising_values(0, 2)));
    ASSERT_TRUE(write_sample(writer, query).has_value());
    seen.push_back(events_of(file.bytes(), BlgKind::data).size());
  }
  EXPECT_EQ(seen, (std::vector<std::size_t>{0, 0, 3, 3, 3, 6, 6}));
  ASSERT_TRUE(writer.flush().has_value());
  EXPECT_EQ(events_of(file.bytes(), BlgKind::data).size(), 7U);
}

TEST(BlgLogGuid, RandomOnes_AreOfVersionFourAndDiffer) {
  const BlgLogGuid one = random_log_guid();
  EXPECT_EQ(text_of(one).size(), 36U);
  EXPECT_EQ(text_of(one)[14], '4');
  EXPECT_NE(one, random_log_guid());
}

}  // namespace
}  // namespace openperflib
