// One take() of a source without blocks, step by step.
#include <algorithm>
#include <utility>

#include "openperflib/query/query_state_internal.h"

namespace openperflib {

void Query::State::note_formulas() {
  const auto bound = binder.series();
  formulas_.clear();
  for (std::size_t i = 0; i < bound.size(); ++i) {
    const CounterType type = next_named_.series[i].type;
    const bool is_there = bound[i].number != BoundSeries::kNone;
    const auto place = formula_of_type_.find(type.bits());
    if (is_there && place == formula_of_type_.end()) {
      formulas_.push_back(&formula_of_type_.emplace(type.bits(), formula_of(type)).first->second);
    } else {
      formulas_.push_back(is_there ? &place->second : nullptr);
    }
  }
}

void Query::State::bind(const Catalog& catalog) {
  bind_paths(catalog, {titles, {}, std::nullopt});
  note_formulas();
  binding.state_->machine = options.machine.empty() ? catalog.machine() : options.machine;
  find_tick_series(catalog);
  processes_.assign(catalog, titles);
  find_start_series(catalog);
  bind_again(true);
  reorder(held_, next_held_);
  std::swap(held_, next_held_);
  series_generation_ = catalog.generation();
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
  const auto bound = binder.series();
  return series_generation_ != 0 && processes_.is_another(bound[series].number);
}

void Query::State::take_reading(std::size_t series, const RawCounter& reading, bool starts_anew) {
  newer.counters[series] = reading;
  if (reading.status == CStatus::item_not_validated) {
    if (usable(older.counters[series].status)) held_[series] = older.counters[series];
    newer.counters[series].status = CStatus::no_data;
    holds_some_ = true;
    return;
  }
  if (held_some_) {
    if (usable(held_[series].status)) older.counters[series] = held_[series];
    held_[series] = kNoReading;
  }
  if (starts_anew) older.counters[series] = kNoReading;
}

void Query::State::take_readings(const Sample& sample) {
  const bool anew = was_restarted(sample) || sample.starts_anew;
  newer.starts_anew = anew;
  processes_.take(sample);
  const bool some_are_others = processes_.has_another();
  held_some_ = std::exchange(holds_some_, false);
  const auto bound = binder.series();
  for (std::size_t i = 0; i < bound.size(); ++i) {
    if (bound[i].number == BoundSeries::kNone) {
      newer.counters[i] = RawCounter{.status = CStatus::no_instance};
    } else {
      const bool is_another = some_are_others && is_another_process(i);
      take_reading(i, sample.counters[bound[i].number], anew || is_another);
    }
  }
  if (wants_first_rates() && !anew) set_first_rates_of(sample);
  calculate(options.policy);
}

void Query::State::take_values(const Row& calculated) {
  const auto bound = binder.series();
  for (std::size_t i = 0; i < bound.size(); ++i) {
    newer.counters[i] = RawCounter{.status = CStatus::no_instance};
    row.values[i] = bound[i].number == BoundSeries::kNone ? Value::unusable(CStatus::no_instance)
                                                          : calculated.values[bound[i].number];
  }
  scale_values();
}

void Query::State::forget_series() {
  binding.state_->named.series.clear();
  ++binding.state_->generation;
  newer.counters.clear();
  older.counters.clear();
  held_.clear();
  holds_some_ = false;
  paths_changed = true;
}

bool Query::State::follow(const Catalog& catalog) {
  const bool is_same = !paths_changed && catalog.generation() == series_generation_;
  if (!is_same) bind(catalog);
  ++takes;
  return is_same;
}

void Query::State::take_entries(const Record& record) {
  const Sample& sample = *record.sample;
  first_rates_.clear();
  if (follow(*record.catalog)) std::swap(older, newer);
  newer.time_utc = sample.time_utc;
  row.time_utc = sample.time_utc;
  if (record.values == nullptr) {
    take_readings(sample);
  } else {
    take_values(*record.values);
  }
}

}  // namespace openperflib
