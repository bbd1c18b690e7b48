#include "apps/perflib/amount.h"

#include <array>
#include <charconv>

#include "openperflib/base/checked.h"
#include "openperflib/base/civil_time.h"

namespace openperflib::apps {
namespace {

struct Unit {
  char letter;
  std::uint64_t amount;
};
constexpr auto kTimes =
    std::to_array<Unit>({{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86'400}, {'w', 604'800}});
constexpr double kLongestTicks =
    365'000 * 86'400.0 * static_cast<double>(kTicksPerSecond);  // a thousand years
constexpr auto kSizes = std::to_array<Unit>(
    {{'K', 1ULL << 10}, {'M', 1ULL << 20}, {'G', 1ULL << 30}, {'T', 1ULL << 40}});

// What the rest of a text multiplies by: 1 for nothing; nothing for no unit.
template <std::size_t kCount>
std::optional<std::uint64_t> unit_of(std::string_view rest, const std::array<Unit, kCount>& units) {
  if (rest.empty()) return 1;
  for (const Unit& unit : units) {
    if (rest.size() == 1 && rest.front() == unit.letter) return unit.amount;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::int64_t> length_of_time(std::string_view text) {
  double number = 0;
  const auto [end, error] =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  if (error != std::errc()) return std::nullopt;
  const auto unit = unit_of(text.substr(static_cast<std::size_t>(end - text.data())), kTimes);
  if (!unit.has_value()) return std::nullopt;
  const double ticks = number * static_cast<double>(*unit) * static_cast<double>(kTicksPerSecond);
  if (!(ticks >= 1 && ticks <= kLongestTicks)) return std::nullopt;
  return static_cast<std::int64_t>(ticks);
}

std::optional<std::uint64_t> bytes_from(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return std::nullopt;
  const auto unit = unit_of(text.substr(static_cast<std::size_t>(end - text.data())), kSizes);
  if (!unit.has_value()) return std::nullopt;
  return checked_mul(number, *unit);
}

}  // namespace openperflib::apps
