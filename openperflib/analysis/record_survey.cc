#include "openperflib/analysis/record_survey.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>
#include <utility>

#include "openperflib/query/catalog/listed_series.h"
#include "openperflib/query/catalog/series_order.h"

namespace openperflib {
namespace {

// With many machines, each gets less room for exact intervals.
constexpr std::size_t kExactOfFirstMachine = 100'000;
constexpr std::size_t kExactOfOthers = 4'096;

// How many of a part of the readings, or of the values, can be used.
template <class One>
std::size_t usable_in(const std::vector<One>& all, std::size_t begin, std::size_t count) {
  const std::span<const One> part = std::span(all).subspan(begin, count);
  return static_cast<std::size_t>(
      std::ranges::count_if(part, [](const One& one) { return usable(one.status); }));
}

bool is_longer(const TimeRange& a, const TimeRange& b) { return a.end - a.begin > b.end - b.begin; }

}  // namespace

FileTime MachineShape::longest_step() const noexcept {
  const double seconds = static_cast<double>(interval) / kTicksPerSecond;
  return static_cast<FileTime>(seconds * kGapIntervals * kTicksPerSecond);
}

void RecordSurvey::find_machines_of_entries(const Catalog& catalog) {
  std::string_view machine;  // of the series before; the series of an object share one text
  const auto series = catalog.series();
  for (std::size_t i = 0; i < series.size(); ++i) {
    const bool is_same = are_one_text(machine, series[i].machine);
    machine = series[i].machine;
    if (runs_.empty() || (!is_same && machines_[runs_.back().machine].name != machine)) {
      runs_.push_back({.machine = place_of_machine(machine), .first = i});
    }
    ++runs_.back().count;
  }
}

void RecordSurvey::find_machines(const Catalog& catalog) {
  generation_ = catalog.generation();
  runs_.clear();
  if (!catalog.is_of_snapshot()) return find_machines_of_entries(catalog);
  for (const ListedRun& run : listed_runs(catalog)) {
    const std::string_view machine = catalog.objects()[run.object].machine;
    runs_.push_back({.machine = place_of_machine(machine), .first = run.first, .count = run.count});
  }
}

std::uint32_t RecordSurvey::place_of_machine(std::string_view name) {
  const auto known = std::ranges::find(machines_, name, &Machine::name);
  const auto place = static_cast<std::uint32_t>(known - machines_.begin());
  if (place == machines_.size()) {
    const std::size_t exact = machines_.empty() ? kExactOfFirstMachine : kExactOfOthers;
    machines_.push_back(
        {.name = std::string(name), .intervals = ValueDistribution(exact), .longest = {}});
  }
  return place;
}

void RecordSurvey::note_step(Machine& machine, const TimeRange& step) {
  const double seconds = static_cast<double>(step.end - step.begin) / kTicksPerSecond;
  machine.intervals.add(seconds);
  intervals_.add(seconds);
  if (machine.longest.size() == LogShape::kMostGaps) {
    if (!is_longer(step, machine.longest.front())) return;
    std::ranges::pop_heap(machine.longest, is_longer);
    machine.longest.pop_back();
  }
  machine.longest.push_back(step);
  std::ranges::push_heap(machine.longest, is_longer);
}

// A clock that was set back is noted once for a record, however many machines it has.
void RecordSurvey::note_samples(FileTime time_local) {
  bool is_noted = false;
  for (Machine& machine : machines_) {
    if (!machine.is_in_record) continue;
    const TimeRange step{machine.before, time_local};
    const bool is_first = machine.samples++ == 0;
    machine.before = time_local;
    machine.first = is_first ? time_local : std::min(machine.first, time_local);
    machine.last = is_first ? time_local : std::max(machine.last, time_local);
    if (is_first) continue;
    if (step.end >= step.begin) {
      note_step(machine, step);
    } else if (!std::exchange(is_noted, true)) {
      ++shape_.set_back_count;
      if (shape_.set_back.size() < LogShape::kMostGaps) shape_.set_back.push_back(step);
    }
  }
}

void RecordSurvey::note_status(const Catalog& catalog, std::size_t series, CStatus status) {
  BadReadings& bad = shape_.bad[status];
  if (bad.count++ == 0) bad.example = path_of(series_of(catalog, series));
}

// One machine is in all records, even without usable readings.
void RecordSurvey::count_usable(const Record& record) {
  for (Machine& machine : machines_) machine.is_in_record = machines_.size() == 1;
  for (Run& run : runs_) {
    run.usable = record.values == nullptr ? usable_in(record.sample->counters, run.first, run.count)
                                          : usable_in(record.values->values, run.first, run.count);
    if (run.usable != 0) machines_[run.machine].is_in_record = true;
  }
}

void RecordSurvey::note_readings(const Record& record, bool misses) {
  for (const Run& run : runs_) {
    const std::size_t end = run.first + run.count;
    const bool is_in_record = machines_[run.machine].is_in_record;
    if (is_in_record) shape_.readings += run.count;
    const bool is_searched = is_in_record && misses && run.usable != run.count;
    for (std::size_t i = is_searched ? run.first : end; i < end; ++i) {
      const CStatus status = record.values == nullptr ? record.sample->counters[i].status
                                                      : record.values->values[i].status;
      if (!usable(status)) note_status(*record.catalog, i, status);
    }
  }
}

// In a text log the first row of a rate is blank; it does not count as missing.
void RecordSurvey::add(FileTime time_local, const Record& record) {
  const Catalog& catalog = *record.catalog;
  const Sample& sample = *record.sample;
  const bool is_first = shape_.records++ == 0;
  if (is_first || catalog.generation() != generation_) find_machines(catalog);
  if (sample.starts_anew && !is_first) ++shape_.restarts;
  shape_.first_local = is_first ? time_local : std::min(shape_.first_local, time_local);
  shape_.last_local = is_first ? time_local : std::max(shape_.last_local, time_local);
  count_usable(record);
  note_samples(time_local);
  const bool is_blank_by_nature = record.values != nullptr && is_first;
  note_readings(record, !is_blank_by_nature);
}

LogShape RecordSurvey::result() const {
  LogShape shape = shape_;
  shape.interval = intervals_.percentile(50);
  shape.short_interval = intervals_.percentile(5);
  shape.long_interval = intervals_.percentile(95);
  for (const Machine& machine : machines_) {
    const Value median = machine.intervals.percentile(50);
    const double ticks = median.usable() ? median.number * kTicksPerSecond : 0;
    shape.machines.push_back({.machine = machine.name,
                              .first_local = machine.first,
                              .last_local = machine.last,
                              .interval = std::llround(ticks)});
    const FileTime longest_step = shape.machines.back().longest_step();
    for (const TimeRange& step : machine.longest) {
      const bool is_gap = step.end - step.begin > longest_step && longest_step > 0;
      if (is_gap && std::ranges::find(shape.gaps, step) == shape.gaps.end())
        shape.gaps.push_back(step);
    }
  }
  std::ranges::sort(shape.gaps, is_longer);
  if (shape.gaps.size() > LogShape::kMostGaps) shape.gaps.resize(LogShape::kMostGaps);
  return shape;
}

}  // namespace openperflib
