#include <gtest/gtest.h>

#include "openperflib/linux/table/counter_rows_internal.h"
#include "openperflib/linux/table/key_file_internal.h"

namespace openperflib::linux_objects {
namespace {

using State = KeyNumber::State;

// The one key that is wanted of a text.
KeyNumber key_of(std::string_view text, std::string_view key, KeyFormat end = KeyFormat::colon,
                 Zones zones = Zones::none) {
  std::vector<KeyNumber> wanted = {KeyNumber{.key = key, .zones = zones}};
  parse_keys(text, end, wanted);
  return wanted.front();
}

TEST(Keys, NumberAndItsPlace_AreFound) {
  const KeyNumber key = key_of("MemTotal:  1 kB\nMemFree:   20 kB\n", "MemFree");
  EXPECT_EQ(key.state, State::number);
  EXPECT_EQ(key.value, 20U);
  EXPECT_EQ(key.offset, 27U);
}

TEST(Keys, KeyThatOnlyBeginsAlike_IsAnother) {
  EXPECT_EQ(key_of("MemFreeing: 1 kB\nMem: 2\n", "MemFree").state, State::lacking);
}

TEST(Keys, OfTwoLinesOfOneKey_TheFirstCounts) {
  EXPECT_EQ(key_of("A: 1\nA: 2\n", "A").value, 1U);
  EXPECT_EQ(key_of("A: x\nA: 2\n", "A").state, State::bad);
}

TEST(Keys, LineWithoutItsColon_HasNoKey) {
  EXPECT_EQ(key_of("A 1\n", "A").state, State::lacking);
  EXPECT_EQ(key_of("A\n", "A").state, State::lacking);
  EXPECT_EQ(key_of("A 1\n", "A", KeyFormat::blank).value, 1U);
}

TEST(Keys, WhatIsNotANumber_IsBadWithItsByte) {
  for (const char* text : {"A: x", "A: ", "A: -1 kB", "A: 1 MB", "A: 1 kB more", "A: 1.5"}) {
    const KeyNumber key = key_of(text, "A");
    EXPECT_EQ(key.state, State::bad) << text;
    EXPECT_EQ(key.error, Errc::not_a_number) << text;
    EXPECT_EQ(key.offset, 3U) << text;
  }
  EXPECT_EQ(key_of("A: 18446744073709551616", "A").error, Errc::out_of_range);
}

TEST(Keys, NodesLines_HaveTheirKeyAfterTheNode) {
  const char* text = "Node 0 MemFree:   20 kB\nMemFree: 1\nNode 0\n";
  EXPECT_EQ(key_of(text, "MemFree", KeyFormat::node).value, 20U);
  EXPECT_EQ(key_of(text, "MemFree", KeyFormat::node).offset, 18U);
  EXPECT_EQ(key_of("Nodes 0 MemFree: 5 kB\n", "MemFree", KeyFormat::node).state, State::lacking);
}

TEST(Keys, HeadedLines_HaveNamesAboveNumbers) {
  const char* text = "Ip: In Out\nIp: 1 2\nTcp: In Out Max\nTcp: 34 5 -1\n";
  EXPECT_EQ(key_of(text, "Tcp:In", KeyFormat::headed).value, 34U);
  EXPECT_EQ(key_of(text, "Tcp:In", KeyFormat::headed).offset, 40U);
  EXPECT_EQ(key_of(text, "Ip:Out", KeyFormat::headed).value, 2U);
  EXPECT_EQ(key_of(text, "Tcp:Max", KeyFormat::headed).state, State::bad);
  EXPECT_EQ(key_of(text, "Tcp:I", KeyFormat::headed).state, State::lacking);
}

TEST(Keys, HeadedLinesThatDoNotMatch_HaveNoKeys) {
  for (const char* text : {"Tcp: In\n", "Tcp: In\nIp: 1\n", "Tcp In\nTcp 1\n", ": In\n: 1\n"}) {
    EXPECT_EQ(key_of(text, "Tcp:In", KeyFormat::headed).state, State::lacking) << text;
  }
  EXPECT_EQ(key_of("Tcp: Out In\nTcp: 1\n", "Tcp:In", KeyFormat::headed).state, State::bad);
}

TEST(Keys, Pairs_AreNamesAndNumbersOfOneLine) {
  const char* text = "TCP: inuse 8 tw 6 mem x\nUDP: inuse 1\nFRAG: inuse\n";
  EXPECT_EQ(key_of(text, "TCP:tw", KeyFormat::pairs).value, 6U);
  EXPECT_EQ(key_of(text, "UDP:inuse", KeyFormat::pairs).value, 1U);
  EXPECT_EQ(key_of(text, "TCP:mem", KeyFormat::pairs).state, State::bad);
  EXPECT_EQ(key_of(text, "FRAG:inuse", KeyFormat::pairs).state, State::bad);
  EXPECT_EQ(key_of(text, "UDP:tw", KeyFormat::pairs).state, State::lacking);
}

TEST(Keys, Zones_AreAddedUpWhereTheyAreWanted) {
  const char* text = "steal_dma 1\nsteal 2\nsteal_high 4\nsteal_other 8\n";
  EXPECT_EQ(key_of(text, "steal", KeyFormat::blank, Zones::added_up).value, 7U);
  EXPECT_EQ(key_of(text, "steal", KeyFormat::blank).value, 2U);
}

TEST(Keys, ZoneThatIsNotANumber_MakesTheSumBad) {
  const char* text = "steal_dma 1\nsteal_high x\nsteal_movable 5\n";
  EXPECT_EQ(key_of(text, "steal", KeyFormat::blank, Zones::added_up).state, State::bad);
}

TEST(Keys, SecondText_ForgetsTheFirst) {
  std::vector<KeyNumber> wanted = {KeyNumber{.key = "A"}};
  parse_keys("A: 1\n", KeyFormat::colon, wanted);
  parse_keys("B: 1\n", KeyFormat::colon, wanted);
  EXPECT_EQ(wanted.front().state, State::lacking);
}

TEST(Units, NumbersAreConvertedOrDoNotFit) {
  EXPECT_EQ(in_unit(3, Unit::as_it_is, 4096), 3U);
  EXPECT_EQ(in_unit(3, Unit::kibibytes_as_bytes, 4096), 3072U);
  EXPECT_EQ(in_unit(2047, Unit::kibibytes_as_mebibytes, 4096), 1U);
  EXPECT_EQ(in_unit(7, Unit::kibibytes_as_pages, 65536), 1U);
  EXPECT_EQ(in_unit(3, Unit::kernel_pages_as_pages, 16384), 12U);
  EXPECT_EQ(in_unit(3, Unit::microseconds_as_100ns, 4096), 30U);
  EXPECT_EQ(in_unit(~0ULL, Unit::kibibytes_as_bytes, 4096), std::nullopt);
  EXPECT_EQ(in_unit(~0ULL, Unit::microseconds_as_100ns, 4096), std::nullopt);
}

}  // namespace
}  // namespace openperflib::linux_objects
