// Logs that are damaged, grow, are cut or removed while a query reads them: docs/pdh.md, "Logs".
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "openperflib/pdh/log_facts.h"
#include "openperflib/pdh/log_output.h"
#include "openperflib/pdh/pdh_query.h"
#include "openperflib/testing/file_text.h"
#include "openperflib/testing/logs/genuine_logs.h"
#include "openperflib/testing/machines/shop_machine.h"
#include "openperflib/testing/made_folder.h"

namespace openperflib {
namespace {

constexpr const char* kTotal = "\\Processor(_Total)\\% Processor Time";
constexpr std::size_t kBuffer = 65'536;  // of a binary log
// The start of the outer record of a sample.
constexpr std::string_view kSampleRecord("BL\3\0", 4);

class BadLog : public testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const {
    return folder_.path() + "/" + name;
  }
  [[nodiscard]] std::unique_ptr<PdhQuery> opened(const std::string& name,
                                                 std::string_view counter) {
    auto query = PdhQuery::open(DataSource::of_log(path(name)), shop_.machine()).value();
    EXPECT_TRUE(query->add(counter).has_value()) << name;
    return query;
  }
  // Writes the genuine log of 601 records under a name.
  std::string write_genuine(const std::string& name) const {
    std::string bytes = text_of_file(kBasicLog);
    folder_.write(name, bytes);
    return bytes;
  }
  void append(const std::string& name, std::string_view text) const {
    std::ofstream(path(name), std::ios::binary | std::ios::app) << text;
  }

  ShopMachine shop_;
  MadeFolder folder_;
};

// The times of the records that are left; after them there is no more, however often one asks.
std::vector<FileTime> rest_of(PdhQuery& query) {
  std::vector<FileTime> times;
  auto time = query.collect();
  for (; time.has_value(); time = query.collect()) times.push_back(*time);
  EXPECT_EQ(time.error(), PDH_NO_MORE_DATA);
  EXPECT_EQ(query.collect().error(), PDH_NO_MORE_DATA);
  return times;
}

TEST_F(BadLog, DamagedRecord_CostsItselfAlone) {
  constexpr std::size_t kDamaged = 300;
  std::string bytes = write_genuine("whole.blg");
  std::size_t at = bytes.find(kSampleRecord);
  for (std::size_t i = 0; i < kDamaged; ++i) at = bytes.find(kSampleRecord, at + 1);
  bytes[at] = 0;
  folder_.write("damaged.blg", bytes);
  std::vector<FileTime> expected = rest_of(*opened("whole.blg", kTotal));
  ASSERT_EQ(expected.size(), 601U);
  expected.erase(expected.begin() + kDamaged);
  EXPECT_EQ(rest_of(*opened("damaged.blg", kTotal)), expected);
}

// The rate is that of the readings that there are.
TEST_F(BadLog, RateAfterADamagedRecord_IsThatSinceTheOneBefore) {
  std::string bytes = write_genuine("log.blg");
  bytes[bytes.find(kSampleRecord, bytes.find(kSampleRecord) + 1)] = 0;
  folder_.write("log.blg", bytes);
  const auto query = PdhQuery::open(DataSource::of_log(path("log.blg")), shop_.machine()).value();
  const auto counter = query->add(kTotal).value();
  ASSERT_TRUE(query->collect().has_value());
  const RawCounter first = query->reading(counter)->raw;
  ASSERT_TRUE(query->collect().has_value());
  const RawCounter third = query->reading(counter)->raw;
  EXPECT_GT(third.second - first.second, 19'000'000U) << "two seconds";
  EXPECT_EQ(query->value(counter, {})->value.real(),
            query->calculated(counter, {}, third, first)->value.real());
}

TEST_F(BadLog, RowOfAnotherKind_IsSkipped) {
  folder_.write("log.csv",
                "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\X\\Y\"\r\n"
                "\"11/22/2026 10:00:00.000\",\"1\"\r\n"
                "\x01\x02\xFF no row\r\n"
                "\"11/22/2026 10:00:02.000\",\"2x\"\r\n"
                "\"11/22/2026 10:00:03.000\",\"3\"\r\n");
  const auto query = PdhQuery::open(DataSource::of_log(path("log.csv")), shop_.machine()).value();
  const auto counter = query->add("\\X\\Y").value();
  ASSERT_TRUE(query->collect().has_value());
  EXPECT_EQ(query->value(counter, {})->value.real(), 1);
  ASSERT_TRUE(query->collect().has_value());
  EXPECT_EQ(query->value(counter, {})->value.status, CStatus::invalid_data);
  ASSERT_TRUE(query->collect().has_value());
  EXPECT_EQ(query->value(counter, {})->value.real(), 3);
  EXPECT_EQ(query->collect().error(), PDH_NO_MORE_DATA);
}

// Its writer is in the middle of a row.
TEST_F(BadLog, TextLogThatGrows_HasWholeRowsUntilTheEndWasReached) {
  folder_.write("log.csv",
                "\"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\X\\Y\"\r\n"
                "\"11/22/2026 10:00:00.000\",\"1\"\r\n"
                "\"11/22/2026 10:00:01.000\",\"1");
  const auto query = PdhQuery::open(DataSource::of_log(path("log.csv")), shop_.machine()).value();
  const auto counter = query->add("\\X\\Y").value();
  ASSERT_TRUE(query->collect().has_value());
  append("log.csv", "25\"\r\n");
  ASSERT_TRUE(query->collect().has_value());
  EXPECT_EQ(query->value(counter, {})->value.real(), 125);
  EXPECT_EQ(query->collect().error(), PDH_NO_MORE_DATA);
  append("log.csv", "\"11/22/2026 10:00:02.000\",\"3\"\r\n");
  EXPECT_EQ(query->collect().error(), PDH_NO_MORE_DATA);
  EXPECT_EQ(rest_of(*opened("log.csv", "\\X\\Y")).size(), 3U);
}

// It is written by PDH meanwhile; what concerns all of it is read again.
TEST_F(BadLog, BinaryLogThatGrows_IsReadAgainByTheNextQuery) {
  LogContents contents(fixed_titles());
  const DataSource source = DataSource::of_log(path("log.blg"));
  const std::shared_ptr<PdhQuery> live = PdhQuery::open(DataSource(), shop_.machine()).value();
  ASSERT_TRUE(live->add("\\Web Shop(*)\\Requests/sec").has_value());
  const auto log =
      PdhLogOutput::open(live, {.target = LogTarget::parse(path("log.blg")).value()}, contents)
          .value();
  for (std::uint64_t records = 1; records < 40; ++records) {
    ASSERT_EQ(log->update(""), kPdhSuccess);
    ASSERT_EQ(time_range_of(source, contents)->records, records);
    ASSERT_EQ(rest_of(*opened("log.blg", "\\Web Shop(North)\\Requests/sec")).size(), records);
  }
  const auto reader = opened("log.blg", "\\Web Shop(North)\\Requests/sec");
  ASSERT_TRUE(reader->collect().has_value());
  shop_.script().shops.push_back({"East", 1, 2, 3});
  ASSERT_EQ(log->update(""), kPdhSuccess);
  EXPECT_EQ(rest_of(*reader).size(), 38U);
  const auto next = opened("log.blg", "\\Web Shop(East)\\Requests/sec");
  for (int i = 0; i < 39; ++i) EXPECT_EQ(next->collect().error(), PDH_NO_DATA);
  EXPECT_EQ(rest_of(*next).size(), 1U);
}

// No signal, and nothing that is not in the file any more.
TEST_F(BadLog, LogThatIsCutWhileItIsRead_EndsThere) {
  write_genuine("log.blg");
  write_genuine("empty.blg");
  const auto query = opened("log.blg", kTotal);
  const auto of_empty = opened("empty.blg", kTotal);
  std::vector<FileTime> times = {query->collect().value()};
  ASSERT_TRUE(of_empty->collect().has_value());
  std::filesystem::resize_file(path("log.blg"), 2 * kBuffer + 1'000);
  std::filesystem::resize_file(path("empty.blg"), 0);
  const std::vector<FileTime> rest = rest_of(*query);
  times.insert(times.end(), rest.begin(), rest.end());
  EXPECT_EQ(times, rest_of(*opened("log.blg", kTotal)));
  EXPECT_LT(rest_of(*of_empty).size(), 600U);
}

TEST_F(BadLog, LogThatIsRemoved_IsReadToItsEndByThoseWhoHaveIt) {
  write_genuine("log.blg");
  const auto query = opened("log.blg", kTotal);
  ASSERT_TRUE(query->collect().has_value());
  folder_.remove("log.blg");
  EXPECT_EQ(query->set_range(0, 1), PDH_FILE_NOT_FOUND);
  EXPECT_EQ(query->add("\\System\\Processes").error(), PDH_FILE_NOT_FOUND);
  EXPECT_EQ(rest_of(*query).size(), 600U);
  EXPECT_EQ(PdhQuery::open(DataSource::of_log(path("log.blg")), shop_.machine()).error(),
            PDH_FILE_NOT_FOUND);
}

TEST_F(BadLog, FileThatCannotBeRead_IsTold) {
  LogContents contents(fixed_titles());
  for (const char* const name : {"/proc/self/mem", "/proc"}) {
    const DataSource source = DataSource::of_log(name);
    EXPECT_EQ(PdhQuery::open(source, shop_.machine()).error(), PDH_LOG_FILE_OPEN_ERROR) << name;
    EXPECT_EQ(time_range_of(source, contents).error(), PDH_LOG_FILE_OPEN_ERROR) << name;
  }
}

}  // namespace
}  // namespace openperflib
