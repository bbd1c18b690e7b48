#include "openperflib/view/chart/value_pyramid.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace openperflib {
namespace {

// How many values apart a block is read that is loaded: each of its cache lines, which have 64
// bytes, has one of them, wherever in a line the block begins.
constexpr std::size_t kLoadedStep = 7;

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

void ValuePyramid::join_values(std::size_t begin, std::size_t end, ValueExtremes& into) const {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  ValueExtremes some{.least = kInfinity, .largest = -kInfinity};
  for (std::size_t i = begin; i < end; ++i) {
    const double value = values_[i];
    if (std::isnan(value)) continue;
    if (some.count++ == 0) some.first = value;
    some.least = std::min(some.least, value);
    some.largest = std::max(some.largest, value);
    some.last = value;
    some.sum += value;
  }
  into.join(some);
}

// Joins the records from `begin` to `end`, both multiples of the size of a block of the level;
// level 0: the records themselves.
void ValuePyramid::join_blocks(std::size_t level, RecordSpan records, ValueExtremes& into) const {
  if (level == 0) return join_values(records.begin, records.end, into);
  const std::vector<ValueExtremes>& blocks = levels_[level - 1];
  const std::size_t size = std::size_t{1} << (kFanOutBits * level);
  for (std::size_t i = records.begin / size; i < records.end / size; ++i) into.join(blocks[i]);
}

// From the first record up to blocks as large as fit, and down again to the last record.
ValueExtremes ValuePyramid::of(std::size_t begin, std::size_t end) const noexcept {
  ValueExtremes all;
  std::size_t level = 0;
  std::size_t size = 1;
  for (; level < levels_.size(); ++level, size *= kFanOut) {
    const std::size_t larger = size * kFanOut;
    const std::size_t whole = (begin + larger - 1) / larger * larger;
    if (whole + larger > end) break;
    join_blocks(level, {.begin = begin, .end = whole}, all);
    begin = whole;
  }
  for (;; --level, size /= kFanOut) {
    const std::size_t whole = begin + (end - begin) / size * size;
    join_blocks(level, {.begin = begin, .end = whole}, all);
    begin = whole;
    if (level == 0) return all;
  }
}

// Reads one value of each cache line: WebAssembly has no prefetch.
void ValuePyramid::load_around(std::size_t record) const noexcept {
  const std::size_t begin = record - record % kFanOut;
  const std::size_t end = std::min(begin + kFanOut, values_.size());
  for (std::size_t i = begin; i < end; i += kLoadedStep) {
    static_cast<void>(*static_cast<const volatile double*>(&values_[i]));
  }
}

std::size_t ValuePyramid::bytes() const noexcept {
  std::size_t bytes = values_.capacity() * sizeof(double);
  for (const auto& level : levels_) bytes += level.capacity() * sizeof(ValueExtremes);
  return bytes;
}

}  // namespace openperflib
