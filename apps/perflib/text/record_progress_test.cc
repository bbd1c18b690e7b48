// The line that a recording shows on a terminal.
#include "apps/perflib/text/record_progress.h"

#include <gtest/gtest.h>

#include "openperflib/text/printable.h"

namespace openperflib::apps {
namespace {

TEST(RecordProgress, Line_HasFileIntervalSamplesAndSize) {
  EXPECT_EQ(record_progress_text("x.blg", 1, 12, 3'250'586, 80),
            "recording x.blg, every 1 s, 12 samples, 3.1 MB; Ctrl+C ends");
  EXPECT_EQ(record_progress_text("x.csv", 0.5, 1, std::nullopt, 80),
            "recording x.csv, every 0.5 s, 1 sample; Ctrl+C ends");
}

TEST(RecordProgress, WatchedMachine_HasTheSamplesThatAreWanted) {
  EXPECT_EQ(watch_progress_text(0.5, 12, 60, 80),
            "watching this machine, every 0.5 s, 12 of 60 samples; Ctrl+C ends");
  EXPECT_EQ(display_width(watch_progress_text(0.5, 12, 60, 20)), 20U);
}

TEST(RecordProgress, LongName_GivesWay) {
  const std::string text = record_progress_text(std::string(200, 'x') + ".blg", 1, 2, 100, 70);
  EXPECT_EQ(display_width(text), 70U);
  EXPECT_TRUE(text.ends_with("x\u2026, every 1 s, 2 samples, 100.0 B; Ctrl+C ends") ||
              text.ends_with("x\u2026, every 1 s, 2 samples, 100 B; Ctrl+C ends"))
      << text;
}

TEST(RecordProgress, NarrowTerminal_CutsTheLine) {
  EXPECT_EQ(display_width(record_progress_text("x.blg", 1, 2, 100, 20)), 20U);
}

TEST(RecordProgress, NameWithControlCharacters_IsHarmless) {
  EXPECT_EQ(record_progress_text("a\x1b[2Jb", 1, 2, std::nullopt, 80),
            "recording a\uFFFD[2Jb, every 1 s, 2 samples; Ctrl+C ends");
}

}  // namespace
}  // namespace openperflib::apps
