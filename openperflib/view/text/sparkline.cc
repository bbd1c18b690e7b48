#include "openperflib/view/text/sparkline.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

namespace openperflib {
namespace {

constexpr std::array<std::string_view, 8> kUnicode = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr std::array<std::string_view, 8> kAscii = {"_", "_", ".", ".", "-", "-", "=", "#"};

}  // namespace

void RecentValues::add(float value) noexcept {
  values_[next_] = value;
  next_ = (next_ + 1) % kLength;
  count_ = std::min(count_ + 1, kLength);
}

void RecentValues::add_missing() noexcept { add(std::numeric_limits<float>::quiet_NaN()); }

float RecentValues::at(std::size_t back) const noexcept {
  return values_[(next_ + kLength - 1 - back) % kLength];
}

std::string RecentValues::text(std::size_t width, BarCharacters characters) const {
  const auto& bars = characters == BarCharacters::unicode ? kUnicode : kAscii;
  const std::size_t shown = std::min(width, count_);
  float low = 0;
  float high = 0;
  for (std::size_t back = 0; back < shown; ++back) {
    if (std::isnan(at(back))) continue;
    low = std::min(low, at(back));
    high = std::max(high, at(back));
  }
  std::string text(width - shown, ' ');
  for (std::size_t back = shown; back-- > 0;) {
    const float value = at(back);
    if (std::isnan(value)) {
      text += ' ';
      continue;
    }
    const float part = high > low ? (value - low) / (high - low) : 0;
    const auto step = static_cast<std::size_t>(part * static_cast<float>(bars.size() - 1) + 0.5F);
    text += bars[std::min(step, bars.size() - 1)];
  }
  return text;
}

}  // namespace openperflib
