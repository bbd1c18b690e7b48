#include "openperflib/view/chart/reading_runs.h"

#include <algorithm>

#include "openperflib/counter/statistics.h"

namespace openperflib {
namespace {

// The length of a queue stands in each reading.
bool has_own_multipliers(const Formula& formula) noexcept {
  return formula.first == FirstOperand::queue_product;
}

}  // namespace

RawCounter ReadingRuns::reading(const Run& run, std::size_t record) const noexcept {
  const std::size_t place = run.place + (record - run.record);
  RawCounter reading = run.base;
  reading.first = first_[place];
  reading.second = second_[place];
  if (!multi_.empty()) reading.multi = multi_[place];
  return reading;
}

bool ReadingRuns::is_last(const RawCounter& reading) const noexcept {
  return !first_.empty() && first_.back() == reading.first && second_.back() == reading.second;
}

bool ReadingRuns::goes_on(std::size_t record, const RawCounter& newer) const noexcept {
  if (runs_.empty() || runs_.back().end() != record) return false;
  const RawCounter& base = runs_.back().base;
  return base.time_base == newer.time_base && base.size == newer.size &&
         (base.multi == newer.multi || has_own_multipliers(formula_));
}

void ReadingRuns::add(std::size_t record, const RawCounter& older, const RawCounter& newer,
                      bool is_comparable) {
  if (!usable(newer.status)) return;
  const bool is_next = is_comparable && is_last(older);
  if (!is_next || !goes_on(record, newer)) {
    Run run{.record = record, .place = first_.size(), .base = newer, .start = std::nullopt};
    if (is_comparable) run.start = older;
    if (is_next) run.start_record = runs_.back().end() - 1;
    runs_.push_back(run);
  }
  first_.push_back(newer.first);
  second_.push_back(newer.second);
  if (has_own_multipliers(formula_)) multi_.push_back(newer.multi);
  ++runs_.back().count;
}

Value ReadingRuns::average(std::size_t begin, std::size_t end) const noexcept {
  RangeStatistics range(formula_, {}, scale_);
  auto run =
      std::ranges::partition_point(runs_, [&](const Run& one) { return one.end() <= begin; });
  for (; run != runs_.end() && run->record < end; ++run) {
    const std::size_t first = std::max(begin, run->record);
    const std::size_t last = std::min(end, run->end()) - 1;
    const bool has_start = first == run->record && run->start.has_value() &&
                           (run->start_record == kNoRecord || run->start_record >= begin);
    range.restart();
    if (has_start) (void)range.add(*run->start);
    (void)range.add(reading(*run, first));
    if (first != last) (void)range.add(reading(*run, last));
  }
  return range.result().average;
}

std::size_t ReadingRuns::bytes() const noexcept {
  return (first_.capacity() + second_.capacity()) * sizeof(std::uint64_t) +
         multi_.capacity() * sizeof(std::uint32_t) + runs_.capacity() * sizeof(Run);
}

}  // namespace openperflib
