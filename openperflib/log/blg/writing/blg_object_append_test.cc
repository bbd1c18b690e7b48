// Appending to logs of whole objects, and merging them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include "openperflib/abi/pdhmsg_constants.h"
#include "openperflib/log/blg/blg_messages.h"
#include "openperflib/log/blg/writing/blg_object_writer.h"
#include "openperflib/log/blg/writing/blg_writer.h"
#include "openperflib/log/create_log.h"
#include "openperflib/log/log_conversion.h"
#include "openperflib/log/merged/merged_log_reader.h"
#include "openperflib/testing/all_cases.h"
#include "openperflib/testing/logs/blg_damage.h"
#include "openperflib/testing/logs/blg_example.h"
#include "openperflib/testing/logs/blg_writer_example.h"
#include "openperflib/testing/memory_file.h"

namespace openperflib {
namespace {

using blg_example::Block;
using blg_written::LogFile;

// SampleLog.blg is split between its fifth and its sixth sample.
struct Halves {
  LogWindow first;
  LogWindow second;
};

std::unique_ptr<BlgReader> reader_of(const Block& log) {
  return BlgReader::open(file_of(log), "a.blg", fixed_titles()).value();
}

Block genuine() { return blg_example::real_log("SampleLog.blg"); }

Halves halves() {
  const auto log = blg_example::read_log(genuine());
  return {.first = {.end_local = log.records.at(4).time_local},
          .second = {.begin_local = log.records.at(5).time_local}};
}

BlgWriterOptions options_of_log(const LogReader& from) {
  return blg_written::options_of_copy(from.header());
}

BlgObjectWriter new_log(const LogReader& from, const LogFile& file) {
  return {file.fd(), "a.blg", options_of_log(from), contents_of(from).objects,
          contents_of(from).names};
}

std::expected<BlgObjectWriter, SourceFault> appended_log(const LogReader& from,
                                                         const LogFile& file) {
  return BlgObjectWriter::append(file.fd(), "a.blg", options_of_log(from),
                                 contents_of(from).objects, contents_of(from).names,
                                 fixed_titles());
}

void copy_all(LogReader& from, BlgObjectWriter writer, const LogWindow& window) {
  LogConversion copy(from, writer, std::nullopt, window, LogConversion::RecordBefore::left_out);
  std::expected<ReadResult, SourceFault> step = ReadResult::reading;
  while (step.has_value() && *step == ReadResult::reading) step = copy.step();
  EXPECT_TRUE(step.has_value());
}

void write_part(const LogFile& file, const LogWindow& window) {
  const auto from = reader_of(genuine());
  copy_all(*from, new_log(*from, file), window);
}

void append_part(const LogFile& file, const LogWindow& window) {
  const auto from = reader_of(genuine());
  auto writer = appended_log(*from, file);
  ASSERT_TRUE(writer.has_value());
  copy_all(*from, *std::move(writer), window);
}

std::vector<Block> bodies_of(const Block& log, BlgKind kind) {
  LogAnomalies anomalies("a.blg");
  BlgMessages messages(BlgBuffers::open(file_of(log), anomalies).value());
  std::vector<Block> found;
  while (const auto message = messages.next(anomalies).value()) {
    if (message->kind == kind) found.emplace_back(message->body.begin(), message->body.end());
  }
  EXPECT_EQ(anomalies.count(), 0U);
  return found;
}

// The index is the genuine one of all eleven samples, and there is only one.
TEST(BlgObjectAppend, BothHalves_AreTheWholeLog) {
  LogFile file;
  write_part(file, halves().first);
  append_part(file, halves().second);
  const Block log = file.bytes();
  for (const BlgKind kind : {BlgKind::name_table, BlgKind::data, BlgKind::closing_index}) {
    EXPECT_TRUE(bodies_of(log, kind) == bodies_of(genuine(), kind)) << static_cast<int>(kind);
  }
  const auto before = blg_example::read_log(genuine());
  const auto after = blg_example::read_log(log);
  EXPECT_TRUE(blg_example::anomalies_of(after).empty());
  EXPECT_EQ(after.names, before.names);
  EXPECT_EQ(after.reader->header().entries, before.reader->header().entries);
}

TEST(BlgObjectAppend, UnusedPartOfTheBufferOfTheOldIndex_IsTail) {
  LogFile file;
  write_part(file, halves().first);
  append_part(file, halves().second);
  const Block log = file.bytes();
  for (std::size_t buffer = 1; buffer * blg_written::kBuffer < log.size(); ++buffer) {
    EXPECT_TRUE(blg_written::has_clean_tail(log, buffer)) << buffer;
  }
}

TEST(BlgObjectAppend, NothingAppended_LeavesTheLogAsItWas) {
  LogFile file;
  write_part(file, {});
  const Block before = file.bytes();
  append_part(file, {.begin_local = halves().second.begin_local + 3600 * kTicksPerSecond});
  EXPECT_TRUE(file.bytes() == before);
}

TEST(BlgObjectAppend, EarlierSample_IsRefusedAndTheLogStays) {
  LogFile file;
  write_part(file, {});
  const Block before = file.bytes();
  const auto from = reader_of(genuine());
  auto writer = appended_log(*from, file).value();
  LogRecord record;
  ASSERT_EQ(from->read(record).value(), ReadResult::reading);
  const auto written = writer.write(record.time_local, record.blocks);
  ASSERT_FALSE(written.has_value());
  EXPECT_EQ(pdh_code_of(written.error()), PDH_INCORRECT_APPEND_TIME);
  EXPECT_EQ(writer.end(), written);
  EXPECT_TRUE(file.bytes() == before);
}

TEST(BlgObjectAppend, OtherObjects_AreRefusedByTheirEntry) {
  LogFile file;
  write_part(file, halves().first);
  const Block before = file.bytes();
  const auto from = reader_of(genuine());
  std::vector<BlgObject> objects = contents_of(*from).objects;
  objects[3].name = "Thread";
  const auto writer = BlgObjectWriter::append(file.fd(), "a.blg", blg_written::options_for({}),
                                              objects, {}, fixed_titles());
  ASSERT_FALSE(writer.has_value());
  EXPECT_EQ(pdh_code_of(writer.error()), PDH_UNMATCHED_APPEND_COUNTER);
  EXPECT_EQ(writer.error().error->aux, 3U);
  EXPECT_TRUE(file.bytes() == before);
}

TEST(BlgObjectAppend, LogOfCounters_IsAnotherCatalog) {
  LogFile file;
  const Block log = blg_example::real_log("BasicPerfCounters.blg");
  ASSERT_EQ(::write(file.fd(), log.data(), log.size()), static_cast<ssize_t>(log.size()));
  const auto from = reader_of(genuine());
  const auto writer = appended_log(*from, file);
  ASSERT_FALSE(writer.has_value());
  EXPECT_EQ(pdh_code_of(writer.error()), PDH_UNMATCHED_APPEND_COUNTER);
  EXPECT_TRUE(file.bytes() == log);
}

// Blocks contain numbers: those of another Windows may mean something else.
TEST(BlgObjectAppend, NumberThatMeansSomethingElse_IsRefusedWhereABlockHasIt) {
  for (const auto& [index, is_refused] : {std::pair(6U, true), std::pair(4658U, false)}) {
    LogFile file;
    write_part(file, halves().first);
    const auto from = reader_of(genuine());
    const std::vector<BlgNames> names = {{"ZACH-PC", {{index, "Something else"}}}};
    auto writer = BlgObjectWriter::append(file.fd(), "a.blg", options_of_log(*from),
                                          contents_of(*from).objects, names, fixed_titles())
                      .value();
    LogRecord record;
    while (from->read(record).value() == ReadResult::reading) {
      if (record.time_local >= halves().second.begin_local) break;
    }
    const auto written = writer.write(record.time_local, record.blocks);
    EXPECT_EQ(written.has_value(), !is_refused) << index;
    if (!written.has_value()) {
      EXPECT_EQ(pdh_code_of(written.error()), PDH_UNMATCHED_APPEND_COUNTER);
    }
  }
}

TEST(BlgObjectAppend, KilledWhileAppending_LogHasAllThatWasThere) {
  LogFile file;
  write_part(file, halves().first);
  const auto from = reader_of(genuine());
  BlgWriterOptions options = options_of_log(*from);
  options.samples_per_flush = 1;
  auto writer = BlgObjectWriter::append(file.fd(), "a.blg", options, contents_of(*from).objects,
                                        contents_of(*from).names, fixed_titles())
                    .value();
  LogRecord record;
  for (int i = 0; i < 6; ++i) ASSERT_EQ(from->read(record).value(), ReadResult::reading);
  ASSERT_TRUE(writer.write(record.time_local, record.blocks).has_value());
  const auto log = blg_example::read_log(file.bytes());  // and no end() follows
  EXPECT_EQ(log.records.size(), 6U);
  EXPECT_TRUE(blg_example::anomalies_of(log).empty());
}

// A log that is damaged anywhere is refused, or appended to so that the new samples can be read.
// A thousand changes in script/test-slow; otherwise the first hundred.
TEST(BlgObjectAppend, DamagedLogs_SurviveSeededChanges) {
  const auto from = reader_of(genuine());
  LogRecord record;
  ASSERT_EQ(from->read(record).value(), ReadResult::reading);
  LogFile file;
  const std::vector<BlgObject> objects = {contents_of(*from).objects.at(6)};
  const std::vector<Bytes> blocks = {record.blocks.at(6)};
  BlgObjectWriter writer(file.fd(), "a.blg", options_of_log(*from), objects,
                         {{"ZACH-PC", {{238, "Processor"}}}});
  ASSERT_TRUE(writer.write(record.time_local, blocks).has_value());
  ASSERT_TRUE(writer.end().has_value());
  const Block sound = file.bytes();
  blg_damage::Seeded random(23);
  const int changes = takes_all_cases() ? 1000 : 100;
  for (int i = 0; i < changes; ++i) {
    const std::size_t at = blg_written::kBuffer * random.below(2) + 4 * random.below(700);
    LogFile damaged;
    const Block bytes = blg_damage::with_number(
        sound, at, blg_damage::kEdges[random.below(blg_damage::kEdges.size())]);
    ASSERT_EQ(::write(damaged.fd(), bytes.data(), bytes.size()),
              static_cast<ssize_t>(bytes.size()));
    auto appended = BlgObjectWriter::append(damaged.fd(), "a.blg", options_of_log(*from), objects,
                                            {}, fixed_titles());
    const FileTime later = record.time_local + 60 * kTicksPerSecond;
    if (!appended.has_value() || !appended->write(later, blocks).has_value()) continue;
    ASSERT_TRUE(appended->end().has_value());
    const auto read = blg_example::read_log(damaged.bytes());
    ASSERT_FALSE(read.records.empty()) << at;
    EXPECT_EQ(read.records.back().time_local, later - later % 10'000) << at;
  }
}

// Two logs of objects, one after the other, as one log of objects.
TEST(MergedObjectLogs, Halves_BecomeTheWholeLog) {
  LogFile first;
  LogFile second;
  write_part(first, halves().first);
  write_part(second, halves().second);
  std::vector<std::unique_ptr<LogReader>> logs;
  logs.push_back(reader_of(second.bytes()));
  logs.push_back(reader_of(first.bytes()));
  MergedLogReader merged(std::move(logs));
  ASSERT_TRUE(holds_objects(merged.header()));
  EXPECT_EQ(merged.names_of("ZACH-PC").size(), 1839U);
  LogFile out;
  copy_all(merged, new_log(merged, out), {});
  for (const BlgKind kind : {BlgKind::name_table, BlgKind::data, BlgKind::closing_index}) {
    EXPECT_TRUE(bodies_of(out.bytes(), kind) == bodies_of(genuine(), kind))
        << static_cast<int>(kind);
  }
}

std::unique_ptr<BlgReader> other_log(const std::string& machine, const std::vector<Title>& names) {
  const auto from = reader_of(genuine());
  LogFile file;
  std::vector<BlgObject> objects = contents_of(*from).objects;
  for (BlgObject& object : objects) object.machine = machine;
  BlgObjectWriter writer(file.fd(), "a.blg", options_of_log(*from), objects, {{machine, names}});
  copy_all(*from, std::move(writer), {});
  return reader_of(file.bytes());
}

TEST(MergedObjectLogs, TwoMachines_HaveTheirBlocksInOneRecord) {
  std::vector<std::unique_ptr<LogReader>> logs;
  logs.push_back(reader_of(genuine()));
  logs.push_back(other_log("OTHER", {{2, "System"}}));
  MergedLogReader merged(std::move(logs));
  ASSERT_TRUE(holds_objects(merged.header()));
  LogRecord record;
  ASSERT_EQ(merged.read(record).value(), ReadResult::reading);
  ASSERT_EQ(record.blocks.size(), 16U);
  for (std::size_t i = 0; i < 8; ++i) {
    EXPECT_FALSE(record.blocks[i].empty());
    EXPECT_TRUE(std::ranges::equal(record.blocks[i], record.blocks[i + 8]));
  }
  // Each has series of its own, though the n-th of one log is the n-th of the other.
  const auto series = merged.catalog().series();
  EXPECT_EQ(series.size(), 2 * reader_of(genuine())->catalog().series().size());
}

TEST(MergedObjectLogs, NamesThatContradict_MakeNoLogOfObjects) {
  std::vector<std::unique_ptr<LogReader>> logs;
  logs.push_back(reader_of(genuine()));
  logs.push_back(other_log("ZACH-PC", {{4658, "Something else"}}));
  EXPECT_FALSE(holds_objects(MergedLogReader(std::move(logs)).header()));
}

}  // namespace
}  // namespace openperflib
