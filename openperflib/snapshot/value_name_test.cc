#include "openperflib/snapshot/value_name.h"

#include <gtest/gtest.h>

namespace openperflib {
namespace {

TEST(ValueName, FirstWord_SaysWhichTable) {
  struct Case {
    const char* text;
    ValueName expected;
  };
  constexpr Case kCases[] = {
      {"Counter", {ValueKind::names, 9}},
      {"Counter 009", {ValueKind::names, 9}},
      {"COUNTER 9", {ValueKind::names, 9}},
      {"counter\t0409 ", {ValueKind::names, 0x409}},
      {"Counter 007", {ValueKind::names, 7}},
      {"Counter 00A", {ValueKind::names, 10}},
      {"Counter009", {ValueKind::names, 9}},
      {"counterwise", {ValueKind::names, 9}},
      {"Counter 12345", {ValueKind::names, 9}},
      {"Help 00c", {ValueKind::helps, 12}},
      {"Explain", {ValueKind::helps, 9}},
      {"addcounter 009", {ValueKind::added_names, 9}},
      {"ADDEXPLAIN 9", {ValueKind::added_helps, 9}},
      {"", {ValueKind::objects, 9}},
      {"Count", {ValueKind::objects, 9}},
      {" Counter 009", {ValueKind::objects, 9}},
      {"Global", {ValueKind::objects, 9}},
      {"2 238", {ValueKind::objects, 9}},
  };
  for (const Case& one : kCases) EXPECT_EQ(parse_value_name(one.text), one.expected) << one.text;
}

TEST(ValueName, English_IsOfAnyCountryOrNone) {
  EXPECT_TRUE((ValueName{ValueKind::names, 0x009}.is_english()));
  EXPECT_TRUE((ValueName{ValueKind::names, 0x409}.is_english()));
  EXPECT_TRUE((ValueName{ValueKind::names, 0x809}.is_english()));
  EXPECT_TRUE((ValueName{ValueKind::names, 0x000}.is_english()));
  EXPECT_FALSE((ValueName{ValueKind::names, 0x007}.is_english()));
  EXPECT_FALSE((ValueName{ValueKind::names, 0x404}.is_english()));
}

}  // namespace
}  // namespace openperflib
