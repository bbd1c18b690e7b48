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
  for (std::size_t end = kFanOut; end <= values_.size(); end += kFanOut) close_blocks(end);
}

void ValuePyramid::add(double value) {
  values_.push_back(value);
  if (values_.size() % kFanOut == 0) close_blocks(values_.size());
}

// Adds the block of each level that the record before `end`, a multiple of kFanOut, completes.
void ValuePyramid::close_blocks(std::size_t end) {
  for (std::size_t level = 0; end % kFanOut == 0; ++level) {
    ValueExtremes block;
    for (std::size_t i = end - kFanOut; i < end; ++i) {
      block.join(level == 0 ? extremes_of(values_[i]) : levels_[level - 1][i]);
    }
    if (level == levels_.size()) levels_.emplace_back();
    levels_[level].push_back(block);
    end /= kFanOut;
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
