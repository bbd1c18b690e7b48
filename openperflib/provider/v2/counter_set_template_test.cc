#include "openperflib/provider/v2/counter_set_template.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/abi/winperf_constants.h"
#include "openperflib/testing/providers/segment_example.h"

namespace openperflib {
namespace {

constexpr std::size_t kNumCounters = 32, kInstanceType = 36, kFirstCounter = 40,
                      kSecondCounter = 72;

// A PERF_COUNTERSET_INFO of two counters, as the .NET provider writes it: Size is that of the
// value, Offset where it would lie.
std::vector<std::byte> two_counters() {
  std::vector<std::byte> bytes(kFirstCounter + 64);
  const MutableBytes all(bytes);
  store(all, 0, std::uint64_t{0x1111});
  store(all, 16, std::uint64_t{0x2222});
  store(all, kNumCounters, 2U);
  store(all, kInstanceType, std::uint32_t{PERF_COUNTERSET_MULTI_INSTANCES});
  for (const std::size_t at : {kFirstCounter, kSecondCounter}) {
    store(all, at + 4, PERF_COUNTER_LARGE_RAWCOUNT);
    store(all, at + 8, std::uint64_t{PERF_ATTRIB_BY_REFERENCE});
    store(all, at + 16, 8U);
    store(all, at + 20, 100U);
    store(all, at + 24, std::int32_t{-2});
  }
  store(all, kSecondCounter, 5U);
  return bytes;
}

CounterSetFault template_fault(const std::vector<std::byte>& bytes) {
  const auto set = read_template(bytes);
  EXPECT_FALSE(set.has_value());
  return set.has_value() ? CounterSetFault::no_memory : set.error();
}

std::vector<std::byte> with(std::size_t offset, std::uint32_t number) {
  std::vector<std::byte> bytes = two_counters();
  store(MutableBytes(bytes), offset, number);
  return bytes;
}

TEST(CounterSetTemplate, BytesOfPerflib_GiveItsNumbers) {
  const CounterSetTemplate set = read_template(two_counters()).value();
  EXPECT_EQ(set.set.bytes[0], std::byte{0x11});
  EXPECT_EQ(set.provider.bytes[0], std::byte{0x22});
  ASSERT_EQ(set.counters.size(), 2U);
  const CounterTemplate second{.id = 5,
                               .type = PERF_COUNTER_LARGE_RAWCOUNT,
                               .attributes = PERF_ATTRIB_BY_REFERENCE,
                               .detail_level = 100,
                               .scale = -2};
  EXPECT_EQ(set.counters[1], second);
  EXPECT_EQ(set.position_of(5), 1U);
  EXPECT_EQ(set.position_of(6), std::nullopt);
  EXPECT_TRUE(set.has_references());
}

TEST(CounterSetTemplate, MoreBytesThanCounters_AreIgnored) {
  std::vector<std::byte> bytes = two_counters();
  bytes.resize(bytes.size() + 7);
  EXPECT_TRUE(read_template(bytes).has_value());
}

TEST(CounterSetTemplate, EachFault_HasItsCode) {
  std::vector<std::byte> shorter = two_counters();
  shorter.pop_back();
  EXPECT_EQ(template_fault(shorter), CounterSetFault::template_too_short);
  EXPECT_EQ(template_fault({}), CounterSetFault::template_too_short);
  EXPECT_EQ(template_fault(with(kNumCounters, 0)), CounterSetFault::no_counters);
  EXPECT_EQ(template_fault(with(kNumCounters, 64'000)), CounterSetFault::template_too_short);
  EXPECT_EQ(template_fault(with(kNumCounters, 64'001)), CounterSetFault::too_many_counters);
  EXPECT_EQ(template_fault(with(kNumCounters, 0xFFFF'FFFF)), CounterSetFault::too_many_counters);
  EXPECT_EQ(template_fault(with(kSecondCounter, 0)), CounterSetFault::repeated_counter);
}

TEST(CounterSetTemplate, InstanceTypes_AreSix) {
  const std::set<std::uint32_t> known = {0, 2, 4, 6, 12, 22};
  for (std::uint32_t type = 0; type < 64; ++type) {
    const auto set = read_template(with(kInstanceType, type));
    EXPECT_EQ(set.has_value(), known.contains(type)) << type;
    if (known.contains(type)) continue;
    EXPECT_EQ(set.error(), CounterSetFault::unknown_instance_type);
  }
}

TEST(CounterSetTemplate, TextsTooLong_AreRefused) {
  CounterSetTemplate set = example_set();
  set.counters[0].name.assign(kMaxNameUnits, 'n');
  EXPECT_TRUE(validate(set).has_value());
  set.counters[0].name += 'n';
  EXPECT_EQ(validate(set).error(), CounterSetFault::text_too_long);
  set = example_set();
  set.help.assign(kMaxTextBytes + 1, 'h');
  EXPECT_EQ(validate(set).error(), CounterSetFault::text_too_long);
}

TEST(CounterTemplate, Width_IsThatOfTheSizeBits) {
  EXPECT_EQ(CounterTemplate{.type = PERF_COUNTER_RAWCOUNT}.value_width(), 4U);
  EXPECT_EQ(CounterTemplate{.type = PERF_COUNTER_LARGE_RAWCOUNT}.value_width(), 8U);
  EXPECT_EQ(CounterTemplate{.type = PERF_AVERAGE_TIMER}.value_width(), 4U);
  EXPECT_EQ(CounterTemplate{.type = PERF_COUNTER_TEXT}.value_width(), 0U);
}

TEST(CheckValue, WrongFunction_IsRefused) {
  const CounterTemplate four{.type = PERF_COUNTER_RAWCOUNT};
  EXPECT_TRUE(check_value(four, 4).has_value());
  EXPECT_EQ(check_value(four, 8).error(), CounterSetFault::wrong_width);
  const CounterTemplate text{.type = PERF_COUNTER_TEXT};
  EXPECT_EQ(check_value(text, 4).error(), CounterSetFault::wrong_width);
  const CounterTemplate pointer{.type = PERF_COUNTER_RAWCOUNT,
                                .attributes = PERF_ATTRIB_BY_REFERENCE};
  EXPECT_EQ(check_value(pointer, 4).error(), CounterSetFault::is_reference);
}

TEST(CheckInstanceName, OnlySetsOfSeveral_NeedOne) {
  CounterSetTemplate set = example_set();
  EXPECT_EQ(check_instance_name(set, u"").error(), CounterSetFault::name_missing);
  EXPECT_TRUE(check_instance_name(set, std::u16string(1'023, u'n')).has_value());
  EXPECT_EQ(check_instance_name(set, std::u16string(1'024, u'n')).error(),
            CounterSetFault::name_too_long);
  set.instance_type = PERF_COUNTERSET_SINGLE_INSTANCE;
  EXPECT_TRUE(set.has_one_instance());
  EXPECT_TRUE(check_instance_name(set, u"").has_value());
  EXPECT_EQ(check_instance_name(set, std::u16string(1'024, u'n')).error(),
            CounterSetFault::name_too_long);
}

TEST(AgreesWithRegistration, OrderAndTexts_DoNotMatter) {
  const CounterSetTemplate registered = example_set();
  CounterSetTemplate running = example_set();
  std::ranges::reverse(running.counters);
  running.counters[0].base_id = kNoCounterId;
  running.name.clear();
  EXPECT_TRUE(agrees_with_registration(running, registered));
  running.counters[0].type = PERF_COUNTER_RAWCOUNT;
  EXPECT_FALSE(agrees_with_registration(running, registered));
  running = example_set();
  running.counters.pop_back();
  EXPECT_FALSE(agrees_with_registration(running, registered));
  running = example_set();
  running.instance_type = PERF_COUNTERSET_MULTI_AGGREGATE;
  EXPECT_FALSE(agrees_with_registration(running, registered));
}

TEST(CounterSetFault, EveryFault_HasItsOwnText) {
  std::set<std::string_view> texts;
  const auto last = static_cast<int>(CounterSetFault::no_memory);
  for (int i = 0; i <= last; ++i) texts.insert(describe(static_cast<CounterSetFault>(i)));
  EXPECT_EQ(texts.size(), static_cast<std::size_t>(last) + 1);
}

}  // namespace
}  // namespace openperflib
