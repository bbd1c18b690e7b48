#include "apps/perflib/trend.h"

#include <algorithm>

namespace openperflib::apps {

// The bar of the next record; where all are full, two become one.
Trend::Bar& Trend::next() noexcept {
  if (records_ / records_a_bar_ == kBars) {
    for (std::size_t i = 0; i < kBars / 2; ++i) {
      bars_[i] = {bars_[2 * i].sum + bars_[2 * i + 1].sum,
                  bars_[2 * i].values + bars_[2 * i + 1].values};
    }
    std::fill(bars_.begin() + kBars / 2, bars_.end(), Bar{});
    records_a_bar_ *= 2;
  }
  return bars_[records_++ / records_a_bar_];
}

void Trend::add(double value) noexcept {
  Bar& bar = next();
  bar.sum += value;
  ++bar.values;
}

void Trend::add_missing() noexcept { (void)next(); }

std::string Trend::text(std::size_t width, BarCharacters characters) const {
  const std::size_t used =
      std::min<std::size_t>(kBars, (records_ + records_a_bar_ - 1) / records_a_bar_);
  const std::size_t shown = std::min(width, used);
  RecentValues values;
  for (std::size_t i = 0; i < shown; ++i) {
    Bar all;
    for (std::size_t k = i * used / shown; k < (i + 1) * used / shown; ++k) {
      all.sum += bars_[k].sum;
      all.values += bars_[k].values;
    }
    if (all.values == 0) {
      values.add_missing();
    } else {
      values.add(static_cast<float>(all.sum / static_cast<double>(all.values)));
    }
  }
  return values.text(shown, characters);
}

}  // namespace openperflib::apps
