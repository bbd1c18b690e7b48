#include "openperflib/view/summary/series_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <span>
#include <utility>

#include "openperflib/base/fnv1a.h"
#include "openperflib/counter/type_table.h"
#include "openperflib/view/text/value_text.h"

namespace openperflib {
namespace {

// Whether the values of a series are all that its average needs: a query calculates them from one
// reading, whatever its policy is, and shows them as they are.
bool needs_no_readings(const TypeRow* row, std::int8_t scale) noexcept {
  return row != nullptr && row->formula.samples < 2 && !row->formula.uses_100ns_clock && scale == 0;
}

// What SeriesNumbers has for a value that is missing.
double number_or_nan(const Value& value) noexcept {
  return value.usable() ? value.number : std::numeric_limits<double>::quiet_NaN();
}

// "sh:*" of "sh:4711" if names contain the id of their process; otherwise empty.
std::string name_without_id(const Series& series) {
  if (series.process_id == 0) return {};
  const std::string_view name = series.instance.value_or(std::string_view());
  const fmt::format_int digits(series.process_id);
  const std::string_view id(digits.data(), digits.size());
  if (name.size() <= id.size() || !name.ends_with(id)) return {};
  const char mark = name[name.size() - id.size() - 1];
  if (mark != ':' && mark != '_') return {};
  return std::string(name.substr(0, name.size() - id.size())) + '*';
}

// Returns the series by which its name is known after it is gone, without a process id: names are
// used again, ids are not. `instance`: as name_without_id() returns it.
Series without_id(const Series& series, const std::string& instance) {
  Series plain = series;
  plain.process_id = 0;
  if (!instance.empty()) plain.instance = instance;
  return plain;
}

// Returns whether two series of a binding are those of one instance, as far as the addresses of
// their texts show.
bool are_of_one_instance(const Series& a, const Series& b) noexcept {
  const std::string_view none;
  return a.path == b.path && a.instance.has_value() == b.instance.has_value() &&
         a.instance_number == b.instance_number && a.process_id == b.process_id &&
         are_one_text(a.instance.value_or(none), b.instance.value_or(none)) &&
         are_one_text(a.object, b.object) && are_one_text(a.machine, b.machine) &&
         are_one_text(a.parent, b.parent);
}

}  // namespace

// Several series of an instance follow each other.
void SeriesSummary::name_instance(const Series& series, std::string_view machine) {
  if (instance_.is_set && are_of_one_instance(series, instance_.of)) return;
  instance_.is_set = true;
  instance_.of = series;
  instance_.instance = name_without_id(series);
  const Series plain = without_id(series, instance_.instance);
  instance_.path = fmt::to_string(series.path) + path_of(plain, machine);
  instance_.path.resize(instance_.path.size() - plain.counter.size());
}

bool SeriesSummary::is_name_of(std::uint32_t name, const Series& series) const noexcept {
  if (name >= names_.size()) return false;
  const std::string_view path = names_[name].path;
  return path.size() == instance_.path.size() + series.counter.size() &&
         path.starts_with(instance_.path) && path.ends_with(series.counter);
}

// The name is mostly the one after that of the counter before: names were added in this order.
std::uint32_t SeriesSummary::name_of(const Series& series) {
  if (is_name_of(next_name_, series)) return next_name_++;
  std::string path = instance_.path;
  path += series.counter;
  auto number = static_cast<std::uint32_t>(names_.size());
  if (const auto known = by_path_.find(path); known != by_path_.end()) {
    number = known->second;
  } else {
    const Series plain = without_id(series, instance_.instance);
    const Name& added = names_.emplace_back(Name{.path = std::move(path),
                                                 .plain_title = kept(group_title(plain)),
                                                 .counter = kept(std::string(series.counter)),
                                                 .path_number = series.path});
    by_path_.emplace(added.path, number);
  }
  next_name_ = number + 1;
  return number;
}

const Formula& SeriesSummary::other_formula(CounterType type) {
  return other_formulas_.try_emplace(type.bits(), formula_of(type)).first->second;
}

std::size_t SeriesSummary::add_live(const Binding& binding, std::size_t position,
                                    std::uint64_t identity) {
  const Series& series = binding.series()[position];
  name_instance(series, binding.machine());
  std::size_t place = live_.size();
  const TypeRow* const row = find_type(series.type);
  const RangeAverage average(row != nullptr ? row->formula : other_formula(series.type),
                             series.shown_scale);
  if (free_.empty()) {
    live_.emplace_back();
    mapped_.emplace_back();
    waiting_.emplace_back();
    averages_.push_back(average);
  } else {
    place = free_.back();
    free_.pop_back();
    averages_[place] = average;
  }
  mapped_[place] = {.needs_no_readings = needs_no_readings(row, series.shown_scale)};
  Live& live = live_[place];
  live.type = series.type;
  live.identity = identity;
  live.order = next_order_++;
  live.path_number = series.path;
  live.process_id = instance_.instance.empty() ? 0 : series.process_id;
  live.name = name_of(series);
  live.title = names_[live.name].gone == nullptr ? group_title(series) : std::string();
  return place;
}

// Series that follow those of the binding before are found by their positions. What is left are
// new ones, which may be there twice, and those that their paths name.
void SeriesSummary::begin_places(const Binding& binding) {
  const std::span<const std::uint32_t> before = binding.before();
  instance_.is_set = false;
  follows_ = binding.generation() == generation_ + 1 && before.size() == binding.series().size();
  if (follows_) {
    const auto count = static_cast<std::size_t>(std::ranges::count(before, Binding::kNew));
    found_.restart(count + 2 * named_places_.size());
    for (const std::uint32_t place : named_places_) note_place(place);
    return;
  }
  found_.restart(binding.series().size() + places_before_.size());
  for (const std::size_t place : places_before_) note_place(static_cast<std::uint32_t>(place));
}

void SeriesSummary::note_place(std::uint32_t place) {
  found_.place_of(live_[place].identity, live_[place].path_number) = place;
}

// A series that its path names belongs to the path, whichever instance has the name.
std::size_t SeriesSummary::place_of(const Binding& binding, std::size_t position,
                                    std::size_t& expected) {
  const Series& series = binding.series()[position];
  const bool is_told = follows_ && !series.is_named;
  if (is_told && binding.before()[position] != Binding::kNew) {
    return places_before_[binding.before()[position]];
  }
  const std::uint64_t identity =
      series.is_named ? fnv1a(binding.path_of(position)) : series.identity;
  if (!is_told && expected < places_before_.size()) {
    const std::size_t place = places_before_[expected];
    const Live& live = live_[place];
    if (live.identity == identity && live.path_number == series.path) {
      ++expected;
      return place;
    }
  }
  std::uint32_t& known = found_.place_of(identity, series.path);
  if (known == PlaceTable::kNone) {
    known = static_cast<std::uint32_t>(add_live(binding, position, identity));
  } else if (mapped_[known].bound + 1 == mappings_) {
    expected = mapped_[known].position + std::size_t{1};
  }
  return known;
}

void SeriesSummary::map_series(const Query& query) {
  const Binding& binding = query.binding();
  ++mappings_;
  places_before_.swap(places_);
  places_.clear();
  places_.reserve(binding.series().size());
  if (live_.empty()) {
    live_.reserve(binding.series().size());
    mapped_.reserve(binding.series().size());
    waiting_.reserve(binding.series().size());
    averages_.reserve(binding.series().size());
  }
  begin_places(binding);
  generation_ = binding.generation();
  live_count_ = 0;
  named_places_.clear();
  std::size_t expected = 0;
  for (std::size_t i = 0; i < binding.series().size(); ++i) {
    const std::size_t place = place_of(binding, i, expected);
    Mapped& mapped = mapped_[place];
    if (mapped.bound != mappings_) {
      ++live_count_;
      mapped.bound = mappings_;
      mapped.position = static_cast<std::uint32_t>(i);
    }
    const Series& series = binding.series()[i];
    if (series.is_named) named_places_.push_back(static_cast<std::uint32_t>(place));
    if (series.counter_ordinal != Series::kNoOrdinal) mapped.was_there = true;
    places_.push_back(place);
  }
  close_unmapped();
  has_shared_places_ = live_count_ != places_.size();
  note_averaged();
  share_exact_values();
}

void SeriesSummary::note_averaged() {
  averaged_.clear();
  if (rows_ == RowsOf::values) return;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (mapped_[places_[i]].needs_no_readings) continue;
    averaged_.push_back(
        {.series = static_cast<std::uint32_t>(i), .place = static_cast<std::uint32_t>(places_[i])});
  }
}

// Places are closed in the order of the binding before.
void SeriesSummary::close_unmapped() {
  for (const std::size_t place : places_before_) {
    if (mapped_[place].bound == mappings_) continue;
    close(place);
    mapped_[place].bound = mappings_;  // several series of that binding may have had it
    free_.push_back(static_cast<std::uint32_t>(place));
  }
}

// Each series, whether it exists or is gone, has its share. While processes come and go their
// number differs from row to row: a share that is too small for few of them stays. Those that are
// gone are only checked when there are twice as many of them.
void SeriesSummary::share_exact_values() {
  const std::size_t sharers = std::max<std::size_t>(1, live_count_ + gone_);
  if (sharers > sharers_ || sharers < sharers_ / 2) {
    sharers_ = sharers;
    share_ = exact_values_ / sharers;
    shared_live_ = 0;
  }
  for (; shared_live_ < live_.size(); ++shared_live_) {
    live_[shared_live_].values.keep_exact(share_);
  }
  if (gone_ < 2 * gone_when_shared_) return;
  gone_when_shared_ = gone_;
  for (Name& name : names_) {
    if (name.gone != nullptr) name.gone->values.keep_exact(share_);
  }
}

SeriesNumbers& SeriesSummary::all_values_of(std::size_t place) {
  SeriesNumbers& values = live_[place].values;
  if (!values.is_empty()) {
    count_waiting(place);
    return values;
  }
  short_life_.clear();
  short_life_.keep_exact(share_);
  short_life_.add(waiting_[place].all());
  waiting_[place].count = 0;
  return short_life_;
}

void SeriesSummary::close(std::size_t place) {
  Live& live = live_[place];
  const Mapped& mapped = mapped_[place];
  const RangeAverage& average = averages_[place];
  Name& name = names_[live.name];
  if (name.gone == nullptr) {
    count_waiting(place);
    name.gone = std::make_unique<Gone>(Gone{.title = std::move(live.title),
                                            .order = live.order,
                                            .identity = live.identity,
                                            .instances = 1,
                                            .process_id = live.process_id,
                                            .type = live.type,
                                            .was_there = mapped.was_there,
                                            .needs_no_readings = mapped.needs_no_readings,
                                            .values = std::move(live.values),
                                            .average = average});
    live.values.clear();
    ++gone_;
    return;
  }
  Gone& before = *name.gone;
  if (before.identity != live.identity) {
    ++before.instances;
    before.title.clear();
  }
  before.identity = live.identity;
  before.order = std::min(before.order, live.order);
  before.process_id = live.process_id;
  if (!before.largest_growth.has_value()) before.largest_growth = before.values.trend().growth();
  SeriesNumbers& values = all_values_of(place);
  before.largest_growth = std::max(before.largest_growth, values.trend().growth());
  before.was_there = before.was_there || mapped.was_there;
  before.values.add(values);
  before.average.add(average);
  values.clear();
}

void SeriesSummary::add_number(std::size_t place, double number) {
  Waiting& waiting = waiting_[place];
  waiting.numbers[waiting.count++] = number;
  if (waiting.count == Waiting::kMost) count_waiting(place);
}

void SeriesSummary::count_waiting(std::size_t place) {
  Waiting& waiting = waiting_[place];
  live_[place].values.add(waiting.all());
  waiting.count = 0;
}

void SeriesSummary::count_held() {
  for (const Held& one : held_) add_number(one.place, number_or_nan(one.value));
  held_.clear();
}

void SeriesSummary::add(const Query& query, RowsOf rows, Interval interval) {
  rows_ = rows;
  count_held();
  if (query.binding().generation() != generation_) map_series(query);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const Value& value = query.row().values[i];
    if (interval == Interval::brief && live_[places_[i]].type.samples() == 2) {
      held_.push_back({.place = places_[i], .value = value});
    } else {
      add_number(places_[i], number_or_nan(value));
    }
  }
  add_readings(query);
}

void SeriesSummary::add_readings(const Query& query) noexcept {
  const std::vector<RawCounter>& older = query.older().counters;
  const std::vector<RawCounter>& newer = query.newer().counters;
  std::span<const std::size_t> first_rates = query.first_rates();
  for (const Averaged& one : averaged_) {
    RangeAverage& average = averages_[one.place];
    while (!first_rates.empty() && first_rates.front() < one.series) {
      first_rates = first_rates.subspan(1);
    }
    if (!first_rates.empty() && first_rates.front() == one.series) average.begin();
    average.add(older[one.series], newer[one.series]);
  }
}

// Each series is added for all rows, so that its numbers are fetched once. Those that share a place
// are added by one thread, row by row.
void SeriesSummary::add(const RowBatch& batch, std::size_t part, std::size_t parts) {
  if (has_shared_places_) {
    for (std::size_t row = 0; part == 0 && row < batch.size(); ++row) {
      for (std::size_t i = 0; i < places_.size(); ++i) {
        add_number(places_[i], batch.number(row, i));
      }
    }
    return;
  }
  constexpr std::size_t kRowsAtATime = 128;
  std::array<double, kRowsAtATime> numbers;
  const std::size_t end = places_.size() * (part + 1) / parts;
  for (std::size_t i = places_.size() * part / parts; i < end; ++i) {
    count_waiting(places_[i]);
    SeriesNumbers& values = live_[places_[i]].values;
    for (std::size_t row = 0; row < batch.size(); row += kRowsAtATime) {
      values.add(std::span(numbers).first(batch.copy_numbers(i, row, numbers)));
    }
  }
}

bool has_series_of(std::uint32_t path_number, const std::vector<SummaryOfSeries>& series) {
  return std::ranges::any_of(series, [&](const SummaryOfSeries& one) {
    return one.path_number == path_number && one.was_there;
  });
}

// A name consists of the number of its path and the path, separated by the first backslash.
SummaryOfSeries SeriesSummary::result_of(const Name& name, Gone& gone) const {
  const bool is_one = gone.instances == 1;
  SeriesNumbers& values = gone.values;
  const bool is_averaged = rows_ == RowsOf::readings && !gone.needs_no_readings;
  SummaryOfSeries one;
  one.path = name.path.substr(name.path.find('\\'));
  if (is_one && gone.process_id != 0) {
    one.path.replace(one.path.rfind('*', one.path.rfind(")\\")), 1,
                     fmt::to_string(gone.process_id));
  }
  one.title = is_one ? std::move(gone.title)
                     : fmt::format("{} ({} in turn)", *name.plain_title, gone.instances);
  one.counter = *name.counter;
  one.type = gone.type;
  one.path_number = name.path_number;
  one.was_there = gone.was_there;
  one.instances = gone.instances;
  one.count = values.count();
  one.gaps = rows_ == RowsOf::values ? values.gaps()
             : is_averaged           ? gone.average.gaps()
                                     : values.missing();
  one.percentiles_are_exact = values.distribution().is_exact();
  one.p50 = values.distribution().percentile(50);
  one.p95 = values.distribution().percentile(95);
  one.p99 = values.distribution().percentile(99);
  one.largest_growth = gone.largest_growth;
  one.minimum = values.minimum();
  one.maximum = values.maximum();
  if (one.count != 0) one.average = is_averaged ? gone.average.average() : values.mean();
  one.trend = values.take_trend();
  return one;
}

// A name is emptied when its result is created, so that there are never two copies of all.
std::vector<SummaryOfSeries> SeriesSummary::take_result() {
  ++mappings_;
  places_before_.swap(places_);
  close_unmapped();
  std::vector<Name*> sorted;
  for (Name& name : names_) {
    if (name.gone != nullptr) sorted.push_back(&name);
  }
  std::ranges::sort(sorted, {},
                    [](const Name* one) { return std::pair(one->path_number, one->gone->order); });
  std::vector<SummaryOfSeries> all;
  all.reserve(sorted.size());
  by_path_.clear();  // it refers to the names
  for (Name* const one : sorted) {
    all.push_back(result_of(*one, *one->gone));
    one->gone.reset();
    one->path = {};
  }
  *this = SeriesSummary(exact_values_);
  return all;
}

}  // namespace openperflib
