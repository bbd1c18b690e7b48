#include "openperflib/log/blg/writing/blg_object_writer.h"

#include <gtest/gtest.h>

#include "openperflib/log/blg/blg_messages.h"
#include "openperflib/log/blg/blg_name_table_view.h"
#include "openperflib/testing/logs/blg_example.h"
#include "openperflib/testing/logs/blg_writer_example.h"
#include "openperflib/testing/memory_file.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

using blg_example::Block;
using blg_written::LogFile;
using Bodies = std::vector<Block>;

// The bodies of all messages of a kind, and their times.
struct Messages {
  Bodies bodies;
  std::vector<FileTime> times;
};

Messages messages_of(const Block& log, BlgKind kind) {
  LogAnomalies anomalies("a.blg");
  BlgMessages messages(BlgBuffers::open(file_of(log), anomalies).value());
  Messages found;
  while (const auto message = messages.next(anomalies).value()) {
    if (message->kind != kind) continue;
    found.bodies.emplace_back(message->body.begin(), message->body.end());
    found.times.push_back(message->time_local);
  }
  return found;
}

// The contents of a log of objects, to be written again.
struct Objects {
  std::vector<BlgObject> objects;
  std::vector<std::string> texts;
  std::vector<BlgNames> names;
};

Objects objects_of(const Block& log, const LogHeader& header) {
  Objects found;
  for (const LogEntry& entry : header.entries) {
    found.objects.push_back({entry.machine, entry.object, entry.instance.has_value()});
  }
  std::vector<std::pair<std::uint32_t, std::string>> pairs;
  for (const Block& body : messages_of(log, BlgKind::name_table).bodies) {
    auto table = BlgNameTableView::parse(body).value();
    while (const auto pair = table.next().value()) {
      pairs.emplace_back(pair->title_index, utf8_from_utf16(pair->text).text);
    }
  }
  for (const auto& [index, text] : pairs) found.texts.push_back(text);
  BlgNames& names = found.names.emplace_back();
  names.machine = header.entries.front().machine;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    names.names.push_back({pairs[i].first, found.texts[i]});
  }
  return found;
}

// The genuine log of objects, read and written.
class WrittenObjects : public testing::Test {
 protected:
  void SetUp() override {
    source_ = blg_example::real_log("SampleLog.blg");
    auto reader = BlgReader::open(file_of(source_), "a.blg", fixed_titles()).value();
    const Objects objects = objects_of(source_, reader->header());
    BlgWriterOptions options = blg_written::options_for({});
    options.zone = {.name = "EDT", .bias_minutes = 240};
    BlgObjectWriter writer(file_.fd(), "b.blg", options, objects.objects, objects.names);
    LogRecord record;
    while (reader->read(record).value() == ReadResult::reading) {
      ASSERT_TRUE(writer.write(record.time_local, record.blocks).has_value());
    }
    ASSERT_TRUE(writer.end().has_value());
    written_ = file_.bytes();
  }
  [[nodiscard]] Messages before(BlgKind kind) const { return messages_of(source_, kind); }
  [[nodiscard]] Messages after(BlgKind kind) const { return messages_of(written_, kind); }

  LogFile file_;
  Block source_;
  Block written_;
};

TEST_F(WrittenObjects, NameTables_AreTheGenuineOnes) {
  EXPECT_EQ(after(BlgKind::name_table).bodies.size(), 14U);
  EXPECT_TRUE(after(BlgKind::name_table).bodies == before(BlgKind::name_table).bodies);
}

TEST_F(WrittenObjects, Samples_AreTheGenuineOnes) {
  EXPECT_EQ(after(BlgKind::data).bodies.size(), 11U);
  EXPECT_TRUE(after(BlgKind::data).bodies == before(BlgKind::data).bodies);
}

TEST_F(WrittenObjects, ClosingIndex_IsTheGenuineOne) {
  const auto index = after(BlgKind::closing_index).bodies;
  ASSERT_EQ(index.size(), 1U);
  EXPECT_EQ(index.front().size(), 6200U);
  EXPECT_TRUE(index == before(BlgKind::closing_index).bodies);
}

TEST_F(WrittenObjects, Times_AreThoseOfTheGenuineMessages) {
  for (const BlgKind kind :
       {BlgKind::name_table, BlgKind::catalog, BlgKind::data, BlgKind::closing_index}) {
    EXPECT_EQ(after(kind).times, before(kind).times) << static_cast<int>(kind);
  }
}

TEST_F(WrittenObjects, Log_IsReadAsTheGenuineOne) {
  const auto before = blg_example::read_log(source_);
  const auto after = blg_example::read_log(written_);
  ASSERT_NE(after.reader, nullptr);
  EXPECT_TRUE(blg_example::anomalies_of(after).empty());
  EXPECT_EQ(after.names, before.names);
  ASSERT_EQ(after.records.size(), 11U);
  for (std::size_t i = 0; i < 11; ++i) {
    EXPECT_EQ(after.records[i].sample.counters, before.records[i].sample.counters);
    EXPECT_EQ(after.records[i].sample.time_utc, before.records[i].sample.time_utc);
  }
}

TEST(BlgObjectWriter, ObjectThatIsMissing_HasAnEmptyRecord) {
  LogFile file;
  BlgObjectWriter writer(file.fd(), "a.blg", blg_written::options_for({}),
                         {{"db-17", "Memory", false}}, {});
  const std::vector<Bytes> nothing(1);
  ASSERT_TRUE(writer.write(133'700'000'000'000'000, nothing).has_value());
  ASSERT_TRUE(writer.end().has_value());
  const auto data = messages_of(file.bytes(), BlgKind::data).bodies;
  ASSERT_EQ(data.size(), 1U);
  EXPECT_EQ(data.front().size(), 16U) << "two heads";
}

TEST(BlgObjectWriter, FullDevice_IsAFault) {
  const UniqueFd full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  BlgObjectWriter writer(full.get(), "a.blg", blg_written::options_for({}),
                         {{"db-17", "Memory", false}}, {});
  const std::vector<Bytes> nothing(1);
  const auto written = writer.write(133'700'000'000'000'000, nothing);
  ASSERT_FALSE(written.has_value());
  EXPECT_EQ(describe(written.error()), "No space left on device: a.blg");
  EXPECT_EQ(writer.end(), written);
}

}  // namespace
}  // namespace openperflib
