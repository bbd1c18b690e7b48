#include "openperflib/view/text/trend.h"

#include <algorithm>

namespace openperflib {

void Trend::begin_bar() {
  if (bars_.size() == kBars) {
    for (std::size_t i = 0; i < kBars / 2; ++i) {
      bars_[i] = {bars_[2 * i].sum + bars_[2 * i + 1].sum,
                  bars_[2 * i].values + bars_[2 * i + 1].values};
    }
    bars_.resize(kBars / 2);
    records_a_bar_ *= 2;
  }
  if (bars_.size() == bars_.capacity()) bars_.reserve(bars_.empty() ? kFewBars : kBars);
  bars_.emplace_back();
  room_ = records_a_bar_;
}

// Nothing is divided here: a summary of a wide log comes by for each value.
Trend::Bar& Trend::next() {
  if (room_ == 0) begin_bar();
  --room_;
  ++records_;
  return bars_.back();
}

void Trend::clear() noexcept {
  bars_.clear();
  records_ = 0;
  records_a_bar_ = 1;
  room_ = 0;
}

void Trend::add(double value) {
  Bar& bar = next();
  bar.sum += value;
  ++bar.values;
}

void Trend::add_missing() { (void)next(); }

void Trend::add(std::span<const double> values) {
  while (!values.empty()) {
    if (room_ == 0) begin_bar();
    const std::uint64_t taken = std::min<std::uint64_t>(room_, values.size());
    Bar& bar = bars_.back();
    double sum = bar.sum;  // in a register: for the compiler, the bar may be one of the values
    for (const double value : values.first(static_cast<std::size_t>(taken))) sum += value;
    bar.sum = sum;
    bar.values += taken;
    records_ += taken;
    room_ -= taken;
    values = values.subspan(static_cast<std::size_t>(taken));
  }
}

void Trend::add(const Trend& later) {
  for (std::uint64_t i = 0; i < later.records_; ++i) {
    const Bar& bar = later.bars_[i / later.records_a_bar_];
    if (bar.values == 0) {
      add_missing();
    } else {
      add(bar.sum / static_cast<double>(bar.values));
    }
  }
}

std::optional<double> Trend::growth() const {
  if (bars_.size() < 2) return std::nullopt;
  const auto has_values = [](const Bar& bar) { return bar.values != 0; };
  const auto first = std::ranges::find_if(bars_, has_values);
  const auto last = std::find_if(bars_.rbegin(), bars_.rend(), has_values);
  if (last == bars_.rend() || &*first == &*last) return std::nullopt;
  return last->sum / static_cast<double>(last->values) -
         first->sum / static_cast<double>(first->values);
}

std::string Trend::text(std::size_t width, BarCharacters characters) const {
  const std::size_t used = bars_.size();
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

}  // namespace openperflib
