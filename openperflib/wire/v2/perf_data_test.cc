#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/text/utf16.h"
#include "openperflib/wire/v2/instance_headers.h"
#include "openperflib/wire/v2/perf_data_builder.h"
#include "openperflib/wire/v2/perf_data_view.h"

namespace openperflib {
namespace {

constexpr ReplyTimes kTimes{.perf_time = 0x1112131415161718,
                            .perf_time_100ns = 0x2122232425262728,
                            .perf_freq = 10'000'000,
                            .system_time = {2026, 11, 2, 24, 15, 47, 1, 500}};
constexpr std::array<std::uint32_t, 3> kIds = {1, 2, 7};
constexpr std::array<std::uint32_t, 3> kWidths = {8, 4, 0};

std::string hex(Bytes bytes) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  std::string text;
  for (const std::byte byte : bytes) {
    text += kDigits[static_cast<std::size_t>(byte >> 4U)];
    text += kDigits[static_cast<std::size_t>(byte & std::byte{15})];
  }
  return text;
}

// Three counters, of which the last has no value, and the instances "a" and "bc".
void add_set(PerfDataBuilder& builder) {
  builder.begin_counter_set(kIds);
  builder.begin_instance(u"a", 5);
  builder.add_values(std::array<std::uint64_t, 3>{0xA1A2A3A4A5A6A7A8, 0x1'B1B2B3B4, 9}, kWidths);
  builder.begin_instance(u"bc", 6);
  builder.add_values(std::array<std::uint64_t, 3>{1, 2, 9}, kWidths);
  builder.end_counter();
}

// Runs it twice: to learn how much it needs, and to write.
template <typename Add>
std::vector<std::byte> reply_of(Add add) {
  PerfDataBuilder builder;
  std::vector<std::byte> bytes;
  for (int i = 0; i < 2; ++i) {
    builder.begin(kTimes, bytes);
    add(builder);
    bytes.resize(builder.finish());
  }
  return bytes;
}

void add_all_forms(PerfDataBuilder& builder) {
  builder.add_error(4201);
  builder.begin_single_counter();
  builder.add_values(std::array<std::uint64_t, 1>{42}, std::array<std::uint32_t, 1>{4});
  builder.end_counter();
  builder.begin_multiple_counters(kIds);
  builder.add_values(std::array<std::uint64_t, 3>{1, 2, 3}, kWidths);
  builder.end_counter();
  builder.begin_multiple_instances();
  builder.begin_instance(u"Läser", 0xFFFFFFFE);
  builder.add_values(std::array<std::uint64_t, 1>{43}, std::array<std::uint32_t, 1>{8});
  builder.end_counter();
  add_set(builder);
  builder.begin_multiple_instances();
  builder.end_counter();
}

// The sizes are those of the worked example in docs/formats/counter_set_blocks.md.
TEST(PerfData, CounterSet_HasTheBytesOfTheDocument) {
  EXPECT_EQ(hex(reply_of(add_set)),
            "E000000001000000181716151413121128272625242322218096980000000000"
            "EA070B00020018000F002F000100F401"
            "0000000006000000B000000000000000"  // PERF_COUNTERSET, 176 bytes
            "1800000003000000010000000200000007000000"
            "00000000"                          // three ids
            "8800000002000000"                  // two instances
            "10000000050000006100000000000000"  // "a"
            "0800000010000000A8A7A6A5A4A3A2A1"
            "0400000010000000B4B3B2B100000000"
            "00000000100000000000000000000000"
            "10000000060000006200630000000000"  // "bc"
            "08000000100000000100000000000000"
            "04000000100000000200000000000000"
            "00000000100000000000000000000000");
}

TEST(PerfData, EachForm_ReadsAsItWasWritten) {
  const auto bytes = reply_of(add_all_forms);
  const auto view = PerfDataView::parse(bytes);
  ASSERT_TRUE(view.has_value()) << describe(view.error());
  EXPECT_EQ(view->perf_time(), kTimes.perf_time);
  EXPECT_EQ(view->perf_time_100ns(), kTimes.perf_time_100ns);
  EXPECT_EQ(view->perf_freq(), kTimes.perf_freq);
  EXPECT_EQ(view->system_time(), kTimes.system_time);
  const std::vector<CounterHeaderView> counters(view->counters().begin(), view->counters().end());
  ASSERT_EQ(counters.size(), 6U);
  EXPECT_EQ(counters[0].type(), PERF_ERROR_RETURN);
  EXPECT_EQ(counters[0].status(), 4201U);
  EXPECT_EQ(counters[0].values().size(), 0U);
  EXPECT_EQ((*counters[1].values().begin()).number(), 42U);
  EXPECT_EQ((*counters[1].values().begin()).data().size(), 4U);
  ASSERT_EQ(counters[2].values().size(), 3U);
  EXPECT_EQ(counters[2].id_count(), 3U);
  EXPECT_EQ(counters[2].id(2), 7U);
  ASSERT_EQ(counters[3].instances().size(), 1U);
  const InstanceDataView laser = *counters[3].instances().begin();
  EXPECT_EQ(utf8_from_utf16(laser.header.name()).text, "Läser");
  EXPECT_EQ(laser.header.id(), 0xFFFFFFFEU);
  EXPECT_EQ(laser.values.size(), 1U);
  std::vector<std::optional<std::uint64_t>> values;
  for (const InstanceDataView instance : counters[4].instances()) {
    for (const CounterDataView value : instance.values) values.push_back(value.number());
  }
  EXPECT_EQ(values, (std::vector<std::optional<std::uint64_t>>{0xA1A2A3A4A5A6A7A8, 0xB1B2B3B4,
                                                               std::nullopt, 1, 2, std::nullopt}));
  EXPECT_EQ(counters[5].instances().size(), 0U);
}

TEST(PerfData, EachLength_IsRefusedUnlessWhole) {
  const auto bytes = reply_of(add_all_forms);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const auto view = PerfDataView::parse(Bytes(bytes).first(size));
    ASSERT_FALSE(view.has_value()) << size;
    EXPECT_LE(view.error().offset, bytes.size());
  }
}

// Reads everything that the view reaches.
std::size_t traverse(const PerfDataView& view) {
  std::size_t sum = 0;
  for (const CounterHeaderView counter : view.counters()) {
    for (std::uint32_t i = 0; i < counter.id_count(); ++i) sum += counter.id(i);
    for (const CounterDataView value : counter.values()) sum += value.data().size();
    for (const InstanceDataView instance : counter.instances()) {
      sum += instance.header.name().size();
      for (const CounterDataView value : instance.values) sum += value.data().size();
    }
  }
  return sum;
}

TEST(PerfData, EdgeNumbersInEachWord_NeverLeadOutside) {
  const auto bytes = reply_of(add_all_forms);
  for (std::size_t at = 0; at + 4 <= bytes.size(); at += 4) {
    for (const std::uint32_t number : {0U, 1U, 7U, 8U, 24U, 0x7FFF'FFF8U, 0xFFFF'FFF8U, ~0U}) {
      auto damaged = bytes;
      store(MutableBytes(damaged), at, number);
      const auto view = PerfDataView::parse(damaged);
      ASSERT_TRUE(!view.has_value() || traverse(*view) < 1ULL << 40U);
    }
  }
}

TEST(PerfData, WrongNumbers_NameTheFieldAndItsByte) {
  struct Case {
    std::size_t at;
    std::uint32_t number;
    std::string_view text;
  };
  const auto good = reply_of(add_set);
  for (const Case& one : {Case{0, 47, "PERF_DATA_HEADER.dwTotalSize at byte 0"},
                          Case{4, 12, "PERF_DATA_HEADER.dwNumCounters at byte 4"},
                          Case{52, 3, "PERF_COUNTER_HEADER.dwType at byte 52"},
                          Case{56, 184, "PERF_COUNTER_HEADER.dwSize at byte 56"},
                          Case{64, 20, "PERF_MULTI_COUNTERS.dwSize at byte 64"},
                          Case{68, 5, "PERF_MULTI_COUNTERS.dwCounters at byte 68"},
                          Case{88, 144, "PERF_MULTI_INSTANCES.dwTotalSize at byte 88"},
                          Case{92, 1, "PERF_MULTI_INSTANCES.dwTotalSize at byte 88"},
                          Case{96, 0, "PERF_INSTANCE_HEADER.Size at byte 96"},
                          Case{112, 9, "PERF_COUNTER_DATA.dwDataSize at byte 112"},
                          Case{116, 4, "PERF_COUNTER_DATA.dwSize at byte 116"}}) {
    auto bytes = good;
    store(MutableBytes(bytes), one.at, one.number);
    const auto view = PerfDataView::parse(bytes);
    ASSERT_FALSE(view.has_value()) << one.text;
    EXPECT_TRUE(describe(view.error()).starts_with(one.text)) << describe(view.error());
  }
}

TEST(PerfData, RoomThatIsTooSmall_IsNotExceeded) {
  const std::size_t needed = reply_of(add_all_forms).size();
  for (std::size_t size = 0; size < needed; ++size) {
    std::vector<std::byte> room(needed, std::byte{0xEE});
    PerfDataBuilder builder;
    builder.begin(kTimes, MutableBytes(room).first(size));
    add_all_forms(builder);
    ASSERT_EQ(builder.finish(), needed);
    for (std::size_t at = size; at < needed; ++at) ASSERT_EQ(room[at], std::byte{0xEE}) << size;
  }
}

TEST(InstanceHeaders, Written_AreReadInTheirOrder) {
  std::vector<std::byte> bytes;
  append_instance_header(bytes, u"", 1);
  append_instance_header(bytes, u"abc", 2);
  append_instance_header(bytes, u"abcd", 3);
  EXPECT_EQ(bytes.size(), 16U + 16U + 24U);
  const auto range = parse_instance_headers(bytes);
  ASSERT_TRUE(range.has_value());
  std::vector<std::string> names;
  for (const InstanceHeaderView instance : *range) {
    names.push_back(std::to_string(instance.id()) + utf8_from_utf16(instance.name()).text);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"1", "2abc", "3abcd"}));
  EXPECT_FALSE(parse_instance_headers(Bytes(bytes).first(20)).has_value());
  EXPECT_EQ(parse_instance_headers({})->size(), 0U);
}

}  // namespace
}  // namespace openperflib
