// A circular log: it keeps its size, and has the newest samples in the order of time.
//
// The layout of such logs on Windows is unknown: these tests only compare the writer with the
// reader.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "openperflib/log/blg/blg_file_header_view.h"
#include "openperflib/testing/logs/blg_example.h"
#include "openperflib/testing/logs/blg_writer_example.h"
#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

using namespace blg_written;
using blg_example::anomalies_of;

// `count` instances whose value is the number of the sample.
Snapshot equal_processes(std::uint64_t sample, std::uint32_t count) {
  return processes(static_cast<std::int64_t>(sample) * kTicksPerSecond,
                   std::vector<std::uint64_t>(count, sample));
}

BlgWriterOptions circular() {
  BlgWriterOptions options = options_for(kProcessPaths);
  options.circle_bytes = 1U << 20;
  return options;
}

// The numbers of the samples of a log of so many, the log's own first.
std::vector<std::uint64_t> samples_in(Bytes log) {
  const auto read = blg_example::read_log(log);
  EXPECT_THAT(anomalies_of(read), testing::IsEmpty());
  std::vector<std::uint64_t> samples;
  for (const LogRecord& record : read.records)
    samples.push_back(record.sample.counters.at(0).first);
  return samples;
}

std::vector<std::uint64_t> numbers_from(std::uint64_t first, std::uint64_t last) {
  std::vector<std::uint64_t> all;
  for (std::uint64_t i = first; i <= last; ++i) all.push_back(i);
  return all;
}

std::vector<std::byte> circular_log(std::uint64_t samples, std::uint32_t instances) {
  LogFile file;
  BlgWriter writer(file.fd(), "a.blg", circular());
  Query query = query_of(kProcessPaths);
  for (std::uint64_t i = 0; i < samples; ++i) {
    query.take(equal_processes(i, instances));
    EXPECT_TRUE(write_sample(writer, query).has_value());
  }
  EXPECT_TRUE(writer.end().has_value());
  return file.bytes();
}

TEST(BlgCircle, BeforeItIsFull_IsALogLikeOthers) {
  const auto log = circular_log(7, 250);  // 16,644 bytes a sample: three in a buffer
  EXPECT_EQ(log.size(), 5 * kBuffer);
  EXPECT_EQ(samples_in(log), numbers_from(0, 6));
  const auto header = BlgFileHeaderView::parse(Bytes(log).first(kBuffer)).value();
  EXPECT_EQ(header.log_file_mode(), 0x30020802U);
  EXPECT_EQ(header.maximum_file_size(), 1U);
  EXPECT_EQ(header.buffers_written(), 5U);
}

// Buffer 0, the catalog's, and 14 that are written over: 13 full ones and the newest sample.
TEST(BlgCircle, WhenItIsFull_HasTheNewestSamplesInTheirOrder) {
  const auto log = circular_log(100, 250);
  EXPECT_EQ(log.size(), 16 * kBuffer);
  EXPECT_EQ(samples_in(log), numbers_from(60, 99));
  const auto header = BlgFileHeaderView::parse(Bytes(log).first(kBuffer)).value();
  EXPECT_EQ(header.buffers_written(), 16U);
  for (std::size_t i = 0; i < 16; ++i) EXPECT_TRUE(has_clean_tail(log, i)) << i;
}

TEST(BlgCircle, AtEachSize_GoesOnFromWhereItBegan) {
  for (const std::uint64_t samples : {42U, 43U, 44U, 45U, 46U, 84U, 85U, 86U}) {
    SCOPED_TRACE(samples);
    const auto log = circular_log(samples, 250);
    const auto full_buffers_before = (samples - 1) / 3;
    const auto first = full_buffers_before < 14 ? 0 : (full_buffers_before - 13) * 3;
    EXPECT_EQ(samples_in(log), numbers_from(first, samples - 1));
  }
}

// 132,000 bytes a sample: three buffers, so that the oldest one has lost its beginning.
TEST(BlgCircle, SamplesLongerThanABuffer_AreThereOrAreLostAsAWhole) {
  const auto log = circular_log(40, 2'000);
  EXPECT_EQ(log.size(), 16 * kBuffer);
  const auto read = blg_example::read_log(log);
  ASSERT_GE(read.records.size(), 4U);
  std::uint64_t expected = 40 - read.records.size();
  for (const LogRecord& record : read.records) {
    ASSERT_EQ(record.sample.counters.size(), 2'000U);
    for (const RawCounter& counter : record.sample.counters) ASSERT_EQ(counter.first, expected);
    ++expected;
  }
}

// Four buffers: that of the header, that of the catalog, and two that are written over in turn.
TEST(BlgCircle, SmallestOne_IsFourBuffers) {
  BlgWriterOptions options = circular();
  options.circle_bytes = 4 * kBuffer - 1;
  Query query = query_of(kProcessPaths);
  query.take(equal_processes(1, 1));
  LogFile small;
  BlgWriter refused(small.fd(), "a.blg", options);
  ASSERT_TRUE(refused.begin(query.binding(), all_of(query)).has_value());
  EXPECT_EQ(refused.prepare(query.newer()).error().errno_value, EFBIG);

  options.circle_bytes = 4 * kBuffer;
  LogFile file;
  BlgWriter writer(file.fd(), "a.blg", options);
  for (std::uint64_t i = 0; i < 20; ++i) {
    query.take(equal_processes(i, 250));
    ASSERT_TRUE(write_sample(writer, query).has_value());
  }
  EXPECT_TRUE(writer.end().has_value());
  EXPECT_EQ(file.bytes().size(), 4 * kBuffer);
  EXPECT_EQ(samples_in(file.bytes()), numbers_from(15, 19));
}

TEST(BlgCircle, SamplesThatHaveNoRoom_AreRefusedBeforeTheFirst) {
  for (const std::uint32_t instances : {250U, 11'000U, 12'000U, 20'000U}) {
    SCOPED_TRACE(instances);
    LogFile file;
    BlgWriter writer(file.fd(), "a.blg", circular());
    Query query = query_of(kProcessPaths);
    query.take(equal_processes(1, instances));
    ASSERT_TRUE(writer.begin(query.binding(), all_of(query)).has_value());
    const bool has_room = writer.prepare(query.newer()).has_value();
    EXPECT_EQ(has_room, instances < 11'500);  // 66 bytes each, in 14 buffers with gaps
    EXPECT_EQ(write_sample(writer, query).has_value(), has_room);
  }
}

TEST(BlgCircle, SampleLongerThanTheCircle_IsAFaultAndTheOthersStay) {
  LogFile file;
  BlgWriter writer(file.fd(), "a.blg", circular());
  Query query = query_of(kProcessPaths);
  for (std::uint64_t i = 0; i < 50; ++i) {
    query.take(equal_processes(i, 250));
    ASSERT_TRUE(write_sample(writer, query).has_value());
  }
  query.take(equal_processes(50, 20'000));
  const auto written = write_sample(writer, query);
  ASSERT_FALSE(written.has_value());
  EXPECT_EQ(written.error().errno_value, EFBIG);
  EXPECT_EQ(writer.end(), written);
  const auto log = file.bytes();
  EXPECT_EQ(log.size(), 16 * kBuffer);
  const auto samples = samples_in(log);
  ASSERT_FALSE(samples.empty());
  EXPECT_EQ(samples, numbers_from(samples.front(), 49));
}

}  // namespace
}  // namespace openperflib
