#include "openperflib/view/text/amount.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "openperflib/base/civil_time.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

struct Unit {
  std::string_view names;  // separated by blanks
  double amount;           // in seconds, or in bytes
};
constexpr auto kDurations = std::to_array<Unit>({
    {"ms msec msecs millisecond milliseconds", 0.001},
    {"s sec secs second seconds", 1},
    {"m min mins minute minutes", 60},
    {"h hr hrs hour hours", 3600},
    {"d day days", 86'400},
    {"w week weeks", 604'800},
});
constexpr auto kSizes = std::to_array<Unit>({
    {"b byte bytes", 1},
    {"k kb kib", 1024.0},
    {"m mb mib", 1024.0 * 1024},
    {"g gb gib", 1024.0 * 1024 * 1024},
    {"t tb tib", 1024.0 * 1024 * 1024 * 1024},
});
constexpr double kTicks = static_cast<double>(kTicksPerSecond);
constexpr double kLongestTicks = 365'000 * 86'400.0 * kTicks;  // a thousand years
constexpr double kMostBytes = 9'223'372'036'854'775'808.0;     // 2^63

// Whether `word` is one of the words of a list that blanks separate.
bool is_among(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(' '), list.size());
    if (list.substr(0, end) == word) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

std::optional<double> amount_of(std::string_view word, std::span<const Unit> units) {
  const std::string name = folded(word);
  const auto unit =
      std::ranges::find_if(units, [&](const Unit& one) { return is_among(one.names, name); });
  return unit == units.end() ? std::nullopt : std::optional(unit->amount);
}

bool is_letter(char c) noexcept { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

void skip_blanks(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
}

// Takes one number and its unit, "1.5 h", from the front of `text`. Without a unit it must be the
// whole text, and counts as 1 each.
std::optional<double> take_amount(std::string_view& text, std::span<const Unit> units,
                                  bool may_lack_unit) {
  double number = 0;
  if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (error != std::errc()) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  skip_blanks(text);
  if (text.empty()) return may_lack_unit ? std::optional(number) : std::nullopt;
  const auto letters_end = std::ranges::find_if_not(text, is_letter);
  const auto length = static_cast<std::size_t>(letters_end - text.begin());
  const auto unit = amount_of(text.substr(0, length), units);
  if (!unit.has_value()) return std::nullopt;
  text.remove_prefix(length);
  skip_blanks(text);
  return number * *unit;
}

}  // namespace

std::optional<std::int64_t> duration_from(std::string_view text) {
  double seconds = 0;
  bool is_first = true;
  do {
    const auto part = take_amount(text, kDurations, is_first);
    if (!part.has_value()) return std::nullopt;
    seconds += *part;
    is_first = false;
  } while (!text.empty());
  const double ticks = seconds * kTicks;
  if (!(ticks >= 1 && ticks <= kLongestTicks)) return std::nullopt;
  return std::llround(ticks);
}

std::optional<std::uint64_t> bytes_from(std::string_view text) {
  const auto bytes = take_amount(text, kSizes, true);
  const bool is_whole =
      bytes.has_value() && text.empty() && *bytes < kMostBytes && *bytes == std::floor(*bytes);
  return is_whole ? std::optional(static_cast<std::uint64_t>(*bytes)) : std::nullopt;
}

std::string not_a_duration(const std::string& text) {
  if (duration_from(text).has_value()) return {};
  return fmt::format("\"{}\" is not a duration; write 90s, 10m, 24h or 7d", text);
}

std::string not_a_size(const std::string& text, std::uint64_t least) {
  const auto bytes = bytes_from(text);
  if (!bytes.has_value()) {
    return fmt::format("\"{}\" is not a size; write 500M, 2G or a number of bytes", text);
  }
  if (*bytes >= least) return {};
  return fmt::format(
      "\"{}\" is too small; the least is {}", text,
      least % (1U << 20) == 0 ? fmt::format("{}M", least >> 20) : fmt::format("{} bytes", least));
}

}  // namespace openperflib
