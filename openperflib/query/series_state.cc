// One take() of a source without blocks, step by step.
#include <algorithm>
#include <utility>

#include "openperflib/query/query_state_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// The instance that a path without wildcards names in the object of `series`, kept in `texts`.
std::string_view named_instance(const PathPattern& path, const Series& series, StringPool& texts) {
  if (const PathPattern::Request* const request = path.single_request()) {
    return request->instance.has_value() ? texts.add(request->instance->name())
                                         : std::string_view();
  }
  for (const auto& reading : path.requests_for(folded(series.object), series.object_title_index,
                                               folded(series.original_object))) {
    if (reading.instance.has_value()) return texts.add(reading.instance->name());
  }
  return {};
}

std::size_t end_of_path(std::span<const Series> series, std::size_t first, std::uint32_t path) {
  std::size_t end = first;
  while (end < series.size() && series[end].path == path) ++end;
  return end;
}

}  // namespace

// The texts of the catalog go with its next layout; those of a binding stay.
Series Query::State::bound_series(const Catalog& catalog, const BoundSeries& bound) {
  StringPool& texts = next_named_.texts;
  const bool is_there = bound.source != BoundSeries::kNone;
  Series series = catalog.series()[is_there ? bound.source : bound.like];
  series.path = bound.path;
  series.is_named = !paths[bound.path].has_wildcards();
  if (is_there) {
    if (series.instance.has_value()) series.instance = texts.add(*series.instance);
    series.parent = texts.add(series.parent);
  } else {
    series.parent = {};
    series.instance_number = 0;
    series.instance = named_instance(paths[bound.path], series, texts);
    series.identity = 0;
    series.counter_ordinal = Series::kNoOrdinal;
  }
  // Most series have the machine and the object of the one before.
  const Series* const before = next_named_.series.empty() ? nullptr : &next_named_.series.back();
  const auto kept = [&](std::string_view text, std::string_view Series::* same) {
    return before != nullptr && before->*same == text ? before->*same : texts.add(text);
  };
  series.machine = kept(series.machine, &Series::machine);
  series.object = kept(series.object, &Series::object);
  series.counter = texts.add(series.counter);
  series.original_object = kept(series.original_object, &Series::original_object);
  series.original_counter = texts.add(series.original_counter);
  return series;
}

// Of one path: which of the old series, from position `first` on, the new ones are. Most paths have
// one of each.
void Query::State::match_path(std::span<const Series> old, std::size_t first,
                              std::span<const Series> now, std::size_t first_now) {
  const auto note = [&](std::size_t from, std::size_t to) {
    older_series_[first_now + to] = static_cast<std::uint32_t>(first + from);
  };
  if (old.size() == 1 && now.size() == 1) {
    if (now.front().identity != 0 && now.front().identity == old.front().identity) note(0, 0);
    return;
  }
  by_identity_.clear();
  for (std::size_t i = 0; i < old.size(); ++i) by_identity_[old[i].identity] = i;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const auto place = by_identity_.find(now[i].identity);
    if (now[i].identity != 0 && place != by_identity_.end()) note(place->second, i);
  }
}

// By identity; the old series and the new ones are in the order of their paths.
void Query::State::find_older_series() {
  const std::span<const Series> old = binding.series();
  const std::span<const Series> now = next_named_.series;
  older_series_.assign(now.size(), Layout::kNone);
  for (std::size_t first = 0, first_now = 0; first_now < now.size();) {
    const std::uint32_t path = now[first_now].path;
    while (first < old.size() && old[first].path < path) ++first;
    const std::size_t end = end_of_path(old, first, path);
    const std::size_t end_now = end_of_path(now, first_now, path);
    match_path(old.subspan(first, end - first), first, now.subspan(first_now, end_now - first_now),
               first_now);
    first = end;
    first_now = end_now;
  }
}

void Query::State::bind(const Catalog& catalog) {
  if (paths_changed) binder_.set_paths(paths, titles);
  binder_.assign(catalog);
  next_named_.texts.clear();
  next_named_.series.clear();
  formulas_.clear();
  for (const BoundSeries& bound : binder_.series()) {
    next_named_.series.push_back(bound_series(catalog, bound));
    formulas_.push_back(formula_of(next_named_.series.back().type));
  }
  find_older_series();
  align_samples();
  reorder(held_, next_held_);
  std::swap(held_, next_held_);
  find_tick_series(catalog);
  processes_.assign(catalog, titles);
  name_series();
  binding.state_->machine = options.machine.empty() ? catalog.machine() : options.machine;
  newer.counters.resize(binder_.series().size());
  row.values.resize(binder_.series().size());
  series_generation_ = catalog.generation();
  paths_changed = false;
}

// PerfTime runs as long as the machine does: a few series of each machine tell whether it still
// does.
void Query::State::find_tick_series(const Catalog& catalog) {
  for (TickSeries& one : tick_series_) one.count = 0;
  const auto series = catalog.series();
  for (std::uint32_t i = 0; i < series.size(); ++i) {
    auto known = std::ranges::find(tick_series_, series[i].machine, &TickSeries::machine);
    const bool is_new = known == tick_series_.end();
    if (!is_new && known->count == known->sources.size()) continue;
    const Formula formula = formula_of(series[i].type);
    const bool has_ticks =
        formula.second == SecondOperand::clock_difference && !formula.uses_100ns_clock;
    if (!has_ticks) continue;
    if (is_new) known = tick_series_.insert(known, {.machine = std::string(series[i].machine)});
    known->sources[known->count++] = i;
  }
}

// Two CPUs may disagree by a little; after a restart a machine begins near zero. The majority of
// the series decides.
bool Query::State::take_ticks(TickSeries& machine, const Sample& sample) {
  std::array<std::uint64_t, 3> readings{};
  std::size_t count = 0;
  std::size_t fell = 0;
  for (std::size_t i = 0; i < machine.count; ++i) {
    const RawCounter& reading = sample.counters[machine.sources[i]];
    if (!usable(reading.status)) continue;
    const std::uint64_t second = reading.time_base;
    if (machine.ticks > second && reading.second < machine.ticks - second) ++fell;
    readings[count++] = reading.second;
  }
  if (count == 0) return false;
  std::sort(readings.begin(), readings.begin() + count);
  machine.ticks = readings[(count - 1) / 2];
  return 2 * fell > count;
}

bool Query::State::was_restarted(const Sample& sample) {
  bool restarted = false;
  for (TickSeries& one : tick_series_) restarted = take_ticks(one, sample) || restarted;
  return restarted;
}

bool Query::State::is_another_process(std::size_t series) const noexcept {
  const auto bound = binder_.series();
  return series < bound.size() && processes_.is_another(bound[series].source);
}

void Query::State::take_reading(std::size_t series, const RawCounter& reading, bool starts_anew) {
  if (reading.status == CStatus::item_not_validated) {
    if (usable(older.counters[series].status)) held_[series] = older.counters[series];
    newer.counters[series] = reading;
    newer.counters[series].status = CStatus::no_data;
  } else {
    if (usable(held_[series].status)) older.counters[series] = held_[series];
    held_[series] = kNoReading;
    if (starts_anew) older.counters[series] = kNoReading;
    newer.counters[series] = reading;
  }
  row.values[series] = openperflib::calculate(formulas_[series], older.counters[series],
                                              newer.counters[series], options.policy);
}

void Query::State::take(const Catalog& catalog, const Sample& sample, const Row* calculated) {
  if (paths_changed || catalog.generation() != series_generation_) {
    bind(catalog);
  } else {
    std::swap(older, newer);
  }
  newer.time_utc = sample.time_utc;
  row.time_utc = sample.time_utc;
  const bool anew = sample.starts_anew || (calculated == nullptr && was_restarted(sample));
  if (calculated == nullptr) processes_.take(sample);
  const auto bound = binder_.series();
  for (std::size_t i = 0; i < bound.size(); ++i) {
    const bool is_there = bound[i].source != BoundSeries::kNone;
    if (is_there && calculated == nullptr) {
      take_reading(i, sample.counters[bound[i].source], anew || is_another_process(i));
      continue;
    }
    newer.counters[i] = RawCounter{.status = CStatus::no_instance};
    row.values[i] =
        is_there ? calculated->values[bound[i].source] : Value::unusable(CStatus::no_instance);
  }
  ++takes;
}

std::span<const Query::Match> Query::State::matches() const noexcept {
  if (series_generation_ != 0) return binder_.matches();
  return layout.bound().matches;
}

const Formula* Query::State::formula(std::size_t series) const noexcept {
  if (series_generation_ == 0) return reader.formula(static_cast<std::uint32_t>(series));
  return series < formulas_.size() ? &formulas_[series] : nullptr;
}

}  // namespace openperflib
