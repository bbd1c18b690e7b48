#include "apps/drop_in/interval.h"

#include <charconv>

namespace openperflib::drop_in {
namespace {

constexpr std::chrono::hours kLongestInterval{366 * 24};

}  // namespace

std::optional<std::uint64_t> whole_number(std::string_view text) {
  std::uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [read_to, error] = std::from_chars(text.data(), end, number);
  if (text.empty() || error != std::errc() || read_to != end) return std::nullopt;
  return number;
}

std::optional<std::chrono::seconds> read_interval(std::string_view text) {
  constexpr int kMostParts = 3;
  constexpr std::uint64_t kLongestPart = 1'000'000'000;  // so that no product overflows
  std::uint64_t seconds = 0;
  for (int part = 1; part <= kMostParts; ++part) {
    const std::size_t colon = text.find(':');
    const auto number = whole_number(text.substr(0, colon));
    if (!number.has_value() || *number > kLongestPart) return std::nullopt;
    seconds = seconds * 60 + *number;
    if (colon == std::string_view::npos) {
      const std::chrono::seconds interval{seconds};
      const bool fits = seconds > 0 && interval <= kLongestInterval;
      return fits ? std::optional(interval) : std::nullopt;
    }
    text.remove_prefix(colon + 1);
  }
  return std::nullopt;
}

}  // namespace openperflib::drop_in
