#include "openperflib/counter/counter_type.h"

#include <gtest/gtest.h>

#include <array>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/counter/type_table.h"

namespace openperflib {
namespace {

// The flag columns of docs/counter_types.md, section 2, written out.
struct Flags {
  int row;
  std::uint32_t bits;
  std::string_view name;
  TypeSize size;
  TypeKind kind;
  CounterSubtype subtype;
  Timer timer;
  std::string_view modifiers;
  Suffix suffix;
};

// clang-format off
constexpr auto kFlags = std::to_array<Flags>({
    { 1, 0x10410400, "PERF_COUNTER_COUNTER", TypeSize::dword, TypeKind::counter, CounterSubtype::rate, Timer::tick, "DELTA_COUNTER", Suffix::per_second},
    { 2, 0x10410500, "PERF_COUNTER_BULK_COUNT", TypeSize::large, TypeKind::counter, CounterSubtype::rate, Timer::tick, "DELTA_COUNTER", Suffix::per_second},
    { 3, 0x00410400, "PERF_SAMPLE_COUNTER", TypeSize::dword, TypeKind::counter, CounterSubtype::rate, Timer::tick, "DELTA_COUNTER", Suffix::none},
    { 4, 0x20410500, "PERF_COUNTER_TIMER", TypeSize::large, TypeKind::counter, CounterSubtype::rate, Timer::tick, "DELTA_COUNTER", Suffix::percent},
    { 5, 0x21410500, "PERF_COUNTER_TIMER_INV", TypeSize::large, TypeKind::counter, CounterSubtype::rate, Timer::tick, "DELTA_COUNTER INVERSE", Suffix::percent},
    { 6, 0x20510500, "PERF_100NSEC_TIMER", TypeSize::large, TypeKind::counter, CounterSubtype::rate, Timer::hundred_ns, "DELTA_COUNTER", Suffix::percent},
    { 7, 0x21510500, "PERF_100NSEC_TIMER_INV", TypeSize::large, TypeKind::counter, CounterSubtype::rate, Timer::hundred_ns, "DELTA_COUNTER INVERSE", Suffix::percent},
    { 8, 0x20610500, "PERF_OBJ_TIME_TIMER", TypeSize::large, TypeKind::counter, CounterSubtype::rate, Timer::object, "DELTA_COUNTER", Suffix::percent},
    { 9, 0x00450400, "PERF_COUNTER_QUEUELEN_TYPE", TypeSize::dword, TypeKind::counter, CounterSubtype::queue_length, Timer::tick, "DELTA_COUNTER", Suffix::none},
    {10, 0x00450500, "PERF_COUNTER_LARGE_QUEUELEN_TYPE", TypeSize::large, TypeKind::counter, CounterSubtype::queue_length, Timer::tick, "DELTA_COUNTER", Suffix::none},
    {11, 0x00550500, "PERF_COUNTER_100NS_QUEUELEN_TYPE", TypeSize::large, TypeKind::counter, CounterSubtype::queue_length, Timer::hundred_ns, "DELTA_COUNTER", Suffix::none},
    {12, 0x00650500, "PERF_COUNTER_OBJ_TIME_QUEUELEN_TYPE", TypeSize::large, TypeKind::counter, CounterSubtype::queue_length, Timer::object, "DELTA_COUNTER", Suffix::none},
    {13, 0x22410500, "PERF_COUNTER_MULTI_TIMER", TypeSize::large, TypeKind::counter, CounterSubtype::rate, Timer::tick, "DELTA_COUNTER MULTI", Suffix::percent},
    {14, 0x23410500, "PERF_COUNTER_MULTI_TIMER_INV", TypeSize::large, TypeKind::counter, CounterSubtype::rate, Timer::tick, "DELTA_COUNTER INVERSE MULTI", Suffix::percent},
    {15, 0x22510500, "PERF_100NSEC_MULTI_TIMER", TypeSize::large, TypeKind::counter, CounterSubtype::rate, Timer::hundred_ns, "DELTA_COUNTER MULTI", Suffix::percent},
    {16, 0x23510500, "PERF_100NSEC_MULTI_TIMER_INV", TypeSize::large, TypeKind::counter, CounterSubtype::rate, Timer::hundred_ns, "DELTA_COUNTER INVERSE MULTI", Suffix::percent},
    {17, 0x00010000, "PERF_COUNTER_RAWCOUNT", TypeSize::dword, TypeKind::number, CounterSubtype::unknown, Timer::tick, "", Suffix::none},
    {18, 0x00010100, "PERF_COUNTER_LARGE_RAWCOUNT", TypeSize::large, TypeKind::number, CounterSubtype::unknown, Timer::tick, "", Suffix::none},
    {19, 0x00000000, "PERF_COUNTER_RAWCOUNT_HEX", TypeSize::dword, TypeKind::number, CounterSubtype::unknown, Timer::tick, "", Suffix::none},
    {20, 0x00000100, "PERF_COUNTER_LARGE_RAWCOUNT_HEX", TypeSize::large, TypeKind::number, CounterSubtype::unknown, Timer::tick, "", Suffix::none},
    {21, 0x00400400, "PERF_COUNTER_DELTA", TypeSize::dword, TypeKind::counter, CounterSubtype::value, Timer::tick, "DELTA_COUNTER", Suffix::none},
    {22, 0x00400500, "PERF_COUNTER_LARGE_DELTA", TypeSize::large, TypeKind::counter, CounterSubtype::value, Timer::tick, "DELTA_COUNTER", Suffix::none},
    {23, 0x20C20400, "PERF_SAMPLE_FRACTION", TypeSize::dword, TypeKind::counter, CounterSubtype::fraction, Timer::tick, "DELTA_COUNTER DELTA_BASE", Suffix::percent},
    {24, 0x40030401, "PERF_SAMPLE_BASE", TypeSize::dword, TypeKind::counter, CounterSubtype::base, Timer::tick, "", Suffix::not_shown},
    {25, 0x20020400, "PERF_RAW_FRACTION", TypeSize::dword, TypeKind::counter, CounterSubtype::fraction, Timer::tick, "", Suffix::percent},
    {26, 0x20020500, "PERF_LARGE_RAW_FRACTION", TypeSize::large, TypeKind::counter, CounterSubtype::fraction, Timer::tick, "", Suffix::percent},
    {27, 0x40030403, "PERF_RAW_BASE", TypeSize::dword, TypeKind::counter, CounterSubtype::base, Timer::tick, "", Suffix::not_shown},
    {28, 0x40030500, "PERF_LARGE_RAW_BASE", TypeSize::large, TypeKind::counter, CounterSubtype::base, Timer::tick, "", Suffix::not_shown},
    {29, 0x30020400, "PERF_AVERAGE_TIMER", TypeSize::dword, TypeKind::counter, CounterSubtype::fraction, Timer::tick, "", Suffix::seconds},
    {30, 0x40020500, "PERF_AVERAGE_BULK", TypeSize::large, TypeKind::counter, CounterSubtype::fraction, Timer::tick, "", Suffix::not_shown},
    {31, 0x40030402, "PERF_AVERAGE_BASE", TypeSize::dword, TypeKind::counter, CounterSubtype::base, Timer::tick, "", Suffix::not_shown},
    {32, 0x42030500, "PERF_COUNTER_MULTI_BASE", TypeSize::large, TypeKind::counter, CounterSubtype::base, Timer::tick, "MULTI", Suffix::not_shown},
    {33, 0x30240500, "PERF_ELAPSED_TIME", TypeSize::large, TypeKind::counter, CounterSubtype::elapsed, Timer::object, "", Suffix::seconds},
    {34, 0x20470500, "PERF_PRECISION_SYSTEM_TIMER", TypeSize::large, TypeKind::counter, CounterSubtype::precision, Timer::tick, "DELTA_COUNTER", Suffix::percent},
    {35, 0x20570500, "PERF_PRECISION_100NS_TIMER", TypeSize::large, TypeKind::counter, CounterSubtype::precision, Timer::hundred_ns, "DELTA_COUNTER", Suffix::percent},
    {36, 0x20670500, "PERF_PRECISION_OBJECT_TIMER", TypeSize::large, TypeKind::counter, CounterSubtype::precision, Timer::object, "DELTA_COUNTER", Suffix::percent},
    {37, 0x00000B00, "PERF_COUNTER_TEXT", TypeSize::variable, TypeKind::text, CounterSubtype::unknown, Timer::tick, "", Suffix::none},
    {38, 0x40000200, "PERF_COUNTER_NODATA", TypeSize::zero, TypeKind::number, CounterSubtype::unknown, Timer::tick, "", Suffix::not_shown},
    {39, 0x80000000, "PERF_COUNTER_HISTOGRAM_TYPE", TypeSize::dword, TypeKind::number, CounterSubtype::unknown, Timer::tick, "", Suffix::none},
});
// clang-format on

std::string modifiers(CounterType type) {
  std::string text;
  const auto add = [&](bool set, std::string_view name) {
    if (!set) return;
    if (!text.empty()) text += ' ';
    text += name;
  };
  add(type.is_delta(), "DELTA_COUNTER");
  add(type.is_delta_base(), "DELTA_BASE");
  add(type.is_inverse(), "INVERSE");
  add(type.is_multi(), "MULTI");
  return text;
}

TEST(CounterType, EveryPredefinedType_HasTheFlagsOfTheDocument) {
  ASSERT_EQ(kFlags.size(), type_table().size());
  for (std::size_t i = 0; i < kFlags.size(); ++i) {
    const Flags& expected = kFlags[i];
    const TypeRow& row = type_table()[i];
    SCOPED_TRACE(expected.name);
    EXPECT_EQ(row.row, expected.row);
    EXPECT_EQ(row.winperf, expected.name);
    EXPECT_EQ(row.type.bits(), expected.bits);
    EXPECT_EQ(row.type.size(), expected.size);
    EXPECT_EQ(row.type.kind(), expected.kind);
    EXPECT_EQ(row.type.subtype(), expected.subtype);
    EXPECT_EQ(row.type.timer(), expected.timer);
    EXPECT_EQ(modifiers(row.type), expected.modifiers);
    EXPECT_EQ(row.type.suffix(), expected.suffix);
  }
}

// Their subtype has the bits of a base.
TEST(CounterType, PrecisionTimers_AreNotBases) {
  EXPECT_FALSE(CounterType(PERF_PRECISION_100NS_TIMER).is_base());
  EXPECT_TRUE(CounterType(PERF_PRECISION_TIMESTAMP).is_base());
  EXPECT_TRUE(CounterType(PERF_COUNTER_MULTI_BASE).is_base());
  EXPECT_TRUE(CounterType(0x40030503).is_base());
}

TEST(CounterType, FractionAndPrecisionTypes_NeedABase) {
  for (const TypeRow& row : type_table()) {
    EXPECT_EQ(row.type.needs_base(), row.companion == Companion::base) << row.winperf;
    const bool has_base_type = row.base.has_value();
    EXPECT_EQ(has_base_type, row.type.needs_base() || (row.type.is_multi() && !row.type.is_base()))
        << row.winperf;
  }
}

TEST(CounterType, NumberSubtypes_DefineTheFormat) {
  EXPECT_EQ(CounterType(PERF_COUNTER_RAWCOUNT).number_format(), NumberFormat::decimal);
  EXPECT_EQ(CounterType(PERF_COUNTER_RAWCOUNT_HEX).number_format(), NumberFormat::hexadecimal);
  EXPECT_EQ(CounterType(PERF_NUMBER_DEC_1000).number_format(), NumberFormat::thousandths);
  EXPECT_EQ(CounterType(0x00030000).number_format(), NumberFormat::unknown);
  EXPECT_EQ(CounterType(PERF_COUNTER_COUNTER).number_format(), NumberFormat::unknown);
}

TEST(CounterType, TextSubtypes_DefineTheEncoding) {
  EXPECT_EQ(CounterType(PERF_COUNTER_TEXT).text_encoding(), TextEncoding::unicode);
  EXPECT_EQ(CounterType(PERF_COUNTER_TEXT | PERF_TEXT_ASCII).text_encoding(),
            TextEncoding::code_page);
  EXPECT_EQ(CounterType(PERF_COUNTER_TEXT | 0x50000).text_encoding(), TextEncoding::unknown);
  EXPECT_EQ(CounterType(PERF_COUNTER_RAWCOUNT).text_encoding(), TextEncoding::unknown);
  EXPECT_TRUE(CounterType(PERF_COUNTER_TEXT).is_text());
  EXPECT_FALSE(CounterType(PERF_COUNTER_RAWCOUNT).is_text());
}

TEST(CounterType, UndefinedBits_AreUnknown) {
  EXPECT_EQ(CounterType(0x00080400).subtype(), CounterSubtype::unknown);
  EXPECT_EQ(CounterType(0x00300000).timer(), Timer::unknown);
  EXPECT_EQ(CounterType(0x00300000).clock(), Companion::none);
  EXPECT_EQ(CounterType(0x50000000).suffix(), Suffix::unknown);
}

TEST(CounterType, Histograms_AreKnownByFlagAndBySubtype) {
  EXPECT_TRUE(CounterType(PERF_COUNTER_HISTOGRAM_TYPE).is_histogram());
  EXPECT_TRUE(CounterType(PERF_TYPE_COUNTER | PERF_COUNTER_HISTOGRAM).is_histogram());
  EXPECT_FALSE(CounterType(PERF_COUNTER_COUNTER).is_histogram());
}

// They do not have the delta flag.
TEST(CounterType, AverageTypes_NeedTwoReadings) {
  EXPECT_FALSE(CounterType(PERF_AVERAGE_TIMER).is_delta());
  EXPECT_EQ(CounterType(PERF_AVERAGE_TIMER).samples(), 2);
  EXPECT_EQ(CounterType(PERF_AVERAGE_BULK).samples(), 2);
  EXPECT_EQ(CounterType(PERF_RAW_FRACTION).samples(), 1);
  EXPECT_EQ(CounterType(PERF_AVERAGE_BASE).samples(), 0);
}

TEST(CounterType, Companion_MatchesTheTable) {
  for (const TypeRow& row : type_table()) {
    EXPECT_EQ(row.type.companion(), row.companion) << row.winperf;
  }
}

}  // namespace
}  // namespace openperflib
