// Rows that workers make into text: the same bytes as without them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "openperflib/log/log_conversion.h"
#include "openperflib/log/text/text_log_writer.h"
#include "openperflib/testing/late_workers.h"
#include "openperflib/testing/logs/memory_log.h"
#include "openperflib/testing/memory_file.h"

namespace openperflib {
namespace {

using memory_log::kSecond;

// Two thousand records of two instances, of which one is missing for a while; a third one comes
// later.
MemoryLog changing_log() {
  MemoryLog log("db-17");
  for (std::uint64_t i = 1; i <= 2500; ++i) {
    const FileTime time = MemoryLog::kStart + static_cast<FileTime>(i) * kSecond;
    std::vector<MemoryLog::Reading> readings = {{"0", 7 * i, i}};
    if (i < 1200 || i > 1300) readings.push_back({"1", i * i, i});
    if (i > 2000) readings.push_back({"2", 3 * i, i});
    log.add(time, std::move(readings));
  }
  return log;
}

struct TextCopy {
  std::string text;
  std::expected<void, SourceFault> ended;
  std::uint64_t records = 0;
};

// Copies the log until it ends or `most` steps were taken.
TextCopy text_copy_of(MemoryLog log, Workers* workers, TextLogWriteOptions options = {},
                      std::size_t most = 10'000) {
  options.flush = TextLogWriteOptions::Flush::in_pieces;
  const UniqueFd fd = empty_file();
  Query query(fixed_titles());
  EXPECT_TRUE(query.add("\\Processor(*)\\Rate").has_value());
  TextLogWriter sink(fd.get(), "copy.csv", TextLogFormat::csv, {}, std::move(options));
  LogConversion conversion(log, query, sink, {}, LogConversion::RecordBefore::left_out, workers);
  TextCopy copied;
  for (std::size_t step = 0; step < most; ++step) {
    const auto result = conversion.step();
    if (!result.has_value()) {
      copied.ended = std::unexpected(result.error());
      break;
    }
    if (*result == ReadResult::end) break;
  }
  EXPECT_TRUE(conversion.flush().has_value() || !copied.ended.has_value());
  (void)sink.end();
  copied.records = conversion.written().records;
  const auto bytes = bytes_of(fd.get());
  copied.text.assign(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  return copied;
}

TEST(RowTexts, CopyOfWorkers_HasTheSameBytes) {
  LateWorkers workers;
  const TextCopy alone = text_copy_of(changing_log(), nullptr);
  const TextCopy copied = text_copy_of(changing_log(), &workers);
  EXPECT_EQ(copied.text, alone.text);
  EXPECT_EQ(copied.records, 2500U);
  EXPECT_GE(workers.starts, 4U);  // each set of series, and what fills a batch
}

TEST(RowTexts, SheetOfWorkers_HasTheSameBytes) {
  LateWorkers workers;
  const TextLogWriteOptions sheet{.caption = {}, .sheet = SheetStyle::decimal_comma};
  EXPECT_EQ(text_copy_of(changing_log(), &workers, sheet).text,
            text_copy_of(changing_log(), nullptr, sheet).text);
  EXPECT_NE(workers.starts, 0U);
}

TEST(RowTexts, CopyThatIsStopped_HasTheRowsThatWereRead) {
  LateWorkers workers;
  const TextCopy copied = text_copy_of(changing_log(), &workers, {}, 1500);
  EXPECT_EQ(copied.text, text_copy_of(changing_log(), nullptr, {}, 1500).text);
  EXPECT_EQ(copied.records, 1500U);
}

// A comment belongs to its row, which is then written at once.
TEST(RowTexts, LogWithComments_IsWrittenRowByRow) {
  LateWorkers workers;
  const TextCopy copied = text_copy_of(changing_log(), &workers, {.caption = "a server"});
  EXPECT_EQ(copied.text, text_copy_of(changing_log(), nullptr, {.caption = "a server"}).text);
  EXPECT_EQ(workers.starts, 0U);
}

TEST(RowTexts, TimeThatNoTextCanHold_IsTheFaultAfterTheRowsBeforeIt) {
  const auto log_of = [] {
    MemoryLog log("db-17");
    log.add(MemoryLog::kStart, {{"0", 1, 1}}).add(MemoryLog::kStart + kSecond, {{"0", 3, 2}});
    log.add(FileTime{2'700'000'000'000'000'000}, {{"0", 5, 3}});
    log.add(FileTime{2'700'000'000'000'000'000} + kSecond, {{"0", 6, 4}});
    return log;
  };
  LateWorkers workers;
  const TextCopy alone = text_copy_of(log_of(), nullptr);
  const TextCopy copied = text_copy_of(log_of(), &workers);
  ASSERT_FALSE(copied.ended.has_value());
  EXPECT_THAT(copied.ended.error().message, testing::HasSubstr("9999"));
  EXPECT_EQ(copied.text, alone.text);
}

}  // namespace
}  // namespace openperflib
