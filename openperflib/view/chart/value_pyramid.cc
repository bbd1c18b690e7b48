#include "openperflib/view/chart/value_pyramid.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace openperflib {
namespace {

ValueExtremes extremes_of(double value) noexcept {
  if (std::isnan(value)) return {};
  return {
      .first = value, .least = value, .largest = value, .last = value, .sum = value, .count = 1};
}

}  // namespace

void ValueExtremes::join(const ValueExtremes& later) noexcept {
  if (later.count == 0) return;
  if (count == 0) {
    *this = later;
    return;
  }
  least = std::min(least, later.least);
  largest = std::max(largest, later.largest);
  last = later.last;
  sum += later.sum;
  count += later.count;
}

double ValueExtremes::average() const noexcept {
  if (count == 0) return kNone;
  const double mean = sum / static_cast<double>(count);
  return std::isfinite(mean) ? mean : least / 2 + largest / 2;
}

ValuePyramid::ValuePyramid(std::vector<double> values) : values_(std::move(values)) {
  std::size_t below = values_.size();
  while (below >= kFanOut) {
    std::vector<ValueExtremes> level(below / kFanOut);
    for (std::size_t i = 0; i < level.size() * kFanOut; ++i) {
      level[i / kFanOut].join(levels_.empty() ? extremes_of(values_[i]) : levels_.back()[i]);
    }
    below = level.size();
    levels_.push_back(std::move(level));
  }
}

// Each step takes the largest block that begins where the last one ended.
ValueExtremes ValuePyramid::of(std::size_t begin, std::size_t end) const noexcept {
  ValueExtremes all;
  while (begin < end) {
    std::size_t level = 0;
    std::size_t size = 1;
    while (level < levels_.size() && begin % (size * kFanOut) == 0 &&
           end - begin >= size * kFanOut) {
      size *= kFanOut;
      ++level;
    }
    all.join(level == 0 ? extremes_of(values_[begin]) : levels_[level - 1][begin / size]);
    begin += size;
  }
  return all;
}

std::size_t ValuePyramid::bytes() const noexcept {
  std::size_t bytes = values_.capacity() * sizeof(double);
  for (const auto& level : levels_) bytes += level.capacity() * sizeof(ValueExtremes);
  return bytes;
}

}  // namespace openperflib
