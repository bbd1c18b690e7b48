// Memory over time: thousands of samples of a machine on which processes come and go cost no more
// than the first minute of them did.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <numeric>
#include <optional>

#include "openperflib/log/blg/writing/blg_writer.h"
#include "openperflib/log/local/recording_ring.h"
#include "openperflib/log/open_log.h"
#include "openperflib/log/text/text_log_writer.h"
#include "openperflib/os/portable/unique_fd.h"
#include "openperflib/view/summary/series_summary.h"
#include "openperflib/view/watch/watch_model.h"
#include "tests/memory/churn_internal.h"

namespace openperflib {
namespace {

using churn::Growth;
using churn::growth_of;
using churn::Names;

// Far less than what 60,000 processes took when they were remembered: 60 bytes each would be 3.6
// MB.
constexpr std::int64_t kMostGrowth = 512 << 10;

class Churn : public testing::Test {
 protected:
  void SetUp() override {
    if (churn::allocated_bytes() == 0) GTEST_SKIP() << "nobody counts what is allocated here";
    std::string name = testing::TempDir() + "/churn.XXXXXX";
    folder_ = ::mkdtemp(name.data());
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string path(const char* name) const { return folder_ + "/" + name; }
  [[nodiscard]] UniqueFd file(const char* name) const {
    return UniqueFd(::open(path(name).c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  }

  std::string folder_;
};

Query query_of_processes() {
  Query query(fixed_titles());
  EXPECT_TRUE(query.add(R"(\Process(*)\*)").has_value());
  return query;
}

// Every row of the query, as tools write them.
std::expected<void, SourceFault> write_row(RowSink& sink, const Query& query,
                                           std::uint64_t& generation) {
  if (query.binding().generation() != generation) {
    generation = query.binding().generation();
    std::vector<std::size_t> shown(query.binding().series().size());
    std::iota(shown.begin(), shown.end(), std::size_t{0});
    auto begun = sink.begin(query.binding(), shown);
    if (!begun.has_value()) return begun;
  }
  return sink.write(query.newer(), query.row());
}

Growth growth_of_sink(RowSink& sink) {
  Query query = query_of_processes();
  std::uint64_t generation = 0;
  return growth_of(Names::once, [&](const Snapshot& snapshot) {
    query.take(snapshot);
    ASSERT_TRUE(write_row(sink, query, generation).has_value());
  });
}

TEST_F(Churn, Query_ForgetsProcessesThatHaveEnded) {
  Query query = query_of_processes();
  const Growth growth =
      growth_of(Names::once, [&](const Snapshot& snapshot) { query.take(snapshot); });
  EXPECT_LT(growth.bytes(), kMostGrowth);
}

TEST_F(Churn, TextLog_ForgetsProcessesWithoutAColumn) {
  const UniqueFd fd = file("log.csv");
  TextLogWriter writer(fd.get(), "log.csv", TextLogFormat::csv, {});
  EXPECT_LT(growth_of_sink(writer).bytes(), kMostGrowth);
}

TEST_F(Churn, BinaryLog_ForgetsProcessesThatHaveEnded) {
  const UniqueFd fd = file("log.blg");
  BlgWriterOptions options;
  options.paths = {R"(\Process(*)\*)"};
  BlgWriter writer(fd.get(), "log.blg", options);
  EXPECT_LT(growth_of_sink(writer).bytes(), kMostGrowth);
}

TEST_F(Churn, BinaryLogOfOneCounter_ForgetsProcessesThatItDoesNotHave) {
  const UniqueFd fd = file("log.blg");
  BlgWriterOptions options;
  options.paths = {R"(\Process(lasting-1)\*)"};
  BlgWriter writer(fd.get(), "log.blg", options);
  EXPECT_LT(growth_of_sink(writer).bytes(), kMostGrowth);
}

TEST_F(Churn, Recording_ForgetsABlockThatIsWritten) {
  const UniqueFd fd = file("log.perfrec");
  RecordingWriter writer(fd.get(), "log.perfrec", {.zone = {}, .flush_seconds = 10});
  const Growth growth = growth_of(Names::once, [&](const Snapshot& snapshot) {
    ASSERT_TRUE(writer.write(snapshot.view()).has_value());
  });
  EXPECT_LT(growth.bytes(), kMostGrowth);
}

TEST_F(Churn, Ring_ForgetsASegmentThatIsWritten) {
  auto ring = RecordingRing::open(path("box.perfrec"),
                                  {.seconds = 300, .recording = {.zone = {}, .flush_seconds = 10}});
  ASSERT_TRUE(ring.has_value());
  const Growth growth = growth_of(Names::once, [&](const Snapshot& snapshot) {
    ASSERT_TRUE(ring->write(snapshot.view()).has_value());
  });
  EXPECT_LT(growth.bytes(), kMostGrowth);
}

TEST_F(Churn, Summary_HasOneRowPerNameHoweverManyHadIt) {
  Query query = query_of_processes();
  SeriesSummary summary(1U << 14);
  const Growth growth = growth_of(Names::again, [&](const Snapshot& snapshot) {
    query.take(snapshot);
    summary.add(query, RowsOf::readings);
  });
  EXPECT_LT(growth.bytes(), kMostGrowth);
  EXPECT_EQ(summary.take_result().size(), 4U * (churn::kLasting + churn::kPassing));
}

// Names that nobody has again: the summary names them all, and that is what it costs.
TEST_F(Churn, SummaryOfManyNames_CostsLessThanAKibibyteAName) {
  Query query = query_of_processes();
  SeriesSummary summary(1U << 14);
  const Growth growth = growth_of(Names::once, [&](const Snapshot& snapshot) {
    query.take(snapshot);
    summary.add(query, RowsOf::readings);
  });
  const std::int64_t names = 4LL * churn::kPassing * (churn::kSamples - 120);
  EXPECT_LT(growth.bytes(), names * 1024);
}

TEST_F(Churn, Watch_ForgetsProcessesThatHaveEnded) {
  Query query = query_of_processes();
  WatchModel model(Policy{});
  const Growth growth = growth_of(Names::once, [&](const Snapshot& snapshot) {
    query.take(snapshot);
    model.take(query);
  });
  EXPECT_LT(growth.bytes(), kMostGrowth);
}

// The records of a recording, as summary and convert take them.
TEST_F(Churn, ReadingARecording_KeepsABlockAtATime) {
  const std::string log = path("log.perfrec");
  {
    const UniqueFd fd = file("log.perfrec");
    RecordingWriter writer(fd.get(), log, {.zone = {}, .flush_seconds = 10});
    Snapshot snapshot;
    for (int second = 0; second < churn::kSamples; ++second) {
      churn::sample_into(snapshot, second, Names::again);
      ASSERT_TRUE(writer.write(snapshot.view()).has_value());
    }
    ASSERT_TRUE(writer.end().has_value());
  }
  auto reader = open_log(log, {.titles = fixed_titles()});
  ASSERT_TRUE(reader.has_value());
  Query query = query_of_processes();
  LogRecord record;
  Growth growth;
  for (int second = 0; (*reader)->read(record).value_or(ReadResult::end) == ReadResult::reading;
       ++second) {
    query.take({(*reader)->catalog(), record.sample});
    const std::size_t now = churn::allocated_bytes();
    if (second >= 60 && second < 180) growth.after_a_minute = std::max(growth.after_a_minute, now);
    if (second >= churn::kSamples - 120) growth.at_the_end = std::max(growth.at_the_end, now);
  }
  EXPECT_NE(growth.at_the_end, 0U);
  EXPECT_LT(growth.bytes(), kMostGrowth);
}

}  // namespace
}  // namespace openperflib
