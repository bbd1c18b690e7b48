#include "openperflib/counter/human_text.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>

#include "openperflib/counter/ascii_case_internal.h"
#include "openperflib/counter/format_value.h"

namespace openperflib {
namespace {

// One step of a unit, and its worth in the quantity's own unit.
struct Step {
  double worth;
  std::string_view unit;
};

constexpr double kKi = 1024, kMi = kKi * kKi, kGi = kMi * kKi, kTi = kGi * kKi, kPi = kTi * kKi;
constexpr double kMinute = 60, kHour = 60 * kMinute, kDay = 24 * kHour;

constexpr auto kNumber = std::to_array<Step>({{1, ""}, {1e6, "M"}, {1e9, "G"}});
constexpr auto kWhole = std::to_array<Step>({{1, ""}});
constexpr auto kPercent = std::to_array<Step>({{1, "%"}});
constexpr auto kRate = std::to_array<Step>({{1, "/s"}, {1e3, "k/s"}, {1e6, "M/s"}, {1e9, "G/s"}});
constexpr auto kSeconds = std::to_array<Step>(
    {{1e-6, "us"}, {1e-3, "ms"}, {1, "s"}, {kMinute, "min"}, {kHour, "h"}, {kDay, "d"}});
constexpr auto kBytes = std::to_array<Step>(
    {{1, "B"}, {kKi, "KB"}, {kMi, "MB"}, {kGi, "GB"}, {kTi, "TB"}, {kPi, "PB"}});
constexpr auto kByteRate = std::to_array<Step>(
    {{1, "B/s"}, {kKi, "KB/s"}, {kMi, "MB/s"}, {kGi, "GB/s"}, {kTi, "TB/s"}, {kPi, "PB/s"}});
constexpr auto kBits =
    std::to_array<Step>({{1, "bit/s"}, {1e3, "kbit/s"}, {1e6, "Mbit/s"}, {1e9, "Gbit/s"}});
constexpr auto kMegahertz = std::to_array<Step>({{1, "MHz"}});

// How a quantity is written.
enum class Whole : std::uint8_t { counted, measured };  // 12 things; 12.0 per second
struct Style {
  std::span<const Step> steps;
  Whole whole;
  double factor = 1;  // from the stored number to the steps' unit
};

// In the order of Quantity.
constexpr auto kStyles = std::to_array<Style>({
    {kNumber, Whole::measured},
    {kWhole, Whole::counted},
    {kWhole, Whole::counted},
    {kPercent, Whole::measured},
    {kRate, Whole::measured},
    {kSeconds, Whole::measured},
    {kBytes, Whole::counted},
    {kBytes, Whole::counted, kKi},
    {kBytes, Whole::counted, kMi},
    {kByteRate, Whole::measured},
    {kByteRate, Whole::measured, kKi},
    {kByteRate, Whole::measured, kMi},
    {kBits, Whole::counted},
    {kMegahertz, Whole::counted},
});
static_assert(kStyles.size() == static_cast<std::size_t>(Quantity::megahertz) + 1);

// In the order of Quantity.
constexpr auto kUnits = std::to_array<std::string_view>(
    {"", "", "", "%", "/s", "s", "B", "KB", "MB", "B/s", "KB/s", "MB/s", "bit/s", "MHz"});
static_assert(kUnits.size() == kStyles.size());

// Words in counter names that tell the unit if the type's suffix does not; the first match counts.
struct Hint {
  std::string_view word;
  Quantity plain;       // of a type without suffix
  Quantity per_second;  // of one with /sec
};
constexpr auto kHints = std::to_array<Hint>({
    {"MBytes", Quantity::mebibytes, Quantity::mebibyte_rate},
    {"Megabytes", Quantity::mebibytes, Quantity::mebibyte_rate},
    {"KBytes", Quantity::kibibytes, Quantity::kibibyte_rate},
    {"Bytes", Quantity::bytes, Quantity::byte_rate},
    {"Working Set", Quantity::bytes, Quantity::byte_rate},
    {"Commit Limit", Quantity::bytes, Quantity::byte_rate},
    {"Bandwidth", Quantity::bits_per_second, Quantity::bits_per_second},
    {"Processor Frequency", Quantity::megahertz, Quantity::rate},
});

// A number that rounds up to the next step is shown in that step: "1.0 ms", not "1000 us".
constexpr double kRoundsUp = 0.9995;

// The largest step that the number reaches; 0 is written in the unit itself.
const Step& fitting(std::span<const Step> steps, double magnitude) noexcept {
  const double reached = magnitude == 0 ? 1 : magnitude;
  const Step* step = &steps.front();
  for (const Step& next : steps.subspan(1)) {
    if (reached >= next.worth * kRoundsUp) step = &next;
  }
  return *step;
}

bool is_whole(double number) noexcept { return number == std::trunc(number); }

int decimals(double magnitude) noexcept {
  if (magnitude < kRoundsUp) return 3;
  return magnitude < 99.95 ? 1 : 0;
}

// A number below it has fewer than three significant digits among its first three decimals.
constexpr double kThreeDecimals = 0.09995;
constexpr double kLeastWithoutExponent = 1e-6;

// Returns a number with so many significant digits, but at least three decimals, and without zeros
// at the end after them.
std::string small_digits(double number, int significant) {
  constexpr int kLeastDecimals = 3;
  const double magnitude = std::fabs(number);
  if (magnitude < kLeastWithoutExponent) return fmt::format("{:.{}g}", number, significant);
  const int zeros = static_cast<int>(-std::floor(std::log10(magnitude))) - 1;
  std::string text = fmt::format("{:.{}f}", number, std::max(kLeastDecimals, zeros + significant));
  const std::size_t shortest = text.find('.') + 1 + kLeastDecimals;
  while (text.size() > shortest && text.ends_with('0')) text.pop_back();
  return text;
}

// One decimal; a share that this would show as 0 has one digit.
std::string percent_digits(double number) {
  constexpr double kOneDecimal = 0.05;
  if (number == 0 || std::fabs(number) >= kOneDecimal) return fmt::format("{:.1f}", number);
  std::string text = small_digits(number, 1);
  while (text.ends_with('0') && !text.contains('e')) text.pop_back();
  return text;
}

std::string digits(Quantity quantity, double number, const Step& step) {
  if (quantity == Quantity::percent) return percent_digits(number);
  if (number == 0) return "0";
  const bool counted = kStyles[static_cast<std::size_t>(quantity)].whole == Whole::counted;
  if (counted && step.worth == 1 && is_whole(number)) return fmt::format("{:.0f}", number);
  const double shown = number / step.worth;
  if (std::fabs(shown) < kThreeDecimals) return small_digits(shown, 3);
  return fmt::format("{:.{}f}", shown, decimals(std::fabs(shown)));
}

Quantity of_plain_type(CounterType type) noexcept {
  if (type.number_format() == NumberFormat::hexadecimal) return Quantity::hexadecimal;
  const bool counts =
      type.number_format() == NumberFormat::decimal ||
      type.subtype() == CounterSubtype::value;  // DELTA: so many since the last reading
  return counts ? Quantity::whole : Quantity::number;
}

// For the suffixes none, not_shown (as in PERF_AVERAGE_BULK) and per_second, the name decides.
bool is_percent(CounterType type, std::string_view name) noexcept {
  return type.suffix() == Suffix::percent || name.starts_with("% ");
}

// Names ignore case: PowerShell writes "available mbytes".
bool contains_word(std::string_view name, std::string_view word) noexcept {
  return !std::ranges::search(name, word, {}, ascii_lower, ascii_lower).empty();
}

// Text logs have no types, so that only the name tells what their values are. In other logs the
// type 0 is that of a number in hexadecimal.
bool is_untyped(CounterType type) noexcept { return type == CounterType(); }

// "Avg. Disk sec/Read"
bool is_untyped_latency(CounterType type, std::string_view name) noexcept {
  return is_untyped(type) && contains_word(name, " sec/");
}

bool is_per_second(CounterType type, std::string_view name) noexcept {
  return type.suffix() == Suffix::per_second || (is_untyped(type) && contains_word(name, "/sec"));
}

}  // namespace

Quantity quantity_of(CounterType type, std::string_view counter_name) noexcept {
  if (is_percent(type, counter_name)) return Quantity::percent;
  if (type.suffix() == Suffix::seconds || is_untyped_latency(type, counter_name)) {
    return Quantity::seconds;
  }
  const Quantity plain = of_plain_type(type);
  if (plain == Quantity::hexadecimal && !is_untyped(type)) return plain;
  const bool per_second = is_per_second(type, counter_name);
  for (const Hint& hint : kHints) {
    if (!contains_word(counter_name, hint.word)) continue;
    return per_second ? hint.per_second : hint.plain;
  }
  return per_second ? Quantity::rate : plain;
}

std::string_view unit_of(Quantity quantity) noexcept {
  return kUnits[static_cast<std::size_t>(quantity)];
}

std::string with_unit(const HumanText& value) {
  return value.unit.empty() ? value.number : fmt::format("{} {}", value.number, value.unit);
}

HumanText human_text(Quantity quantity, double number) {
  const Style& style = kStyles[static_cast<std::size_t>(quantity)];
  const double base = number * style.factor;
  const Step& step = fitting(style.steps, std::fabs(base));
  return {.number = digits(quantity, base, step), .unit = step.unit};
}

HumanText human_text(Quantity quantity, std::uint64_t exact) {
  if (quantity == Quantity::hexadecimal) {
    HumanText text{.number = {}, .unit = "hex"};
    append_hexadecimal(text.number, exact);
    return text;
  }
  if (quantity == Quantity::whole) return {.number = fmt::format("{}", exact), .unit = {}};
  return human_text(quantity, static_cast<double>(exact));
}

}  // namespace openperflib
