#include "apps/perflib/screen/watch_keys.h"

#include <gtest/gtest.h>

namespace openperflib::apps {
namespace {

TEST(KeyReader, ArrowAndLetter_AreTwoKeys) {
  KeyReader keys("\x1b[Aq");
  EXPECT_EQ(keys.next(), (Key{KeyKind::up, ""}));
  EXPECT_EQ(keys.next(), (Key{KeyKind::text, "q"}));
  EXPECT_EQ(keys.next(), std::nullopt);
}

TEST(KeyReader, ArrowsToTheSides_AndTab_AreKeys) {
  KeyReader keys("\x1b[C\x1bOD\t");
  EXPECT_EQ(keys.next(), (Key{KeyKind::right, ""}));
  EXPECT_EQ(keys.next(), (Key{KeyKind::left, ""}));
  EXPECT_EQ(keys.next(), (Key{KeyKind::tab, ""}));
}

TEST(KeyReader, InsertDeleteAndShiftTab_AreKeys) {
  KeyReader keys("\x1b[2~\x1b[3~\x1b[Z");
  EXPECT_EQ(keys.next(), (Key{KeyKind::insert, ""}));
  EXPECT_EQ(keys.next(), (Key{KeyKind::remove, ""}));
  EXPECT_EQ(keys.next(), (Key{KeyKind::back_tab, ""}));
}

TEST(KeyReader, ArrowsToTheSidesWithShift_AreKeysOfTheirOwn) {
  KeyReader keys("\x1b[1;2C\x1b[1;2D");
  EXPECT_EQ(keys.next(), (Key{KeyKind::shift_right, ""}));
  EXPECT_EQ(keys.next(), (Key{KeyKind::shift_left, ""}));
}

TEST(KeyReader, EscapeAlone_IsEscape) {
  KeyReader keys("\x1b");
  EXPECT_EQ(keys.next(), (Key{KeyKind::escape, ""}));
}

TEST(KeyReader, UnknownSequence_IsSkippedWhole) {
  KeyReader keys("\x1b[1;5Cx");
  EXPECT_EQ(keys.next(), (Key{KeyKind::text, "x"}));
}

TEST(KeyReader, CharacterOfSeveralBytes_IsOneKey) {
  KeyReader keys("é");
  EXPECT_EQ(keys.next(), (Key{KeyKind::text, "é"}));
}

TEST(EraseLastCharacter, OfSeveralBytes_IsErasedWhole) {
  std::string text = "aé";
  erase_last_character(text);
  EXPECT_EQ(text, "a");
}

}  // namespace
}  // namespace openperflib::apps
