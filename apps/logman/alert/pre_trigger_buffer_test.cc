// What is kept of the time before and after, by samples of a made machine: no test waits.
#include "apps/logman/alert/pre_trigger_buffer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <vector>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/log/open_log.h"
#include "openperflib/wire/data_block_builder.h"

namespace openperflib::logman {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr FileTime kFirstTime = 133'767'504'000'000'000;  // 2024-11-22 12:00:00 UTC

// Memory with one counter; `ahead`: seconds that the clock was set forward.
std::vector<std::byte> block_of(std::int64_t second, std::int64_t ahead = 0) {
  DataBlockBuilder builder;
  builder.begin({.perf_time = (second + 1000) * kTicksPerSecond,
                 .perf_freq = kTicksPerSecond,
                 .perf_time_100ns = kFirstTime + (second + ahead) * kTicksPerSecond,
                 .machine_name = "db-17"});
  const std::vector<CounterDefinition> counters = {
      {24, 25, 0, 100, PERF_COUNTER_LARGE_RAWCOUNT, 8, 8}};
  builder.begin_object({.name_title_index = 4}, counters);
  builder.begin_single();
  builder.set(8, 8, static_cast<std::uint64_t>(second));
  builder.end_object();
  const Bytes block = builder.finish().value();
  return {block.begin(), block.end()};
}

class BlackBoxTest : public testing::Test {
 protected:
  BlackBoxTest() {
    ::setenv("TZ", "UTC", 1);
    std::string name = testing::TempDir() + "/box.XXXXXX";
    folder_ = ::mkdtemp(name.data());
  }
  ~BlackBoxTest() override { fs::remove_all(folder_); }

  // A sample every step_ seconds.
  void write(std::int64_t begin, std::int64_t end, std::int64_t ahead = 0) {
    for (std::int64_t second = begin; second < end; second += step_) {
      const auto block = block_of(second, ahead);
      ASSERT_TRUE(box_.write(DataBlockView::parse(block).value()).has_value());
    }
  }
  // The name of what is kept of that second.
  std::string keep(std::int64_t second, double seconds, std::int64_t ahead = 0) {
    const auto block = block_of(second, ahead);
    return fs::path(box_.keep(DataBlockView::parse(block).value(), seconds).value()).filename();
  }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder_))
      names.push_back(entry.path().filename());
    std::ranges::sort(names);
    return names;
  }
  // The seconds of a recording's samples.
  [[nodiscard]] std::vector<std::int64_t> seconds_in(const std::string& name) const {
    std::vector<std::int64_t> seconds;
    const auto log = open_log(folder_ + "/" + name, {.titles = fixed_titles()}).value();
    LogRecord record;
    while (log->read(record).value() == ReadResult::reading) {
      seconds.push_back((record.sample.time_utc - kFirstTime) / kTicksPerSecond);
    }
    return seconds;
  }
  [[nodiscard]] std::vector<std::int64_t> from_to(std::int64_t begin, std::int64_t end) const {
    std::vector<std::int64_t> seconds;
    for (std::int64_t second = begin; second < end; second += step_) seconds.push_back(second);
    return seconds;
  }

  std::string folder_;
  std::int64_t step_ = 1;
  PreTriggerBuffer box_{"", "", 0};
};

// Half a minute a segment, which is of 20 seconds by its first and its last sample: at 150, when
// the one that is written at 160 begins, three are a minute.
TEST_F(BlackBoxTest, Recording_HasTheTimeBeforeAndAfter) {
  box_ = PreTriggerBuffer(folder_ + "/new", "memory", 60);
  folder_ += "/new";
  step_ = 10;
  write(0, 160);
  EXPECT_EQ("memory-20241122-120240.perfrec", keep(160, 20));
  write(160, 200);
  EXPECT_THAT(names(), ElementsAre("memory-20241122-120240.perfrec", "memory-ring.perfrec"));
  EXPECT_EQ(from_to(60, 180), seconds_in("memory-20241122-120240.perfrec"));
  ASSERT_TRUE(box_.end().has_value());
  EXPECT_EQ(from_to(180, 200), seconds_in("memory-ring.perfrec"));
  folder_ = fs::path(folder_).parent_path();
}

TEST_F(BlackBoxTest, SecondOneWhileOneIsWritten_IsTheSame) {
  box_ = PreTriggerBuffer(folder_, "memory", 60);
  EXPECT_EQ("memory-20241122-120000.perfrec", keep(0, 20));
  write(0, 10);
  EXPECT_EQ("memory-20241122-120000.perfrec", keep(10, 20));
  write(10, 20);
  EXPECT_EQ("memory-20241122-120020.perfrec", keep(20, 20));
  write(20, 30);
  ASSERT_TRUE(box_.end().has_value());
  EXPECT_EQ(from_to(0, 20), seconds_in("memory-20241122-120000.perfrec"));
  EXPECT_EQ(from_to(20, 30), seconds_in("memory-20241122-120020.perfrec"));
}

TEST_F(BlackBoxTest, Killed_LosesNothingOfWhatWasWritten) {
  box_ = PreTriggerBuffer(folder_, "memory", 60);
  write(0, 5);
  const std::string name = keep(5, 60);
  write(5, 8);
  EXPECT_EQ(from_to(0, 8), seconds_in(name));  // that nobody has ended
}

TEST_F(BlackBoxTest, MoreThanTen_TheOldestGoesAndNothingElse) {
  box_ = PreTriggerBuffer(folder_, "a", 60);
  for (const char* other : {"a-2024112-1120000.perfrec", "a-20241122-120000.perfrec.old", "b"}) {
    fs::create_directory(folder_ + "/" + other);
  }
  std::vector<std::string> made;
  step_ = 5;
  for (std::int64_t i = 0; i < 12; ++i) {
    made.push_back(keep(10 * i, 5));
    write(10 * i, 10 * i + 10);
  }
  made.erase(made.begin(), made.begin() + 2);
  for (const char* other :
       {"a-2024112-1120000.perfrec", "a-20241122-120000.perfrec.old", "b", "a-ring.perfrec"}) {
    made.emplace_back(other);
  }
  EXPECT_THAT(names(), testing::UnorderedElementsAreArray(made));
}

// The one that is made is the oldest by its name.
TEST_F(BlackBoxTest, ClockSetBackByAnHour_TheNewestStays) {
  box_ = PreTriggerBuffer(folder_, "a", 60);
  step_ = 5;
  for (std::int64_t i = 0; i < 10; ++i) {
    (void)keep(10 * i, 5);
    write(10 * i, 10 * i + 10);
  }
  EXPECT_EQ("a-20241122-110140.perfrec", keep(100, 5, -3600));
  write(100, 110, -3600);
  EXPECT_EQ(10, std::ranges::count_if(names(),
                                      [](const auto& name) { return name != "a-ring.perfrec"; }));
  EXPECT_EQ(2U, seconds_in("a-20241122-110140.perfrec").size());  // of 95 and 100
}

TEST_F(BlackBoxTest, ClockSetBackToARecordingsSecond_TakesTheNextName) {
  box_ = PreTriggerBuffer(folder_, "a", 60);
  EXPECT_EQ("a-20241122-120000.perfrec", keep(0, 5));
  write(0, 10);
  EXPECT_EQ("a-20241122-120001.perfrec", keep(10, 5, -10));
}

// Told once; a minute later it is tried again, and goes on.
TEST_F(BlackBoxTest, DiskThatRefuses_IsReportedOnceAndTriedAgain) {
  const std::string ring = folder_ + "/a-ring.perfrec";
  std::ofstream(ring) << "in the way";
  box_ = PreTriggerBuffer(folder_, "a", 60);
  const auto first = block_of(0);
  const auto refused = box_.write(DataBlockView::parse(first).value());
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(ENOTDIR, refused.error().errno_value);
  EXPECT_EQ(ring, refused.error().file);
  EXPECT_EQ("", keep(1, 5));
  write(1, 100);  // of which none is written
  fs::remove(ring);
  write(100, 119);
  EXPECT_THAT(names(), IsEmpty());
  EXPECT_EQ("", keep(119, 5));
  EXPECT_EQ("a-20241122-120200.perfrec", keep(120, 5));
  write(120, 123);
  EXPECT_EQ(from_to(120, 123), seconds_in("a-20241122-120200.perfrec"));
}

// What somebody takes away while it is written: the next one is as ever.
TEST_F(BlackBoxTest, RingThatIsRemoved_IsMadeAgain) {
  box_ = PreTriggerBuffer(folder_, "a", 60);
  write(0, 5);
  fs::remove_all(folder_ + "/a-ring.perfrec");
  const auto block = block_of(5);
  const auto refused = box_.keep(DataBlockView::parse(block).value(), 5);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(ENOENT, refused.error().errno_value);
  step_ = 5;
  write(10, 70);
  EXPECT_EQ("a-20241122-120110.perfrec", keep(70, 5));
  EXPECT_EQ(from_to(65, 70), seconds_in("a-20241122-120110.perfrec"));
}

// As much as a file may have: what was on the disk stays, and a minute later it goes on.
TEST_F(BlackBoxTest, DiskThatIsFull_LosesNothingThatItHas) {
  box_ = PreTriggerBuffer(folder_, "a", 60);
  const std::string name = keep(0, 50);
  write(0, 5);
  rlimit most{};
  ASSERT_EQ(0, ::getrlimit(RLIMIT_FSIZE, &most));
  const rlimit none{.rlim_cur = 1, .rlim_max = most.rlim_max};
  const auto restored = std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(0, ::setrlimit(RLIMIT_FSIZE, &none));
  const auto block = block_of(5);
  const auto refused = box_.write(DataBlockView::parse(block).value());
  write(6, 66);  // told once, also where it is tried again
  ASSERT_EQ(0, ::setrlimit(RLIMIT_FSIZE, &most));
  (void)std::signal(SIGXFSZ, restored);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(EFBIG, refused.error().errno_value);
  EXPECT_EQ(from_to(0, 5), seconds_in(name));
  step_ = 5;
  write(70, 130);
  EXPECT_EQ("a-20241122-120210.perfrec", keep(130, 5));
  write(130, 135);
  EXPECT_EQ(from_to(125, 135), seconds_in("a-20241122-120210.perfrec"));
}

}  // namespace
}  // namespace openperflib::logman
