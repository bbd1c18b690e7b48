#include "openperflib/view/summary/record_steps.h"

#include <algorithm>
#include <cmath>

#include "openperflib/counter/raw_counter.h"

namespace openperflib {
namespace {

constexpr double kGapSteps = 2.5;

FileTime width_of(const RecordGap& gap) noexcept { return gap.after - gap.before; }

bool is_wider(const RecordGap& a, const RecordGap& b) noexcept { return width_of(a) > width_of(b); }

}  // namespace

FileTime longest_step_of(std::optional<FileTime> usual) noexcept {
  return usual.has_value() ? std::llround(static_cast<double>(*usual) * kGapSteps) : 0;
}

void RecordSteps::add(FileTime time) {
  const RecordGap step{.before = last_, .after = time};
  const bool is_step = has_record_ && time > last_;
  if (!has_record_ || time > last_) last_ = time;
  has_record_ = true;
  if (!is_step) return;
  steps_.add(static_cast<double>(width_of(step)));
  if (widest_.size() == kMostKept) {
    if (!is_wider(step, widest_.front())) return;
    std::ranges::pop_heap(widest_, is_wider);
    widest_.pop_back();
  }
  widest_.push_back(step);
  std::ranges::push_heap(widest_, is_wider);
}

std::optional<FileTime> RecordSteps::usual() const {
  const Value median = steps_.percentile(50);
  return median.usable() ? std::optional<FileTime>(std::llround(median.number)) : std::nullopt;
}

RecordGaps RecordSteps::gaps(std::size_t most) const {
  const FileTime longest = longest_step_of(usual());
  RecordGaps gaps;
  for (const RecordGap& one : widest_) {
    if (width_of(one) > longest) gaps.widest.push_back(one);
  }
  gaps.count = gaps.widest.size();
  std::ranges::stable_sort(gaps.widest, is_wider);
  if (gaps.widest.size() > most) gaps.widest.resize(most);
  std::ranges::sort(gaps.widest, {}, &RecordGap::before);
  return gaps;
}

}  // namespace openperflib
