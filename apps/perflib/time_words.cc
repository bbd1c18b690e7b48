#include "apps/perflib/time_words.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace openperflib::apps {
namespace {

constexpr double kTicksPerSecond = 1e7;
constexpr double kLongest = 86'400.0 * 365'000;  // seconds

struct Unit {
  std::string_view word;
  double seconds;
};
constexpr std::array<Unit, 5> kUnits = {
    {{"", 1}, {"s", 1}, {"m", 60}, {"h", 3'600}, {"d", 86'400}}};

}  // namespace

std::optional<std::int64_t> length_of_time(std::string_view text) noexcept {
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [behind, error] = std::from_chars(text.data(), end, number, std::chars_format::fixed);
  if (error != std::errc()) return std::nullopt;
  const std::string_view word(behind, static_cast<std::size_t>(end - behind));
  const auto unit = std::ranges::find(kUnits, word, &Unit::word);
  if (unit == kUnits.end()) return std::nullopt;
  const double seconds = number * unit->seconds;
  if (!(seconds > 0 && seconds <= kLongest)) return std::nullopt;
  return static_cast<std::int64_t>(seconds * kTicksPerSecond);
}

}  // namespace openperflib::apps
