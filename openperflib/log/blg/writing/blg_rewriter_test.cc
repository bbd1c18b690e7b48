#include "openperflib/testing/blg_rewriter.h"

#include <gtest/gtest.h>

#include "openperflib/log/blg/blg_closing_index_view.h"
#include "openperflib/testing/blg_example.h"
#include "openperflib/testing/blg_writer_example.h"
#include "openperflib/testing/memory_file.h"

namespace openperflib {
namespace {

using blg_example::Block;
using blg_written::LogFile;

struct Rewritten {
  Block before;
  Block after;
  std::uint64_t anomalies = 0;
};

Rewritten rewritten(Block log) {
  LogFile to;
  LogAnomalies anomalies("a.blg");
  EXPECT_TRUE(rewrite_blg(file_of(log), anomalies, to.fd(), "b.blg").has_value());
  return {std::move(log), to.bytes(), anomalies.count()};
}

// The places where two files differ, as ranges of bytes.
std::vector<std::pair<std::size_t, std::size_t>> differences(const Block& a, const Block& b) {
  std::vector<std::pair<std::size_t, std::size_t>> ranges;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (a[i] == b[i]) continue;
    if (!ranges.empty() && ranges.back().second == i) {
      ++ranges.back().second;
    } else {
      ranges.emplace_back(i, i + 1);
    }
  }
  return ranges;
}

TEST(BlgRewriter, LogOfWindows8_ComesOutAsItWentIn) {
  const Rewritten log = rewritten(blg_example::real_log("BasicPerfCounters.blg"));
  EXPECT_EQ(log.after.size(), 393'216U);
  EXPECT_EQ(log.anomalies, 0U);
  EXPECT_TRUE(log.before == log.after);
  EXPECT_TRUE(differences(log.before, log.after).empty());
}

// Bytes between events, which their writer left uninitialised: {first, one after the last}.
TEST(BlgRewriter, LogOfVista_ComesOutButForTheGapsBetweenEvents) {
  const Rewritten log = rewritten(blg_example::real_log("SampleLog.blg"));
  EXPECT_EQ(log.after.size(), 458'752U);
  std::size_t changed = 0;
  for (const auto& [first, end] : differences(log.before, log.after)) {
    changed += end - first;
    for (std::size_t i = first; i < end; ++i) EXPECT_EQ(log.after[i], std::byte{0}) << i;
  }
  EXPECT_EQ(changed, 31U);
}

TEST(BlgRewriter, RewrittenTwice_IsTheSame) {
  const Rewritten once = rewritten(blg_example::real_log("SampleLog.blg"));
  const Rewritten twice = rewritten(once.after);
  EXPECT_TRUE(once.after == twice.after);
}

// The third to the fifth sample of the log of objects.
TEST(BlgRewriter, SelectedSamples_HaveAnIndexOfTheirOwn) {
  const auto source = blg_example::read_log(blg_example::real_log("SampleLog.blg"));
  LogFile to;
  LogAnomalies anomalies("a.blg");
  const BlgSelection selection{.wants =
                                   [&](FileTime time) {
                                     return time >= source.records[2].time_local &&
                                            time <= source.records[4].time_local;
                                   },
                               .file_path = "/tmp/b.blg"};
  ASSERT_TRUE(rewrite_blg(file_of(blg_example::real_log("SampleLog.blg")), anomalies, to.fd(),
                          "b.blg", selection)
                  .has_value());
  const Block log = to.bytes();
  const auto read = blg_example::read_log(log);
  ASSERT_EQ(read.records.size(), 3U);
  EXPECT_TRUE(blg_example::anomalies_of(read).empty());
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(read.records[i].sample.counters, source.records[i + 2].sample.counters);
  }
  const auto index = blg_written::events_of(log, BlgKind::closing_index);
  ASSERT_EQ(index.size(), 1U);
  const auto view = BlgClosingIndexView::parse(index.front().body()).value();
  EXPECT_EQ(view.sample_count(), 3U);
  EXPECT_EQ(view.entry_count(), 8U);
  EXPECT_EQ(view.first_time_local(), source.records[2].time_local);
  EXPECT_EQ(view.last_time_local(), source.records[4].time_local);
  EXPECT_EQ(blg_written::events_of(log, BlgKind::name_table).size(), 14U);
}

TEST(BlgRewriter, NoLog_IsAFault) {
  LogFile to;
  LogAnomalies anomalies("a.blg");
  const Block text(200, std::byte{'x'});
  const auto result = rewrite_blg(file_of(text), anomalies, to.fd(), "b.blg");
  ASSERT_FALSE(result.has_value());
  EXPECT_TRUE(to.bytes().empty());
}

}  // namespace
}  // namespace openperflib
