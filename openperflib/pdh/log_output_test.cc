// Logs of this machine: docs/pdh.md, "Writing logs".
#include "openperflib/pdh/log_output.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/abi/windows_error_constants.h"
#include "openperflib/log/open_log.h"
#include "openperflib/pdh/log_facts.h"
#include "openperflib/testing/file_text.h"
#include "openperflib/testing/killed_writer.h"
#include "openperflib/testing/machines/shop_machine.h"
#include "openperflib/testing/made_folder.h"
#include "openperflib/testing/size_limit.h"

namespace openperflib {
namespace {

using Existing = PdhLogOptions::Existing;

constexpr const char* kAllSeats = "\\Web Shop(*)\\Seats";
constexpr const char* kAllRequests = "\\Web Shop(*)\\Requests/sec";

// The rest of each line of a text log after its first cell; of the first line the machines too are
// left out. The last one may be unfinished only where its writer was killed.
std::vector<std::string> lines_of(const std::string& path, bool was_killed = false) {
  std::vector<std::string> lines;
  std::string text = text_of_file(path);
  for (std::size_t end = text.find("\r\n"); end != std::string::npos; end = text.find("\r\n")) {
    std::string line = text.substr(text.find("\",\"") + 2, end - text.find("\",\"") - 2);
    for (std::size_t at = line.find("\"\\\\"); at != std::string::npos; at = line.find("\"\\\\")) {
      line.erase(at + 1, line.find('\\', at + 3) - at - 1);
    }
    lines.push_back(std::move(line));
    text.erase(0, end + 2);
  }
  EXPECT_TRUE(was_killed || text.empty()) << "an unfinished line: " << text;
  return lines;
}

class LogOutputTest : public testing::Test {
 protected:
  LogOutputTest() : query_(PdhQuery::open(DataSource(), shop_.machine()).value()) {}

  void add(std::string_view path) { ASSERT_TRUE(query_->add(path).has_value()); }
  [[nodiscard]] std::string path(const std::string& name) const {
    return folder_.path() + "/" + name;
  }
  [[nodiscard]] bool exists(const std::string& name) const {
    return std::filesystem::exists(path(name));
  }
  [[nodiscard]] PdhLogOptions to(const std::string& name) const {
    return {.target = LogTarget::parse(path(name)).value()};
  }
  [[nodiscard]] std::expected<std::unique_ptr<PdhLogOutput>, PdhStatus> open(
      PdhLogOptions options) {
    return PdhLogOutput::open(query_, std::move(options), contents_);
  }
  [[nodiscard]] std::unique_ptr<PdhLogOutput> opened(PdhLogOptions options) {
    return open(std::move(options)).value();
  }
  // The records of a log, a line each: the numbers of its series in their order, "-" for none.
  [[nodiscard]] std::vector<std::string> records_of(const std::string& name,
                                                    std::uint64_t most_anomalies = 0) const {
    const TitleTable titles = fixed_titles();
    const auto log = open_log(path(name), {.titles = titles}).value();
    std::vector<std::string> records;
    LogRecord record;
    while (log->read(record).value() == ReadResult::reading) {
      std::string numbers;
      for (std::size_t i = 0; i < log->catalog().series().size(); ++i) {
        const RawCounter& reading = record.sample.counters[i];
        const std::string instance(log->catalog().series()[i].instance.value_or(""));
        numbers +=
            instance + (usable(reading.status) ? "=" + std::to_string(reading.first) : "-") + " ";
      }
      records.push_back(numbers);
    }
    EXPECT_LE(log->anomaly_count(), most_anomalies);
    return records;
  }

  ShopMachine shop_;
  MadeFolder folder_;
  LogContents contents_{fixed_titles()};
  std::shared_ptr<PdhQuery> query_;
};

TEST_F(LogOutputTest, TextLog_HasAColumnOfEachInstanceAndARowOfEachUpdate) {
  add(kAllSeats);
  add("\\Web Shop(South)\\% Load");
  const auto log = opened(to("log.csv"));
  EXPECT_EQ(lines_of(path("log.csv")),
            (std::vector<std::string>{"\"\\Web Shop(North)\\Seats\",\"\\Web Shop(South)\\Seats\","
                                      "\"\\Web Shop(South)\\% Load\""}));
  EXPECT_EQ(log->update(""), kPdhSuccess);
  EXPECT_EQ(lines_of(path("log.csv")).back(), "\"7\",\" \",\"50\"");
  shop_.script().shops[0].seats = 9;
  EXPECT_EQ(log->update("dropped"), kPdhSuccess);
  EXPECT_EQ(lines_of(path("log.csv")).back(), "\"9\",\" \",\"50\"");
  EXPECT_EQ(log->close(), kPdhSuccess);
  EXPECT_EQ(lines_of(path("log.csv")).size(), 3U);
}

TEST_F(LogOutputTest, TsvLog_HasTabs) {
  add(kSeats);
  const auto log = opened(to("log.tsv"));
  ASSERT_EQ(log->update(""), kPdhSuccess);
  const std::string text = text_of_file(path("log.tsv"));
  EXPECT_TRUE(text.starts_with("\"(PDH-TSV 4.0) (")) << text;
  EXPECT_TRUE(text.ends_with("\"\t\"7\"\r\n")) << text;
}

// It is read while it is open, as after the death of its writer.
TEST_F(LogOutputTest, BinaryLog_FollowsInstancesAndCanBeReadAtAnyTime) {
  add(kAllRequests);
  add(kSeats);
  const auto log = opened(to("log.blg"));
  EXPECT_TRUE(records_of("log.blg").empty());
  ASSERT_EQ(log->update(""), kPdhSuccess);
  shop_.script().shops.push_back({"East", 1, 2, 3});
  ASSERT_EQ(log->update(""), kPdhSuccess);
  shop_.script().shops.erase(shop_.script().shops.begin());
  ASSERT_EQ(log->update(""), kPdhSuccess);
  const std::vector<std::string> expected = {"North=1000 South=500 North=7 ",
                                             "North=1000 South=500 East=1 North=7 ",
                                             "South=500 East=1 North- "};
  EXPECT_EQ(records_of("log.blg"), expected);
  EXPECT_EQ(log->close(), kPdhSuccess);
  EXPECT_EQ(records_of("log.blg"), expected);
}

TEST_F(LogOutputTest, TextLog_HasNoColumnForWhatComesLaterAndABlankForWhatIsGone) {
  add(kAllSeats);
  const auto log = opened(to("log.csv"));
  shop_.script().shops = {{"East", 1, 2, 3}, {"South", 1, 2, 4}};
  ASSERT_EQ(log->update(""), kPdhSuccess);
  EXPECT_EQ(lines_of(path("log.csv")),
            (std::vector<std::string>{"\"\\Web Shop(North)\\Seats\",\"\\Web Shop(South)\\Seats\"",
                                      "\" \",\"4\""}));
}

// As a program that is logged before it runs.
TEST_F(LogOutputTest, NamedInstanceThatComesLater_HasItsColumnAndItsEntry) {
  add("\\Web Shop(East)\\Seats");
  for (const char* const name : {"log.csv", "log.blg"}) {
    shop_.script().shops.resize(2);
    const auto log = opened(to(name));
    ASSERT_EQ(log->update(""), kPdhSuccess) << name;
    shop_.script().shops.push_back({"East", 1, 2, 3});
    ASSERT_EQ(log->update(""), kPdhSuccess) << name;
  }
  EXPECT_EQ(lines_of(path("log.csv")),
            (std::vector<std::string>{"\"\\Web Shop(East)\\Seats\"", "\" \"", "\"3\""}));
  EXPECT_EQ(records_of("log.blg"), (std::vector<std::string>{"East- ", "East=3 "}));
}

TEST_F(LogOutputTest, RemovedCounters_AreNotWritten) {
  const auto removed = query_->add("\\Web Shop(North)\\% Load").value();
  add(kSeats);
  ASSERT_EQ(query_->remove(removed), kPdhSuccess);
  const auto text = opened(to("log.csv"));
  const auto binary = opened(to("log.blg"));
  ASSERT_EQ(text->update(""), kPdhSuccess);
  ASSERT_EQ(binary->update(""), kPdhSuccess);
  EXPECT_EQ(lines_of(path("log.csv")),
            (std::vector<std::string>{"\"\\Web Shop(North)\\Seats\"", "\"7\""}));
  EXPECT_EQ(records_of("log.blg"), std::vector<std::string>{"North=7 "});
}

TEST_F(LogOutputTest, QueryWithoutCounters_IsALogOfThoseThatComeBeforeTheFirstUpdate) {
  const auto log = opened(to("log.csv"));
  EXPECT_EQ(log->update(""), PDH_NO_DATA);
  EXPECT_EQ(text_of_file(path("log.csv")), "");
  add(kSeats);
  EXPECT_EQ(log->update(""), kPdhSuccess);
  add("\\Web Shop(North)\\% Load");  // too late for a column
  EXPECT_EQ(log->update(""), kPdhSuccess);
  EXPECT_EQ(lines_of(path("log.csv")),
            (std::vector<std::string>{"\"\\Web Shop(North)\\Seats\"", "\"7\"", "\"7\""}));
}

TEST_F(LogOutputTest, ValuesInLogs_AreNeitherScaledNorCapped) {
  const auto counter = query_->add("\\Web Shop(North)\\% Load").value();
  ASSERT_EQ(query_->set_scale(counter, 3), kPdhSuccess);
  shop_.script().shops[0].load = 800;  // of 400
  const auto log = opened(to("log.csv"));
  ASSERT_EQ(log->update(""), kPdhSuccess);
  EXPECT_EQ(lines_of(path("log.csv")).back(), "\"200\"");
}

TEST_F(LogOutputTest, Comments_AreBelowTheCaption) {
  add(kSeats);
  PdhLogOptions options = to("log.csv");
  options.has_comments = true;
  options.caption = "what happened";
  const auto log = opened(options);
  ASSERT_EQ(log->update("opened"), kPdhSuccess);
  ASSERT_EQ(log->update(""), kPdhSuccess);
  EXPECT_EQ(lines_of(path("log.csv")),
            (std::vector<std::string>{"\"\\Web Shop(North)\\Seats\",\"what happened\"",
                                      "\"7\",\"opened\"", "\"7\",\" \""}));
}

TEST_F(LogOutputTest, WithoutACaption_TheFirstCommentIsOne) {
  add(kSeats);
  const struct {
    const char* name;
    std::vector<std::string> comments;
    std::string caption;
  } cases[] = {
      {"a.csv", {"first", "second"}, "first"}, {"b.csv", {"", "late"}, " "}, {"c.csv", {}, " "}};
  for (const auto& one : cases) {
    PdhLogOptions options = to(one.name);
    options.has_comments = true;
    auto log = opened(options);
    EXPECT_EQ(text_of_file(path(one.name)), "");
    for (const std::string& comment : one.comments) ASSERT_EQ(log->update(comment), kPdhSuccess);
    ASSERT_EQ(log->close(), kPdhSuccess);
    const auto lines = lines_of(path(one.name));
    ASSERT_EQ(lines.size(), one.comments.size() + 1);
    EXPECT_EQ(lines.front(), "\"\\Web Shop(North)\\Seats\",\"" + one.caption + "\"");
  }
}

TEST_F(LogOutputTest, ClosedQuery_HasCompletedItsLogs) {
  add(kSeats);
  const auto text = opened(to("log.csv"));
  const auto binary = opened(to("log.blg"));
  ASSERT_EQ(binary->update(""), kPdhSuccess);
  (void)query_->close();
  EXPECT_EQ(binary->update(""), PDH_INVALID_HANDLE);
  EXPECT_EQ(binary->size(), std::filesystem::file_size(path("log.blg")));
  EXPECT_EQ(records_of("log.blg"), std::vector<std::string>{"North=7 "});
  EXPECT_EQ(binary->close(), kPdhSuccess);
  EXPECT_EQ(text->close(), kPdhSuccess);
  EXPECT_EQ(open(to("other.csv")).error(), PDH_INVALID_HANDLE);
  EXPECT_FALSE(exists("other.csv"));
}

TEST_F(LogOutputTest, LogWithoutUpdates_IsComplete) {
  add(kSeats);
  (void)opened(to("log.csv"))->close();
  (void)opened(to("log.blg"))->close();
  EXPECT_EQ(lines_of(path("log.csv")), std::vector<std::string>{"\"\\Web Shop(North)\\Seats\""});
  EXPECT_TRUE(records_of("log.blg").empty());
}

TEST_F(LogOutputTest, LargestSize_EndsTheLog) {
  add(kSeats);
  PdhLogOptions options = to("log.csv");
  options.most_bytes = 200;
  const auto log = opened(options);
  PdhStatus status = kPdhSuccess;
  for (int i = 0; i < 10 && status == kPdhSuccess; ++i) status = log->update("");
  EXPECT_EQ(status, PDH_END_OF_LOG_FILE);
  EXPECT_EQ(log->update(""), PDH_END_OF_LOG_FILE);
  const auto size = log->size().value();
  EXPECT_GE(size, 200U);
  EXPECT_LT(size, 240U);  // by less than a row
}

TEST_F(LogOutputTest, FileThatWasRemoved_IsToldAndNotWritten) {
  add(kSeats);
  const auto log = opened(to("log.csv"));
  ASSERT_EQ(log->update(""), kPdhSuccess);
  folder_.remove("log.csv");
  EXPECT_EQ(log->update(""), PDH_FILE_NOT_FOUND);
  EXPECT_EQ(log->size(), std::unexpected(PDH_FILE_NOT_FOUND));
}

TEST_F(LogOutputTest, Flush_IsForBinaryLogs) {
  add(kSeats);
  EXPECT_EQ(opened(to("log.csv"))->flush(), PDH_NOT_IMPLEMENTED);
  EXPECT_EQ(opened(to("log.tsv"))->flush(), PDH_NOT_IMPLEMENTED);
  const auto log = opened(to("log.blg"));
  EXPECT_EQ(log->flush(), kPdhSuccess);
  ASSERT_EQ(log->close(), kPdhSuccess);
  EXPECT_EQ(log->flush(), kPdhSuccess);
}

// What exists, and what becomes of it.
TEST_F(LogOutputTest, ExistingFile_IsRefusedOrReplaced) {
  add(kSeats);
  folder_.write("log.csv", "mine");
  EXPECT_EQ(open(to("log.csv")).error(), PDH_FILE_ALREADY_EXISTS);
  EXPECT_EQ(text_of_file(path("log.csv")), "mine");
  PdhLogOptions options = to("log.csv");
  options.existing = Existing::replaced;
  const auto log = opened(options);
  EXPECT_EQ(lines_of(path("log.csv")).size(), 1U);
  EXPECT_EQ(open(options).error(), PDH_LOG_FILE_CREATE_ERROR) << "it is written";
}

TEST_F(LogOutputTest, FolderThatDoesNotExist_IsFileNotFound) {
  add(kSeats);
  EXPECT_EQ(open(to("no/log.csv")).error(), PDH_FILE_NOT_FOUND);
  folder_.make_folder("folder.csv");
  PdhLogOptions options = to("folder.csv");
  options.existing = Existing::replaced;
  EXPECT_EQ(open(options).error(), PDH_LOG_FILE_CREATE_ERROR);
}

TEST_F(LogOutputTest, CircleWithoutRoom_LeavesNoFileOrTheOneThatExists) {
  add(kSeats);
  PdhLogOptions options = to("log.blg");
  options.is_circular = true;
  options.most_bytes = 1000;
  EXPECT_EQ(open(options).error(), PDH_LOG_SAMPLE_TOO_SMALL);
  EXPECT_FALSE(exists("log.blg"));
  folder_.write("log.blg", "mine");
  options.existing = Existing::replaced;
  EXPECT_EQ(open(options).error(), PDH_LOG_SAMPLE_TOO_SMALL);
  EXPECT_EQ(text_of_file(path("log.blg")), "mine");
}

// A disk that is full, and has room again.
TEST_F(LogOutputTest, FullDisk_IsToldAndLeavesWholeRecords) {
  add(kSeats);
  const auto text = opened(to("log.csv"));
  const auto binary = opened(to("log.blg"));
  ASSERT_EQ(text->update(""), kPdhSuccess);
  {
    const SizeLimit limit(text->size().value() + 5);
    EXPECT_EQ(text->update(""), ERROR_DISK_FULL);
    EXPECT_EQ(open(to("other.blg")).error(), ERROR_DISK_FULL);
  }
  EXPECT_FALSE(exists("other.blg"));
  EXPECT_EQ(lines_of(path("log.csv")).size(), 2U);
  EXPECT_EQ(text->update(""), kPdhSuccess);
  EXPECT_EQ(lines_of(path("log.csv")).size(), 3U);
  ASSERT_EQ(binary->update(""), kPdhSuccess);
  {
    const SizeLimit limit(65'600);  // within the buffer of the catalog
    EXPECT_EQ(binary->update(""), ERROR_DISK_FULL);
  }
  EXPECT_EQ(records_of("log.blg"), std::vector<std::string>{"North=7 "});
  EXPECT_EQ(open({.target = {.format = LogFormat::csv, .name = "/dev/full"},
                  .existing = Existing::replaced})
                .error(),
            ERROR_DISK_FULL);
}

TEST_F(LogOutputTest, FolderThatMayNotBeWritten_IsAccessDenied) {
  add(kSeats);
  EXPECT_EQ(open({.target = {.format = LogFormat::csv, .name = "/sys/log.csv"}}).error(),
            PDH_ACCESS_DENIED);
}

// The process dies in an update: all records of the updates before it are there.
TEST_F(LogOutputTest, KilledWriter_LeavesALogWithAllRecords) {
  add(kSeats);
  for (const std::string name : {"log.csv", "log.blg"}) {
    for (std::size_t samples = 1; samples < 40; samples += 7) {
      folder_.remove(name);
      const std::size_t told = killed_after(samples, [&](int into) {
        const auto log = opened(to(name));
        for (std::uint32_t i = 1;; ++i) {
          shop_.script().shops[0].seats = i;
          if (log->update("") != kPdhSuccess || ::write(into, "+", 1) != 1) return;
        }
      });
      const auto records = name == "log.blg" ? records_of(name, 1) : lines_of(path(name), true);
      const std::size_t heads = name == "log.blg" ? 0 : 1;
      ASSERT_GE(records.size(), told + heads);
      for (std::size_t i = 1; i <= told; ++i) {
        EXPECT_EQ(records[i - 1 + heads], name == "log.blg" ? "North=" + std::to_string(i) + " "
                                                            : "\"" + std::to_string(i) + "\"");
      }
    }
  }
}

TEST_F(LogOutputTest, ForkedChild_LeavesTheLogToItsParent) {
  add(kSeats);
  const auto log = opened(to("log.blg"));
  ASSERT_EQ(log->update(""), kPdhSuccess);
  const std::string before = text_of_file(path("log.blg"));
  const pid_t child = ::fork();
  if (child == 0) {
    const bool is_refused = log->update("") == PDH_INVALID_HANDLE;
    ::_exit(is_refused && log->close() == kPdhSuccess ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_TRUE(text_of_file(path("log.blg")) == before);
  EXPECT_EQ(log->update(""), kPdhSuccess);
  EXPECT_EQ(log->close(), kPdhSuccess);
  EXPECT_EQ(records_of("log.blg"), (std::vector<std::string>{"North=7 ", "North=7 "}));
}

// Another thread of the parent holds the log at that moment, as PdhCloseLog does.
TEST_F(LogOutputTest, ForkedChild_ClosesItsQueryWhateverHoldsTheLog) {
  add(kSeats);
  const auto log = opened(to("log.blg"));
  log->lock();
  query_->lock();
  const pid_t child = ::fork();
  if (child == 0) {
    ::alarm(60);
    query_->leave_parent();
    query_->unlock();
    (void)query_->close();
    ::_exit(0);
  }
  query_->unlock();
  log->unlock();
  int status = -1;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(log->update(""), kPdhSuccess);
}

TEST_F(LogOutputTest, CircularLog_NeverExceedsItsSize) {
  add(kSeats);
  PdhLogOptions options = to("log.blg");
  options.is_circular = true;
  options.most_bytes = 300'000;
  const auto log = opened(options);
  for (std::uint32_t i = 0; i < 3'000; ++i) {
    shop_.script().shops[0].seats = i;
    ASSERT_EQ(log->update(""), kPdhSuccess);
  }
  EXPECT_LE(log->size().value(), 300'000U);
  ASSERT_EQ(log->close(), kPdhSuccess);
  const auto records = records_of("log.blg");
  EXPECT_LT(records.size(), 3'000U);
  EXPECT_EQ(records.back(), "North=2999 ");
}

}  // namespace
}  // namespace openperflib
