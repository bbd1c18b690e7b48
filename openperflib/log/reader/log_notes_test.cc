#include "openperflib/log/reader/log_notes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "openperflib/log/time/written_time.h"

namespace openperflib {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

LogNote note(const char* time, const char* text) {
  return {.time_local = time_from_written(time).value(), .text = text};
}

TEST(LogNotes, FileOfALogThatIsAFolder_IsBesideIt) {
  EXPECT_EQ("a.blg.notes.txt", notes_name("a.blg"));
  EXPECT_EQ("ring.perfrec.notes.txt", notes_name("ring.perfrec//"));
}

TEST(LogNotes, LineOfTimeAndText_IsANote) {
  const LogNotes notes =
      parse_notes("2026-11-21 10:00:05.250 deployed 2.3\n2026-11-21 10:01 load test ended\r\n\n");
  EXPECT_THAT(notes.notes, ElementsAre(note("2026-11-21 10:00:05.250", "deployed 2.3"),
                                       note("2026-11-21 10:01", "load test ended")));
  EXPECT_THAT(notes.strange_lines, IsEmpty());
}

TEST(LogNotes, Written_IsReadBack) {
  const LogNote one = note("2026-11-21 10:00:05.250", "Größe: 日本 \"x\"");
  EXPECT_EQ(line_of(one), "2026-11-21 10:00:05.250 Größe: 日本 \"x\"\n");
  EXPECT_THAT(parse_notes(line_of(one)).notes, ElementsAre(one));
}

TEST(LogNotes, MoreDigitsThanMilliseconds_AreCutOff) {
  const LogNotes notes = parse_notes("2026-11-21 10:00:05.2509 deployed\n");
  EXPECT_THAT(notes.notes, ElementsAre(note("2026-11-21 10:00:05.250", "deployed")));
}

TEST(LogNotes, StrangeLines_AreNamedAndTheOthersRead) {
  const LogNotes notes = parse_notes(
      "\xEF\xBB\xBF"
      "2026-11-21 10:00 good\nno time here\n2026-11-21 10:00\n2026-11-21 10:00 \x1b[2J\n"
      "2026-11-21 10:00 \xC2\x9B\n2026-11-21 10:00 \xFF\n2026-11-21 10:00  two blanks\n2026-11-21 "
      "10:02 last");
  EXPECT_THAT(notes.notes,
              ElementsAre(note("2026-11-21 10:00", "good"), note("2026-11-21 10:02", "last")));
  EXPECT_THAT(notes.strange_lines, ElementsAre(2, 3, 4, 5, 6, 7));
}

TEST(LogNotes, FileWithoutEnd_IsCutAndSaidSo) {
  std::string file;
  for (std::size_t i = 0; i < kMostNotes + 1; ++i) file += "2026-11-21 10:00 x\n";
  const LogNotes notes = parse_notes(file);
  EXPECT_EQ(notes.notes.size(), kMostNotes);
  EXPECT_TRUE(notes.is_cut);
}

TEST(LogNotes, RemarksOfAFile_NameEachStrangeLine) {
  LogNotes notes = parse_notes("2026-11-21 10:00 good\nno time here\n");
  EXPECT_THAT(remarks_of(notes), ElementsAre("line 2: not a note; write YYYY-MM-DD HH:MM:SS TEXT"));
  notes.is_cut = true;
  EXPECT_THAT(remarks_of(notes), ElementsAre("line 2: not a note; write YYYY-MM-DD HH:MM:SS TEXT",
                                             "has more than 100000 notes; the rest is left out"));
}

TEST(LogNotes, TextOfANote_IsOneLineOfAtMost4096Bytes) {
  EXPECT_TRUE(is_note_text(std::string(kLongestNote, 'x')));
  EXPECT_FALSE(is_note_text(std::string(kLongestNote + 1, 'x')));
  EXPECT_FALSE(is_note_text(""));
  EXPECT_FALSE(is_note_text("two\nlines"));
  EXPECT_FALSE(is_note_text("tab\there"));
}

}  // namespace
}  // namespace openperflib
