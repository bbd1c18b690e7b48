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
  const fmt::format_int number(series.path);
  instance_.path.assign(number.data(), number.size());
  instance_.path += path_of(plain, machine);
  instance_.path.resize(instance_.path.size() - plain.counter.size());
  instance_.number = number_of_instance(plain);
  next_name_ = instances_[instance_.number].first_name;
}

std::uint32_t SeriesSummary::number_of_instance(const Series& plain) {
  if (const auto known = by_path_.find(instance_.path); known != by_path_.end()) {
    return known->second;
  }
  const auto number = static_cast<std::uint32_t>(instances_.size());
  const NamedInstance& added = instances_.emplace_back(
      NamedInstance{.path = instance_.path,
                    .title = kept(group_title(plain)),
                    .path_number = plain.path,
                    .first_name = static_cast<std::uint32_t>(names_.size())});
  by_path_.emplace(added.path, number);
  return number;
}

bool SeriesSummary::is_name_of(std::uint32_t name, const Series& series) const noexcept {
  return name < names_.size() && names_[name].instance == instance_.number &&
         *names_[name].counter == series.counter;
}

// The name is mostly the one after that of the counter before: names were added in this order.
std::uint32_t SeriesSummary::name_of(const Series& series) {
  if (is_name_of(next_name_, series)) return next_name_++;
  const std::string* const counter = kept(std::string(series.counter));
  const auto next = static_cast<std::uint32_t>(names_.size());
  const auto [known, is_new] = by_counter_.try_emplace({instance_.number, counter}, next);
  if (is_new) names_.push_back({.instance = instance_.number, .counter = counter});
  next_name_ = known->second + 1;
  return known->second;
}

const Formula& SeriesSummary::other_formula(CounterType type) {
  return other_formulas_.try_emplace(type.bits(), formula_of(type)).first->second;
}

std::size_t SeriesSummary::add_live(const Binding& binding, const Series& series,
                                    std::uint64_t identity) {
  name_instance(series, binding.machine());
  std::size_t place = live_.size();
  const TypeRow* const row = find_type(series.type);
  const RangeAverage average(row != nullptr ? row->formula : other_formula(series.type),
                             series.shown_scale);
  if (free_.empty()) {
    live_.emplace_back();
    mapped_.emplace_back();
    waiting_.emplace_back();
    values_.emplace_back();
    titles_.emplace_back();
    averages_.push_back(average);
  } else {
    place = free_.back();
    free_.pop_back();
    averages_[place] = average;
  }
  mapped_[place] = {.needs_no_readings = needs_no_readings(row, series.shown_scale)};
  const std::uint32_t name = name_of(series);
  live_[place] = {.identity = identity,
                  .order = next_order_++,
                  .path_number = series.path,
                  .process_id = instance_.instance.empty() ? 0 : series.process_id,
                  .name = name,
                  .type = series.type};
  if (names_[name].gone == nullptr) titles_[place] = group_title(series);
  return place;
}

// Series that follow those of the binding before are found by their positions. What is left are
// new ones, which may be there twice, and those that their paths name.
void SeriesSummary::begin_places(const Binding& binding) {
  before_ = binding.before();
  instance_.is_set = false;
  follows_ = binding.generation() == generation_ + 1 && before_.size() == binding.series().size();
  if (follows_) {
    const auto count = static_cast<std::size_t>(std::ranges::count(before_, Binding::kNew));
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
std::size_t SeriesSummary::place_of(const Binding& binding, const Series& series,
                                    std::size_t position, std::size_t& expected) {
  const bool is_told = follows_ && !series.is_named;
  if (is_told && before_[position] != Binding::kNew) return places_before_[before_[position]];
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
    known = static_cast<std::uint32_t>(add_live(binding, series, identity));
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
  const std::span<const Series> all = binding.series();
  places_.reserve(all.size());
  if (live_.empty()) {
    live_.reserve(all.size());
    mapped_.reserve(all.size());
    waiting_.reserve(all.size());
    values_.reserve(all.size());
    titles_.reserve(all.size());
    averages_.reserve(all.size());
  }
  begin_places(binding);
  if (follows_) close_left();
  generation_ = binding.generation();
  live_count_ = 0;
  named_places_.clear();
  std::size_t expected = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Series& series = all[i];
    const std::size_t place = place_of(binding, series, i, expected);
    Mapped& mapped = mapped_[place];
    if (mapped.bound != mappings_) {
      ++live_count_;
      mapped.bound = mappings_;
      mapped.position = static_cast<std::uint32_t>(i);
    }
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

void SeriesSummary::free_place(std::size_t place) {
  close(place);
  mapped_[place].bound = mappings_;  // several series of that binding may have had it
  free_.push_back(static_cast<std::uint32_t>(place));
}

// New series get places that were closed just before: these are in a cache. What a path names
// follows by its name, and a place of several series is not left before each of them is looked at.
void SeriesSummary::close_left() {
  if (has_shared_places_ || !named_places_.empty()) return;
  is_followed_.assign(places_before_.size(), false);
  for (const std::uint32_t before : before_) {
    if (before != Binding::kNew) is_followed_[before] = true;
  }
  for (std::size_t i = 0; i < places_before_.size(); ++i) {
    if (!is_followed_[i]) free_place(places_before_[i]);
  }
}

// Places are closed in the order of the binding before.
void SeriesSummary::close_unmapped() {
  for (const std::size_t place : places_before_) {
    if (mapped_[place].bound != mappings_) free_place(place);
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
    values_[shared_live_].keep_exact(share_);
  }
  if (gone_ < 2 * gone_when_shared_) return;
  gone_when_shared_ = gone_;
  for (Name& name : names_) {
    if (name.gone == nullptr) continue;
    count_waiting(*name.gone);
    name.gone->values.keep_exact(share_);
  }
}

SeriesNumbers& SeriesSummary::all_values_of(std::size_t place) {
  if (mapped_[place].has_values) {
    count_waiting(place);
    return values_[place];
  }
  short_life_.clear();
  short_life_.keep_exact(share_);
  short_life_.add(waiting_[place].all());
  waiting_[place].count = 0;
  return short_life_;
}

std::unique_ptr<SeriesSummary::Gone> SeriesSummary::first_gone(std::size_t place) {
  const Live& live = live_[place];
  const Mapped& mapped = mapped_[place];
  count_waiting(place);
  auto gone = std::make_unique<Gone>(Gone{.order = live.order,
                                          .identity = live.identity,
                                          .instances = 1,
                                          .process_id = live.process_id,
                                          .type = live.type,
                                          .was_there = mapped.was_there,
                                          .needs_no_readings = mapped.needs_no_readings,
                                          .average = averages_[place],
                                          .title = std::move(titles_[place]),
                                          .values = std::move(values_[place])});
  values_[place].clear();
  return gone;
}

// A series of one record has no growth: where that of the ones before it is known, its number may
// wait.
void SeriesSummary::add_values(Gone& before, std::size_t place) {
  Waiting& waiting = waiting_[place];
  const bool is_one = !mapped_[place].has_values && waiting.count == 1;
  if (is_one && before.largest_growth.has_value() && share_ != 0) {
    before.waiting.numbers[before.waiting.count++] = waiting.numbers.front();
    waiting.count = 0;
    if (before.waiting.count == before.waiting.kMost) count_waiting(before);
    return;
  }
  count_waiting(before);
  if (!before.largest_growth.has_value()) before.largest_growth = before.values.trend().growth();
  SeriesNumbers& values = all_values_of(place);
  before.largest_growth = std::max(before.largest_growth, values.trend().growth());
  before.values.add(values);
  values.clear();
}

void SeriesSummary::close(std::size_t place) {
  const Live& live = live_[place];
  const Mapped& mapped = mapped_[place];
  if (names_[live.name].gone == nullptr) {
    names_[live.name].gone = first_gone(place);
    ++gone_;
    return;
  }
  Gone& before = *names_[live.name].gone;
  if (before.identity != live.identity && before.instances++ == 1) before.title.clear();
  before.identity = live.identity;
  before.order = std::min(before.order, live.order);
  before.process_id = live.process_id;
  before.was_there = before.was_there || mapped.was_there;
  if (!mapped.needs_no_readings) before.average.add(averages_[place]);
  add_values(before, place);
}

void SeriesSummary::add_number(std::size_t place, double number) {
  Waiting& waiting = waiting_[place];
  waiting.numbers[waiting.count++] = number;
  if (waiting.count == Waiting::kMost) count_waiting(place);
}

void SeriesSummary::count_waiting(std::size_t place) {
  Waiting& waiting = waiting_[place];
  if (waiting.count == 0) return;
  mapped_[place].has_values = true;
  values_[place].add(waiting.all());
  waiting.count = 0;
}

void SeriesSummary::count_waiting(Gone& gone) {
  gone.values.add_each(gone.waiting.all());
  gone.waiting.count = 0;
}

void SeriesSummary::count_held() {
  for (const Held& one : held_) add_number(one.place, number_or_nan(one.value));
  held_.clear();
}

void SeriesSummary::add(const Query& query, RowsOf rows, Interval interval) {
  rows_ = rows;
  count_held();
  if (query.binding().generation() != generation_) map_series(query);
  const std::span<const Value> values(query.row().values);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const Value& value = values[i];
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
    mapped_[places_[i]].has_values = true;
    SeriesNumbers& values = values_[places_[i]];
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

// The path of an instance follows the number of that of the query, from the first backslash on.
SummaryOfSeries SeriesSummary::result_of(const Name& name, Gone& gone) const {
  count_waiting(gone);
  const NamedInstance& instance = instances_[name.instance];
  const bool is_one = gone.instances == 1;
  SeriesNumbers& values = gone.values;
  const bool is_averaged = rows_ == RowsOf::readings && !gone.needs_no_readings;
  SummaryOfSeries one;
  one.path = instance.path.substr(instance.path.find('\\'));
  one.path += *name.counter;
  if (is_one && gone.process_id != 0) {
    one.path.replace(one.path.rfind('*', one.path.rfind(")\\")), 1,
                     fmt::to_string(gone.process_id));
  }
  one.title = is_one ? std::move(gone.title)
                     : fmt::format("{} ({} in turn)", *instance.title, gone.instances);
  one.counter = *name.counter;
  one.type = gone.type;
  one.path_number = instance.path_number;
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

// What a name has is freed when its result is created, so that there are never two copies of all.
std::vector<SummaryOfSeries> SeriesSummary::take_result() {
  ++mappings_;
  places_before_.swap(places_);
  close_unmapped();
  std::vector<Name*> sorted;
  for (Name& name : names_) {
    if (name.gone != nullptr) sorted.push_back(&name);
  }
  std::ranges::sort(sorted, {}, [&](const Name* one) {
    return std::pair(instances_[one->instance].path_number, one->gone->order);
  });
  std::vector<SummaryOfSeries> all;
  all.reserve(sorted.size());
  for (Name* const one : sorted) {
    all.push_back(result_of(*one, *one->gone));
    one->gone.reset();
  }
  *this = SeriesSummary(exact_values_);
  return all;
}

}  // namespace openperflib
