#include "openperflib/counter/type_table.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <utility>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/counter/ascii_case_internal.h"
#include "openperflib/counter/calculation_internal.h"
#include "openperflib/counter/expressions_internal.h"

namespace openperflib {
namespace {

// What several types of the table share: an expression and its operands.
struct Shape {
  std::string_view text;
  Formula::Expression evaluate;
  int samples;
  FirstOperand first;
  SecondOperand second;
  bool needs_time_base = false;
  Formula::Expression plain = nullptr;
};

using First = FirstOperand;
using Second = SecondOperand;
namespace ex = expressions;

// clang-format off
constexpr Shape kPerSecond        {"(N1 - N0) / ((T1 - T0) / F)",              ex::per_second,                 2, First::difference, Second::clock_difference, true};
constexpr Shape kShareOfTime      {"(N1 - N0) / (T1 - T0) * 100",              ex::percent,                    2, First::difference, Second::clock_difference};
constexpr Shape kShareNotUsed     {"100 * (1 - (N1 - N0) / (T1 - T0))",        ex::percent_inverse,            2, First::difference, Second::clock_difference};
constexpr Shape kMeanLength       {"(N1 - N0) / (T1 - T0)",                    ex::ratio,                      2, First::difference, Second::clock_difference};
constexpr Shape kSourcesTimed     {"100 * ((N1 - N0) / ((T1 - T0) / F)) / M1", ex::percent_of_sources_timed,   2, First::difference, Second::clock_difference, true, ex::percent_of_sources};
constexpr Shape kSources          {"100 * ((N1 - N0) / (T1 - T0)) / M1",       ex::percent_of_sources,         2, First::difference, Second::clock_difference};
constexpr Shape kSourcesInverse   {"100 * (M1 - (N1 - N0) / (T1 - T0))",       ex::percent_of_sources_inverse, 2, First::difference, Second::clock_difference};
constexpr Shape kNewest           {"N1",                                       ex::value,                      1, First::newest,     Second::none};
constexpr Shape kNewestSigned     {"N1, as a signed number",                   ex::signed_value,               1, First::newest,     Second::none};
constexpr Shape kHexadecimal      {"N1, shown in hexadecimal",                 ex::value,                      1, First::newest,     Second::none};
constexpr Shape kDifference       {"N1 - N0",                                  ex::value,                      2, First::difference, Second::none};
constexpr Shape kShareOfBase      {"(N1 - N0) / (B1 - B0) * 100",              ex::percent,                    2, First::difference, Second::base_difference};
constexpr Shape kShareNow         {"N1 / B1 * 100",                            ex::percent,                    1, First::newest,     Second::base_newest};
constexpr Shape kTimePerOperation {"((N1 - N0) / F) / (B1 - B0)",              ex::seconds_per_operation,      2, First::difference, Second::base_difference, true};
constexpr Shape kPerOperation     {"(N1 - N0) / (B1 - B0)",                    ex::ratio,                      2, First::difference, Second::base_difference};
constexpr Shape kElapsed          {"(T1 - N1) / F",                            ex::seconds,                    1, First::elapsed,    Second::none};
constexpr Shape kNoValue          {"",                                         nullptr,                        0, First::newest,     Second::none};
// clang-format on

constexpr std::uint32_t kTimerMask = PERF_TIMER_100NS | PERF_OBJECT_TIMER;
constexpr std::uint32_t kSuffixMask = 0x70000000u;

consteval Formula formula(CounterType type, const Shape& shape,
                          std::optional<CounterType> base) noexcept {
  const std::uint32_t bits = type.bits();
  return {.evaluate = shape.evaluate,
          .plain = shape.plain,
          .type = type,
          .samples = static_cast<std::uint8_t>(shape.samples),
          .first = shape.first,
          .second = shape.second,
          .needs_time_base = shape.needs_time_base,
          .base_is_dword = base.has_value() && (base->bits() & PERF_SIZE_LARGE) == 0,
          .never_below_zero = (bits & PERF_INVERSE_COUNTER) != 0,
          .is_percentage = (bits & kSuffixMask) == PERF_DISPLAY_PERCENT,
          .uses_100ns_clock = (bits & kTimerMask) == PERF_TIMER_100NS};
}

consteval TypeRow row(int number, std::uint32_t bits, std::string_view winperf,
                      std::string_view manifest, std::string_view dotnet, Companion companion,
                      std::uint8_t data_bytes, const Shape& shape,
                      std::optional<CounterType> base = std::nullopt) noexcept {
  const CounterType type(bits);
  return {.row = number,
          .type = type,
          .winperf = winperf,
          .manifest = manifest,
          .dotnet = dotnet,
          .companion = companion,
          .base = base,
          .data_bytes = data_bytes,
          .formula_text = shape.text,
          .formula = formula(type, shape, base)};
}

// clang-format off
constexpr auto kRows = std::to_array<TypeRow>({
    row( 1, PERF_COUNTER_COUNTER,                  "PERF_COUNTER_COUNTER",                  "perf_counter_counter",                  "RateOfCountsPerSecond32",         Companion::perf_time,        4, kPerSecond),
    row( 2, PERF_COUNTER_BULK_COUNT,               "PERF_COUNTER_BULK_COUNT",               "perf_counter_bulk_count",               "RateOfCountsPerSecond64",         Companion::perf_time,        8, kPerSecond),
    row( 3, PERF_SAMPLE_COUNTER,                   "PERF_SAMPLE_COUNTER",                   "perf_sample_counter",                   "SampleCounter",                   Companion::perf_time,        4, kPerSecond),
    row( 4, PERF_COUNTER_TIMER,                    "PERF_COUNTER_TIMER",                    "perf_counter_timer",                    "CounterTimer",                    Companion::perf_time,        8, kShareOfTime),
    row( 5, PERF_COUNTER_TIMER_INV,                "PERF_COUNTER_TIMER_INV",                "perf_counter_timer_inv",                "CounterTimerInverse",             Companion::perf_time,        8, kShareNotUsed),
    row( 6, PERF_100NSEC_TIMER,                    "PERF_100NSEC_TIMER",                    "perf_100nsec_timer",                    "Timer100Ns",                      Companion::perf_time_100ns,  8, kShareOfTime),
    row( 7, PERF_100NSEC_TIMER_INV,                "PERF_100NSEC_TIMER_INV",                "perf_100nsec_timer_inv",                "Timer100NsInverse",               Companion::perf_time_100ns,  8, kShareNotUsed),
    row( 8, PERF_OBJ_TIME_TIMER,                   "PERF_OBJ_TIME_TIMER",                   "perf_obj_time_timer",                   "",                                Companion::object_time,      8, kShareOfTime),
    row( 9, PERF_COUNTER_QUEUELEN_TYPE,            "PERF_COUNTER_QUEUELEN_TYPE",            "perf_counter_queuelen_type",            "CountPerTimeInterval32",          Companion::perf_time,        4, kMeanLength),
    row(10, PERF_COUNTER_LARGE_QUEUELEN_TYPE,      "PERF_COUNTER_LARGE_QUEUELEN_TYPE",      "perf_counter_large_queuelen_type",      "CountPerTimeInterval64",          Companion::perf_time,        8, kMeanLength),
    row(11, PERF_COUNTER_100NS_QUEUELEN_TYPE,      "PERF_COUNTER_100NS_QUEUELEN_TYPE",      "perf_counter_100ns_queuelen_type",      "",                                Companion::perf_time_100ns,  8, kMeanLength),
    row(12, PERF_COUNTER_OBJ_TIME_QUEUELEN_TYPE,   "PERF_COUNTER_OBJ_TIME_QUEUELEN_TYPE",   "perf_counter_obj_time_queuelen_type",   "",                                Companion::object_time,      8, kMeanLength),
    row(13, PERF_COUNTER_MULTI_TIMER,              "PERF_COUNTER_MULTI_TIMER",              "perf_counter_multi_timer",              "CounterMultiTimer",               Companion::perf_time,        8, kSourcesTimed, CounterType(PERF_COUNTER_MULTI_BASE)),
    row(14, PERF_COUNTER_MULTI_TIMER_INV,          "PERF_COUNTER_MULTI_TIMER_INV",          "perf_counter_multi_timer_inv",          "CounterMultiTimerInverse",        Companion::perf_time,        8, kSourcesInverse, CounterType(PERF_COUNTER_MULTI_BASE)),
    row(15, PERF_100NSEC_MULTI_TIMER,              "PERF_100NSEC_MULTI_TIMER",              "perf_100nsec_multi_timer",              "CounterMultiTimer100Ns",          Companion::perf_time_100ns,  8, kSources, CounterType(PERF_COUNTER_MULTI_BASE)),
    row(16, PERF_100NSEC_MULTI_TIMER_INV,          "PERF_100NSEC_MULTI_TIMER_INV",          "perf_100nsec_multi_timer_inv",          "CounterMultiTimer100NsInverse",   Companion::perf_time_100ns,  8, kSourcesInverse, CounterType(PERF_COUNTER_MULTI_BASE)),
    row(17, PERF_COUNTER_RAWCOUNT,                 "PERF_COUNTER_RAWCOUNT",                 "perf_counter_rawcount",                 "NumberOfItems32",                 Companion::none,             4, kNewest),
    row(18, PERF_COUNTER_LARGE_RAWCOUNT,           "PERF_COUNTER_LARGE_RAWCOUNT",           "perf_counter_large_rawcount",           "NumberOfItems64",                 Companion::none,             8, kNewestSigned),
    row(19, PERF_COUNTER_RAWCOUNT_HEX,             "PERF_COUNTER_RAWCOUNT_HEX",             "perf_counter_rawcount_hex",             "NumberOfItemsHEX32",              Companion::none,             4, kHexadecimal),
    row(20, PERF_COUNTER_LARGE_RAWCOUNT_HEX,       "PERF_COUNTER_LARGE_RAWCOUNT_HEX",       "perf_counter_large_rawcount_hex",       "NumberOfItemsHEX64",              Companion::none,             8, kHexadecimal),
    row(21, PERF_COUNTER_DELTA,                    "PERF_COUNTER_DELTA",                    "perf_counter_delta",                    "CounterDelta32",                  Companion::none,             4, kDifference),
    row(22, PERF_COUNTER_LARGE_DELTA,              "PERF_COUNTER_LARGE_DELTA",              "perf_counter_large_delta",              "CounterDelta64",                  Companion::none,             8, kDifference),
    row(23, PERF_SAMPLE_FRACTION,                  "PERF_SAMPLE_FRACTION",                  "perf_sample_fraction",                  "SampleFraction",                  Companion::base,             4, kShareOfBase, CounterType(PERF_SAMPLE_BASE)),
    row(24, PERF_SAMPLE_BASE,                      "PERF_SAMPLE_BASE",                      "perf_sample_base",                      "SampleBase",                      Companion::none,             4, kNoValue),
    row(25, PERF_RAW_FRACTION,                     "PERF_RAW_FRACTION",                     "perf_raw_fraction",                     "RawFraction",                     Companion::base,             4, kShareNow, CounterType(PERF_RAW_BASE)),
    row(26, PERF_LARGE_RAW_FRACTION,               "PERF_LARGE_RAW_FRACTION",               "perf_large_raw_fraction",               "",                                Companion::base,             8, kShareNow, CounterType(PERF_LARGE_RAW_BASE)),
    row(27, PERF_RAW_BASE,                         "PERF_RAW_BASE",                         "perf_raw_base",                         "RawBase",                         Companion::none,             4, kNoValue),
    row(28, PERF_LARGE_RAW_BASE,                   "PERF_LARGE_RAW_BASE",                   "perf_large_raw_base",                   "",                                Companion::none,             8, kNoValue),
    row(29, PERF_AVERAGE_TIMER,                    "PERF_AVERAGE_TIMER",                    "perf_average_timer",                    "AverageTimer32",                  Companion::base,             8, kTimePerOperation, CounterType(PERF_AVERAGE_BASE)),
    row(30, PERF_AVERAGE_BULK,                     "PERF_AVERAGE_BULK",                     "perf_average_bulk",                     "AverageCount64",                  Companion::base,             8, kPerOperation, CounterType(PERF_AVERAGE_BASE)),
    row(31, PERF_AVERAGE_BASE,                     "PERF_AVERAGE_BASE",                     "perf_average_base",                     "AverageBase",                     Companion::none,             4, kNoValue),
    row(32, PERF_COUNTER_MULTI_BASE,               "PERF_COUNTER_MULTI_BASE",               "perf_counter_multi_base",               "CounterMultiBase",                Companion::none,             8, kNoValue),
    row(33, PERF_ELAPSED_TIME,                     "PERF_ELAPSED_TIME",                     "perf_elapsed_time",                     "ElapsedTime",                     Companion::object_time,      8, kElapsed),
    row(34, PERF_PRECISION_SYSTEM_TIMER,           "PERF_PRECISION_SYSTEM_TIMER",           "perf_precision_system_timer",           "",                                Companion::base,             8, kShareOfBase, CounterType(PERF_LARGE_RAW_BASE)),
    row(35, PERF_PRECISION_100NS_TIMER,            "PERF_PRECISION_100NS_TIMER",            "perf_precision_100ns_timer",            "",                                Companion::base,             8, kShareOfBase, CounterType(PERF_LARGE_RAW_BASE)),
    row(36, PERF_PRECISION_OBJECT_TIMER,           "PERF_PRECISION_OBJECT_TIMER",           "perf_precision_object_timer",           "",                                Companion::base,             8, kShareOfBase, CounterType(PERF_LARGE_RAW_BASE)),
    row(37, PERF_COUNTER_TEXT,                     "PERF_COUNTER_TEXT",                     "perf_counter_text",                     "",                                Companion::none,             0, kNoValue),
    row(38, PERF_COUNTER_NODATA,                   "PERF_COUNTER_NODATA",                   "",                                      "",                                Companion::none,             0, kNoValue),
    row(39, PERF_COUNTER_HISTOGRAM_TYPE,           "PERF_COUNTER_HISTOGRAM_TYPE",           "",                                      "",                                Companion::none,             0, kNoValue),
});
// clang-format on
static_assert(kRows.size() == 39);

// The arithmetic of each row as one function with the row's choices compiled in; only the readings
// and the policy remain to be examined at run time.
template <std::size_t i>
Value calculate_row(const Formula&, const RawCounter& older, const RawCounter& newer,
                    const Policy& policy) noexcept {
  return calculation::value_of(kRows[i].formula, older, newer, policy);
}

constexpr auto kTypes = []<std::size_t... i>(std::index_sequence<i...>) {
  auto rows = kRows;
  ((rows[i].formula.calculate = kRows[i].formula.evaluate != nullptr ? calculate_row<i> : nullptr),
   ...);
  return rows;
}(std::make_index_sequence<kRows.size()>{});

// A perfect hash: a multiplication maps each of the 39 types to its own slot.
constexpr unsigned kSlotBits = 7;
constexpr std::uint8_t kNoRow = 0xFF;
using Slots = std::array<std::uint8_t, 1U << kSlotBits>;

constexpr std::size_t slot(std::uint32_t bits, std::uint32_t multiplier) noexcept {
  return (bits * multiplier) >> (32 - kSlotBits);
}

consteval std::optional<Slots> slots(std::uint32_t multiplier) noexcept {
  Slots slots{};
  slots.fill(kNoRow);
  for (std::size_t i = 0; i < kTypes.size(); ++i) {
    std::uint8_t& row = slots[slot(kTypes[i].type.bits(), multiplier)];
    if (row != kNoRow) return std::nullopt;
    row = static_cast<std::uint8_t>(i);
  }
  return slots;
}

constexpr std::uint32_t kMultiplier = []() consteval {
  std::uint32_t multiplier = 0x9E3779B1u;  // any odd number to start from
  while (!slots(multiplier).has_value()) multiplier += 2;
  return multiplier;
}();
constexpr Slots kSlots = *slots(kMultiplier);

// The number that old lists of counter types give for PERF_LARGE_RAW_BASE; its size bits are those
// of a 4-byte base.
constexpr std::uint32_t kMisprintedLargeRawBase = 0x40030503u;
// Another name of the same number.
constexpr std::string_view kPrecisionTimestamp = "PERF_PRECISION_TIMESTAMP";

bool same_name(std::string_view a, std::string_view b) noexcept {
  return std::ranges::equal(a, b, {}, ascii_lower, ascii_lower);
}

std::optional<CounterType> type_from_number(std::string_view text) noexcept {
  const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
  if (hexadecimal) text.remove_prefix(2);
  std::uint32_t bits = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, bits, hexadecimal ? 16 : 10);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return CounterType(bits == kMisprintedLargeRawBase ? PERF_LARGE_RAW_BASE : bits);
}

}  // namespace

std::span<const TypeRow> type_table() noexcept { return kTypes; }

const TypeRow* find_type(CounterType type) noexcept {
  const std::uint8_t row = kSlots[slot(type.bits(), kMultiplier)];
  if (row != kNoRow && kTypes[row].type == type) return &kTypes[row];
  if (type.bits() == kMisprintedLargeRawBase) return find_type(CounterType(PERF_LARGE_RAW_BASE));
  return nullptr;
}

std::optional<CounterType> type_from_name(std::string_view name) noexcept {
  if (name.empty()) return std::nullopt;
  for (const TypeRow& row : kTypes) {  // a manifest spells the names of winperf.h in lower case
    if (same_name(name, row.winperf) || same_name(name, row.dotnet)) return row.type;
  }
  if (same_name(name, kPrecisionTimestamp)) return CounterType(PERF_PRECISION_TIMESTAMP);
  return type_from_number(name);
}

std::string winperf_name(CounterType type) {
  const TypeRow* row = find_type(type);
  return row != nullptr ? std::string(row->winperf) : fmt::format("0x{:08x}", type.bits());
}

std::string_view manifest_name(CounterType type) noexcept {
  const TypeRow* row = find_type(type);
  return row != nullptr ? row->manifest : std::string_view{};
}

std::string_view dotnet_name(CounterType type) noexcept {
  const TypeRow* row = find_type(type);
  return row != nullptr ? row->dotnet : std::string_view{};
}

std::string wmi_name(CounterType type) { return fmt::format("{}", type.bits()); }

}  // namespace openperflib
