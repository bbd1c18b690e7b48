// One take() of a source without blocks, step by step.
#include <algorithm>
#include <map>
#include <utility>

#include "openperflib/base/utf16.h"
#include "openperflib/query/query_state_internal.h"

namespace openperflib {
namespace {

// The instance that a path without wildcards names in the object of `series`.
std::string named_instance(const PathPattern& path, const Series& series) {
  for (const auto& reading : path.requests_for(folded(series.object), series.object_title_index,
                                               folded(series.original_object))) {
    if (reading.instance.has_value()) return reading.instance->name();
  }
  return {};
}

// The one machine of a catalog; empty where it has several or names none.
std::string_view machine_of(const SeriesCatalog& catalog) {
  const auto series = catalog.series();
  if (series.empty()) return {};
  const auto is_first = [&](const Series& one) { return one.machine == series.front().machine; };
  return std::ranges::all_of(series, is_first) ? series.front().machine : std::string_view();
}

}  // namespace

// The texts of the catalog go with its next layout; those of a binding stay.
Series Query::State::bound_series(const SeriesCatalog& catalog, const BoundSeries& bound) {
  TextArena& texts = next_named_.texts;
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
    series.instance = texts.add(named_instance(paths[bound.path], series));
    series.identity = 0;
    series.counter_ordinal = Series::kNoOrdinal;
  }
  series.machine = texts.add(series.machine);
  series.object = texts.add(series.object);
  series.counter = texts.add(series.counter);
  series.original_object = texts.add(series.original_object);
  series.original_counter = texts.add(series.original_counter);
  return series;
}

// The readings before, in the order of the new series.
void Query::State::align_series() {
  std::map<std::pair<std::uint64_t, std::uint32_t>, std::size_t> before;
  const std::span<const Series> old = binding.series();
  for (std::size_t i = 0; i < old.size(); ++i) before[{old[i].identity, old[i].path}] = i;
  aligned_.time_utc = newer.time_utc;
  aligned_.counters.assign(next_named_.series.size(), kNoReading);
  std::vector<RawCounter> held(next_named_.series.size(), kNoReading);
  for (std::size_t i = 0; i < next_named_.series.size(); ++i) {
    const Series& series = next_named_.series[i];
    if (series.identity == 0) continue;
    const auto place = before.find({series.identity, series.path});
    if (place == before.end()) continue;
    aligned_.counters[i] = newer.counters[place->second];
    held[i] = held_[place->second];
  }
  std::swap(older, aligned_);
  std::swap(held_, held);
}

void Query::State::bind(const SeriesCatalog& catalog) {
  binder_.assign(catalog, paths, titles);
  next_named_.texts.clear();
  next_named_.series.clear();
  formulas_.clear();
  for (const BoundSeries& bound : binder_.series()) {
    next_named_.series.push_back(bound_series(catalog, bound));
    formulas_.push_back(formula_of(next_named_.series.back().type));
  }
  align_series();
  find_tick_series(catalog);
  processes_.assign(catalog, titles);
  name_series();
  binding.state_->machine = options.machine.empty() ? machine_of(catalog) : options.machine;
  newer.counters.resize(binder_.series().size());
  row.values.resize(binder_.series().size());
  series_generation_ = catalog.generation();
  paths_changed = false;
}

// PerfTime runs as long as the machine does: one series a machine tells whether it still does.
void Query::State::find_tick_series(const SeriesCatalog& catalog) {
  for (TickSeries& one : tick_series_) one.source = BoundSeries::kNone;
  const auto series = catalog.series();
  for (std::uint32_t i = 0; i < series.size(); ++i) {
    auto known = std::ranges::find(tick_series_, series[i].machine, &TickSeries::machine);
    const bool is_new = known == tick_series_.end();
    if (!is_new && known->source != BoundSeries::kNone) continue;
    const Formula formula = formula_of(series[i].type);
    const bool has_ticks =
        formula.second == SecondOperand::clock_difference && !formula.uses_100ns_clock;
    if (!has_ticks) continue;
    if (is_new) {
      known = tick_series_.insert(known, {.machine = std::string(series[i].machine), .source = i});
    }
    if (known->source == BoundSeries::kNone) known->source = i;
  }
}

// Two CPUs may disagree by a little; a machine that was started anew begins near zero.
bool Query::State::was_restarted(const Sample& sample) {
  bool restarted = false;
  for (TickSeries& one : tick_series_) {
    if (one.source == BoundSeries::kNone) continue;
    const RawCounter& reading = sample.counters[one.source];
    if (!usable(reading.status)) continue;
    const std::uint64_t second = reading.time_base;
    if (one.ticks > second && reading.second < one.ticks - second) restarted = true;
    one.ticks = reading.second;
  }
  return restarted;
}

bool Query::State::is_another_process(std::size_t series) const noexcept {
  const auto bound = binder_.series();
  return series < bound.size() && processes_.is_another(bound[series].source);
}

void Query::State::take_reading(std::size_t series, const RawCounter& reading, bool starts_anew) {
  if (reading.status == CStatus::item_not_validated) {
    if (usable(older.counters[series].status)) held_[series] = older.counters[series];
    newer.counters[series] = RawCounter{.status = CStatus::no_data};
  } else {
    if (usable(held_[series].status)) older.counters[series] = held_[series];
    held_[series] = kNoReading;
    if (starts_anew) older.counters[series] = kNoReading;
    newer.counters[series] = reading;
  }
  row.values[series] = openperflib::calculate(formulas_[series], older.counters[series],
                                              newer.counters[series], options.policy);
}

void Query::State::take(const SeriesCatalog& catalog, const Sample& sample, const Row* calculated) {
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
