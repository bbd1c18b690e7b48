#include <gtest/gtest.h>

#include <set>

#include "openperflib/titles/manifest/c_symbol.h"
#include "openperflib/titles/manifest/manifest_attributes_internal.h"

namespace openperflib {
namespace {

TEST(ManifestNumberOf, DecimalAndHexadecimal_AreRead) {
  EXPECT_EQ(manifest_number_of("0"), 0U);
  EXPECT_EQ(manifest_number_of("007"), 7U);
  EXPECT_EQ(manifest_number_of("4294967295"), 0xFFFF'FFFFU);
  EXPECT_EQ(manifest_number_of("0xfF"), 0xFFU);
  EXPECT_EQ(manifest_number_of("0X0000000A"), 10U);
  EXPECT_EQ(manifest_number_of("0xFFFFFFFF"), 0xFFFF'FFFFU);
}

TEST(ManifestNumberOf, OtherTexts_AreNone) {
  for (const char* text : {"", "-1", "+1", " 1", "1 ", "1.0", "0x", "0x123456789", "0xG", "x1", "A",
                           "4294967296", "1,000"}) {
    EXPECT_FALSE(manifest_number_of(text).has_value()) << text;
  }
}

TEST(IsCSymbol, NamesOfC_AreSymbols) {
  for (const char* text : {"", "a", "_", "_1", "MY_COUNTER2"}) EXPECT_TRUE(is_c_symbol(text));
  for (const char* text : {"1a", "a-b", "a b", "\u00E4", "a.b", " "}) {
    EXPECT_FALSE(is_c_symbol(text)) << text;
  }
}

TEST(IsUri, WhatUrisAllow_IsOne) {
  for (const char* text : {"Microsoft.Windows.System.PerfCounters.MyCounterSet1", "a:b/c?d#e",
                           "urn:uuid:1", "%20", "Z\u00E4hler"}) {
    EXPECT_TRUE(is_uri(text)) << text;
  }
  for (const char* text : {"", " ", "a b", "%", "%2", "%2G", "a#b#c", "a\tb", "a\x7F"}) {
    EXPECT_FALSE(is_uri(text)) << text;
  }
}

TEST(AttributesOfCounter, AreSeventeenWithNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const auto& row : attributes_of<ManifestCounter>()) names.insert(row.name);
  EXPECT_EQ(names.size(), 17U);
}

TEST(DefaultScale, WholeNumbersToTen_AreScales) {
  const auto rows = attributes_of<ManifestCounter>();
  const auto row = std::ranges::find(rows, "defaultScale", &AttributeRow<ManifestCounter>::name);
  ManifestCounter counter;
  for (const char* text : {"-10", "0", "+3", "10"}) {
    EXPECT_EQ(row->store(counter, text), std::nullopt) << text;
  }
  EXPECT_EQ(counter.default_scale, 10);
  for (const char* text : {"", "-11", "11", "1.5", "+-1", "+", "0x1", "99999999999"}) {
    EXPECT_EQ(row->store(counter, text), TitleRule::scale_invalid) << text;
  }
  EXPECT_EQ(counter.default_scale, 10);
}

}  // namespace
}  // namespace openperflib
