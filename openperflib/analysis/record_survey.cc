#include "openperflib/analysis/record_survey.h"

#include <algorithm>

namespace openperflib {
namespace {

bool is_longer(const TimeRange& a, const TimeRange& b) { return a.end - a.begin > b.end - b.begin; }

}  // namespace

FileTime LogShape::longest_step() const noexcept {
  if (!interval.usable()) return 0;
  return static_cast<FileTime>(interval.number * kGapIntervals * kTicksPerSecond);
}

void RecordSurvey::note_step(FileTime time_local) {
  const TimeRange step{before_, time_local};
  if (step.end < step.begin) {
    ++shape_.set_back_count;
    if (shape_.set_back.size() < LogShape::kMostGaps) shape_.set_back.push_back(step);
    return;
  }
  intervals_.add(static_cast<double>(step.end - step.begin) / kTicksPerSecond);
  if (longest_.size() == LogShape::kMostGaps) {
    if (!is_longer(step, longest_.front())) return;
    std::ranges::pop_heap(longest_, is_longer);
    longest_.pop_back();
  }
  longest_.push_back(step);
  std::ranges::push_heap(longest_, is_longer);
}

void RecordSurvey::note_status(const SeriesCatalog& catalog, std::size_t series, CStatus status) {
  BadReadings& bad = shape_.bad[status];
  if (bad.count++ == 0) bad.example = path_of(catalog.series()[series]);
}

// In a text log the first row of a rate is blank: nothing is missing there.
void RecordSurvey::add(FileTime time_local, const SeriesCatalog& catalog, const Sample& sample,
                       const Row* calculated) {
  const bool is_first = shape_.records++ == 0;
  if (sample.starts_anew && !is_first) ++shape_.restarts;
  if (!is_first) note_step(time_local);
  before_ = time_local;
  shape_.first_local = is_first ? time_local : std::min(shape_.first_local, time_local);
  shape_.last_local = is_first ? time_local : std::max(shape_.last_local, time_local);
  const std::size_t count = catalog.series().size();
  shape_.readings += count;
  for (std::size_t i = 0; i < count; ++i) {
    const CStatus status =
        calculated == nullptr ? sample.counters[i].status : calculated->values[i].status;
    if (usable(status) || (calculated != nullptr && is_first)) continue;
    note_status(catalog, i, status);
  }
}

LogShape RecordSurvey::result() const {
  LogShape shape = shape_;
  shape.interval = intervals_.percentile(50);
  shape.short_interval = intervals_.percentile(5);
  shape.long_interval = intervals_.percentile(95);
  const FileTime longest_step = shape.longest_step();
  for (const TimeRange& step : longest_) {
    if (step.end - step.begin > longest_step && longest_step > 0) shape.gaps.push_back(step);
  }
  std::ranges::sort(shape.gaps, is_longer);
  return shape;
}

}  // namespace openperflib
