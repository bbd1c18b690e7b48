#include <gtest/gtest.h>

#include "openperflib/abi/pdhmsg_constants.h"
#include "openperflib/log/blg/blg_file_header_view.h"
#include "openperflib/testing/logs/blg_example.h"
#include "openperflib/testing/logs/blg_writer_example.h"
#include "openperflib/testing/test_block.h"

namespace openperflib {
namespace {

using namespace blg_written;

const std::vector<std::string> kProcessorPaths = {R"(\Processor(*)\% User Time)",
                                                  R"(\Processor(1)\% User Time)"};

Snapshot two_processors(std::int64_t seconds, std::uint64_t user) {
  TestBlock block(seconds * kTicksPerSecond);
  block.object(kProcessor, {{kUserTime, PERF_100NSEC_TIMER, 8}});
  block.instance("0", {user}).instance("1", {user + 1});
  return block.snapshot();
}

void write_seconds(BlgWriter& writer, std::int64_t first, std::int64_t last) {
  Query query = query_of(kProcessorPaths);
  for (std::int64_t i = first; i <= last; ++i) {
    query.take(two_processors(i, static_cast<std::uint64_t>(i) * 100));
    ASSERT_TRUE(write_sample(writer, query).has_value());
  }
}

// Seconds 0 to 4.
void write_log(const LogFile& file) {
  BlgWriter writer(file.fd(), "a.blg", options_for(kProcessorPaths));
  write_seconds(writer, 0, 4);
  ASSERT_TRUE(writer.end().has_value());
}

std::vector<std::uint64_t> first_values(const blg_example::ReadLog& log) {
  std::vector<std::uint64_t> values;
  for (const LogRecord& record : log.records) values.push_back(record.sample.counters.at(0).first);
  return values;
}

TEST(BlgWriterAppend, SameCatalog_ContinuesAfterTheLastSample) {
  LogFile file;
  write_log(file);
  auto writer = BlgWriter::append(file.fd(), "a.blg", options_for(kProcessorPaths)).value();
  write_seconds(*writer, 5, 6);
  ASSERT_TRUE(writer->end().has_value());
  const auto log = file.bytes();
  EXPECT_EQ(log.size(), 3 * kBuffer) << "in a buffer of its own";
  const auto read = blg_example::read_log(log);
  ASSERT_NE(read.reader, nullptr);
  EXPECT_EQ(first_values(read), (std::vector<std::uint64_t>{0, 100, 200, 300, 400, 500, 600}));
  EXPECT_TRUE(blg_example::anomalies_of(read).empty());
  EXPECT_EQ(events_of(log, BlgKind::catalog).size(), 1U);
  const auto header = BlgFileHeaderView::parse(Bytes(log).first(kBuffer)).value();
  EXPECT_EQ(header.buffers_written(), 3U);
  EXPECT_EQ(header.end_time_utc(), TestBlock::kEpoch + 60'000'000);
  const auto second = BlgBufferView::parse(Bytes(log).subspan(kBuffer, kBuffer), kBuffer).value();
  EXPECT_EQ(second.flags(), 0x20) << "no longer the last one";
}

TEST(BlgWriterAppend, WhileAppending_TheLogIsAnUnfinishedOne) {
  LogFile file;
  write_log(file);
  auto writer = BlgWriter::append(file.fd(), "a.blg", options_for(kProcessorPaths)).value();
  write_seconds(*writer, 5, 5);
  const auto log = file.bytes();
  const auto header = BlgFileHeaderView::parse(Bytes(log).first(kBuffer)).value();
  EXPECT_EQ(header.buffers_written(), 0U);
  EXPECT_EQ(blg_example::read_log(log).records.size(), 6U);
}

TEST(BlgWriterAppend, NothingAppended_LeavesTheLogAsItWas) {
  LogFile file;
  write_log(file);
  const auto before = file.bytes();
  auto writer = BlgWriter::append(file.fd(), "a.blg", options_for(kProcessorPaths)).value();
  ASSERT_TRUE(writer->end().has_value());
  EXPECT_TRUE(file.bytes() == before);
}

TEST(BlgWriterAppend, OtherCatalog_IsRefusedAndTheLogStays) {
  LogFile file;
  write_log(file);
  const auto before = file.bytes();
  const std::vector<std::string> paths = {kProcessorPaths[0], R"(\Processor(0)\% User Time)"};
  auto writer = BlgWriter::append(file.fd(), "a.blg", options_for(paths)).value();
  Query query = query_of(paths);
  query.take(two_processors(9, 900));
  const auto begun = writer->begin(query.binding(), all_of(query));
  ASSERT_FALSE(begun.has_value());
  EXPECT_EQ(pdh_code_of(begun.error()), PDH_UNMATCHED_APPEND_COUNTER);
  EXPECT_EQ(begun.error().error->aux, 1U) << "the second entry";
  EXPECT_EQ(writer->write(query.newer(), query.row()), begun) << "it stays so";
  EXPECT_EQ(writer->end(), begun);
  EXPECT_TRUE(file.bytes() == before);
}

TEST(BlgWriterAppend, FewerEntries_AreRefused) {
  LogFile file;
  write_log(file);
  const std::vector<std::string> paths = {kProcessorPaths[0]};
  auto writer = BlgWriter::append(file.fd(), "a.blg", options_for(paths)).value();
  Query query = query_of(paths);
  query.take(two_processors(9, 900));
  const auto begun = writer->begin(query.binding(), all_of(query));
  ASSERT_FALSE(begun.has_value());
  EXPECT_EQ(pdh_code_of(begun.error()), PDH_UNMATCHED_APPEND_COUNTER);
}

TEST(BlgWriterAppend, SampleBeforeTheLastOne_IsRefusedAndTheLogStays) {
  LogFile file;
  write_log(file);
  const auto before = file.bytes();
  auto writer = BlgWriter::append(file.fd(), "a.blg", options_for(kProcessorPaths)).value();
  Query query = query_of(kProcessorPaths);
  query.take(two_processors(3, 300));
  const auto written = write_sample(*writer, query);
  ASSERT_FALSE(written.has_value());
  EXPECT_EQ(pdh_code_of(written.error()), PDH_INCORRECT_APPEND_TIME);
  EXPECT_FALSE(writer->end().has_value());
  EXPECT_TRUE(file.bytes() == before);
}

TEST(BlgWriterAppend, Prepared_RefusesTheTimeBeforeTheFirstRowAndChangesNothing) {
  LogFile file;
  write_log(file);
  const auto before = file.bytes();
  for (const std::int64_t second : {3, 9}) {
    auto writer = BlgWriter::append(file.fd(), "a.blg", options_for(kProcessorPaths)).value();
    Query query = query_of(kProcessorPaths);
    query.take(two_processors(second, 300));
    ASSERT_TRUE(writer->begin(query.binding(), all_of(query)).has_value());
    const auto prepared = writer->prepare(query.newer());
    EXPECT_EQ(prepared.has_value(), second == 9);
    if (second == 3) {
      EXPECT_EQ(pdh_code_of(prepared.error()), PDH_INCORRECT_APPEND_TIME);
    }
    EXPECT_EQ(writer->end(), prepared);
    EXPECT_TRUE(file.bytes() == before);
  }
}

TEST(BlgWriterAppend, TruncatedLog_IsAppendedToAfterItsLastRow) {
  LogFile file;
  write_log(file);
  ASSERT_EQ(::ftruncate(file.fd(), 2 * kBuffer - 20'000), 0);
  auto writer = BlgWriter::append(file.fd(), "a.blg", options_for(kProcessorPaths)).value();
  write_seconds(*writer, 5, 6);
  ASSERT_TRUE(writer->end().has_value());
  const auto log = file.bytes();
  ASSERT_EQ(log.size(), 3 * kBuffer);
  EXPECT_EQ(first_values(blg_example::read_log(log)),
            (std::vector<std::uint64_t>{0, 100, 200, 300, 400, 500, 600}));
  EXPECT_TRUE(has_clean_tail(log, 1));
}

TEST(BlgWriterAppend, NoLog_IsAnUnknownFormat) {
  LogFile file;
  ASSERT_EQ(::write(file.fd(), "time,value\n", 11), 11);
  const auto writer = BlgWriter::append(file.fd(), "a.csv", options_for(kProcessorPaths));
  ASSERT_FALSE(writer.has_value());
  EXPECT_EQ(pdh_code_of(writer.error()), PDH_UNKNOWN_LOG_FORMAT);
}

TEST(BlgWriterAppend, LogOfWholeObjects_IsAnotherCatalog) {
  LogFile file;
  const auto log = blg_example::real_log("SampleLog.blg");
  ASSERT_EQ(::write(file.fd(), log.data(), log.size()), static_cast<ssize_t>(log.size()));
  auto writer = BlgWriter::append(file.fd(), "a.blg", options_for(kProcessorPaths)).value();
  Query query = query_of(kProcessorPaths);
  query.take(two_processors(9, 900));
  const auto begun = writer->begin(query.binding(), all_of(query));
  ASSERT_FALSE(begun.has_value());
  EXPECT_EQ(pdh_code_of(begun.error()), PDH_UNMATCHED_APPEND_COUNTER);
  EXPECT_TRUE(file.bytes() == log);
}

}  // namespace
}  // namespace openperflib
