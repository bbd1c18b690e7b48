#include "openperflib/view/summary/series_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "openperflib/base/fnv1a.h"
#include "openperflib/view/text/value_text.h"

namespace openperflib {
namespace {

Value number(double value) { return {.number = value, .status = CStatus::valid_data}; }

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

// The series as its name after it is gone tells it: that has no process id, because names are used
// again, ids are not. `instance`: as name_without_id() returns it.
Series without_id(const Series& series, const std::string& instance) {
  Series plain = series;
  plain.process_id = 0;
  if (!instance.empty()) plain.instance = instance;
  return plain;
}

// What the path of a series is made of, as a hash.
std::uint64_t hash_of_parts(const Series& series, std::string_view machine) noexcept {
  constexpr std::uint64_t kEnd = 0xFF;  // a byte that no UTF-8 text has
  std::uint64_t hash = fnv1a_step(kFnv1aBegin<std::uint64_t>, series.path);
  for (const std::string_view part :
       {series.machine.empty() ? machine : series.machine, series.object, series.parent,
        series.instance.value_or(std::string_view()), series.counter}) {
    hash = fnv1a_step(fnv1a(part, hash), kEnd);
  }
  return fnv1a_step(fnv1a_step(hash, series.instance_number), series.instance.has_value() ? 1 : 0);
}

// Compares a text with others that stand one after the other in it.
class TextMatch {
 public:
  explicit TextMatch(std::string_view text) noexcept : rest_(text) {}
  TextMatch& add(std::string_view part) noexcept {
    is_match_ = is_match_ && rest_.starts_with(part);
    if (is_match_) rest_.remove_prefix(part.size());
    return *this;
  }
  TextMatch& add(std::uint32_t number) noexcept {
    const fmt::format_int digits(number);
    return add(std::string_view(digits.data(), digits.size()));
  }
  [[nodiscard]] bool is_whole() const noexcept { return is_match_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool is_match_ = true;
};

// Whether Name::path is that of a series, without composing it: as path_of() does.
bool is_path_of(std::string_view path, const Series& series, std::string_view machine) noexcept {
  TextMatch match(path);
  match.add(series.path);
  const std::string_view shown = series.machine.empty() ? machine : series.machine;
  if (!shown.empty()) match.add("\\\\").add(shown);
  match.add("\\").add(series.object);
  if (series.instance.has_value()) {
    match.add("(");
    if (!series.parent.empty()) match.add(series.parent).add("/");
    match.add(*series.instance);
    if (series.instance_number != 0) match.add("#").add(series.instance_number);
    match.add(")");
  }
  return match.add("\\").add(series.counter).is_whole();
}

}  // namespace

void SeriesSummary::Numbers::restart(CounterType of_type, std::int8_t scale) {
  type = of_type;
  was_there = false;
  statistics = RangeStatistics(formula_of(of_type), {}, scale);
  distribution.clear();
  trend.clear();
  sum = minimum = maximum = 0;
  gaps = 0;
}

std::uint32_t SeriesSummary::name_of(const Series& series, std::string_view machine,
                                     const std::string& instance) {
  const Series plain = without_id(series, instance);
  const std::uint64_t hash = hash_of_parts(plain, machine);
  const auto known = by_parts_.find(hash);
  if (known != by_parts_.end() && is_path_of(names_[known->second].path, plain, machine)) {
    return known->second;
  }
  std::string path = fmt::to_string(series.path) + path_of(plain, machine);
  std::uint32_t number = static_cast<std::uint32_t>(names_.size());
  if (const auto same = by_path_.find(path); same != by_path_.end()) {
    number = same->second;
  } else {
    const Name& added = names_.emplace_back(Name{.path = std::move(path),
                                                 .plain_title = kept(group_title(plain)),
                                                 .counter = kept(std::string(series.counter)),
                                                 .path_number = series.path});
    by_path_.emplace(added.path, number);
  }
  by_parts_.try_emplace(hash, number);
  return number;
}

std::size_t SeriesSummary::add_live(const Binding& binding, std::size_t position,
                                    std::uint64_t identity) {
  const Series& series = binding.series()[position];
  const std::string instance = name_without_id(series);
  std::size_t place = live_.size();
  if (free_.empty()) {
    live_.emplace_back(series.type, series.shown_scale);
  } else {
    place = free_.back();
    free_.pop_back();
    live_[place].numbers.restart(series.type, series.shown_scale);
  }
  Live& live = live_[place];
  live.identity = identity;
  live.order = next_order_++;
  live.path_number = series.path;
  live.process_id = instance.empty() ? 0 : series.process_id;
  live.name = name_of(series, binding.machine(), instance);
  live.bound = 0;
  live.title = names_[live.name].gone == nullptr ? group_title(series) : std::string();
  return place;
}

// A series that its path names belongs to the path, whichever instance has the name.
std::size_t SeriesSummary::place_of(const Binding& binding, std::size_t position,
                                    std::size_t& expected) {
  const Series& series = binding.series()[position];
  const std::uint64_t identity =
      series.is_named ? std::hash<std::string>()(binding.path_of(position)) : series.identity;
  if (expected < places_before_.size()) {
    const std::size_t place = places_before_[expected];
    const Live& live = live_[place];
    if (live.identity == identity && live.path_number == series.path) {
      ++expected;
      return place;
    }
  }
  const auto [known, is_new] = by_identity_.try_emplace(std::pair(identity, series.path));
  if (is_new) {
    known->second = add_live(binding, position, identity);
  } else if (live_[known->second].bound + 1 == mappings_) {
    expected = live_[known->second].position + std::size_t{1};
  }
  return known->second;
}

void SeriesSummary::map_series(const Query& query) {
  const Binding& binding = query.binding();
  generation_ = binding.generation();
  ++mappings_;
  places_before_.swap(places_);
  places_.clear();
  live_count_ = 0;
  std::size_t expected = 0;
  for (std::size_t i = 0; i < binding.series().size(); ++i) {
    const std::size_t place = place_of(binding, i, expected);
    Live& live = live_[place];
    if (live.bound != mappings_) {
      ++live_count_;
      live.bound = mappings_;
      live.position = static_cast<std::uint32_t>(i);
    }
    if (binding.series()[i].counter_ordinal != Series::kNoOrdinal) live.numbers.was_there = true;
    places_.push_back(place);
  }
  close_unmapped();
  has_shared_places_ = live_count_ != places_.size();
  share_exact_values();
}

// In the order of the binding before.
void SeriesSummary::close_unmapped() {
  for (const std::size_t place : places_before_) {
    Live& live = live_[place];
    if (live.bound == mappings_) continue;
    close(live);
    by_identity_.erase(std::pair(live.identity, live.path_number));
    live.bound = mappings_;  // several series of that binding may have had it
    free_.push_back(static_cast<std::uint32_t>(place));
  }
}

// Each series, whether it exists or is gone, has its share. Those that are gone are only checked
// when there are twice as many of them.
void SeriesSummary::share_exact_values() {
  const std::size_t share = exact_values_ / std::max<std::size_t>(1, live_count_ + gone_);
  for (Live& live : live_) live.numbers.distribution.keep_exact(share);
  if (gone_ < 2 * gone_when_shared_) return;
  gone_when_shared_ = gone_;
  for (Name& name : names_) {
    if (name.gone != nullptr) name.gone->numbers.distribution.keep_exact(share);
  }
}

void SeriesSummary::fold(Numbers& numbers, const Numbers& later) {
  if (later.distribution.count() != 0) {
    const bool is_first = numbers.distribution.count() == 0;
    numbers.minimum = is_first ? later.minimum : std::min(numbers.minimum, later.minimum);
    numbers.maximum = is_first ? later.maximum : std::max(numbers.maximum, later.maximum);
  }
  numbers.was_there = numbers.was_there || later.was_there;
  numbers.statistics.add(later.statistics);
  numbers.distribution.add(later.distribution);
  numbers.trend.add(later.trend);
  numbers.sum += later.sum;
  numbers.gaps += later.gaps;
}

void SeriesSummary::close(Live& live) {
  Name& name = names_[live.name];
  if (name.gone == nullptr) {
    name.gone = std::make_unique<Gone>(Gone{.title = std::move(live.title),
                                            .order = live.order,
                                            .identity = live.identity,
                                            .instances = 1,
                                            .process_id = live.process_id,
                                            .numbers = std::move(live.numbers)});
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
  if (!before.largest_growth.has_value()) before.largest_growth = before.numbers.trend.growth();
  before.largest_growth = std::max(before.largest_growth, live.numbers.trend.growth());
  fold(before.numbers, live.numbers);
}

void SeriesSummary::add_reading(Numbers& numbers, bool has_older, const RawCounter& newer) {
  if (!has_older) numbers.statistics.restart();
  (void)numbers.statistics.add(newer);
}

void SeriesSummary::count_gap(Numbers& numbers, const Value& value) {
  if (!value.usable() && numbers.distribution.count() != 0) ++numbers.gaps;
}

void SeriesSummary::add_value(Numbers& numbers, const Value& value) {
  if (!value.usable()) {
    numbers.trend.add_missing();
    return;
  }
  const bool is_first = numbers.distribution.count() == 0;
  numbers.minimum = is_first ? value.number : std::min(numbers.minimum, value.number);
  numbers.maximum = is_first ? value.number : std::max(numbers.maximum, value.number);
  numbers.sum += value.number;
  numbers.distribution.add(value.number);
  numbers.trend.add(value.number);
}

void SeriesSummary::count_held() {
  for (const Held& one : held_) add_value(live_[one.place].numbers, one.value);
  held_.clear();
}

void SeriesSummary::add(const Query& query, RowsOf rows, Interval interval) {
  rows_ = rows;
  count_held();
  if (query.binding().generation() != generation_) map_series(query);
  for (std::size_t i = 0; i < places_.size(); ++i) {
    Numbers& numbers = live_[places_[i]].numbers;
    const Value& value = query.row().values[i];
    if (interval == Interval::brief && numbers.type.samples() == 2) {
      held_.push_back({.place = places_[i], .value = value});
    } else {
      add_value(numbers, value);
    }
    if (rows == RowsOf::readings) {
      const RawCounter& older = query.older().counters[i];
      if (query.is_first_rate(i)) add_reading(numbers, false, older);
      add_reading(numbers, usable(older.status), query.newer().counters[i]);
    } else {
      count_gap(numbers, value);
    }
  }
}

void SeriesSummary::add(const RowBatch& batch, std::size_t row, std::size_t begin,
                        std::size_t end) {
  const std::vector<Value>& values = batch.row(row).values;
  for (std::size_t i = begin; i < end; ++i) {
    Numbers& numbers = live_[places_[i]].numbers;
    add_value(numbers, values[i]);
    if (rows_ == RowsOf::readings) {
      add_reading(numbers, batch.has_older(row, i), batch.reading(row, i));
    } else {
      count_gap(numbers, values[i]);
    }
  }
}

// A few series are added for all rows, then the next few: their numbers stay in the cache. Series
// that share a place are added by one thread, row by row.
void SeriesSummary::add(const RowBatch& batch, std::size_t part, std::size_t parts) {
  constexpr std::size_t kSeriesInCache = 16;
  if (has_shared_places_ && part != 0) return;
  if (has_shared_places_) parts = 1;
  const std::size_t end = places_.size() * (part + 1) / parts;
  const std::size_t step = has_shared_places_ ? places_.size() : kSeriesInCache;
  for (std::size_t begin = places_.size() * part / parts; begin < end; begin += step) {
    for (std::size_t row = 0; row < batch.size(); ++row) {
      add(batch, row, begin, std::min(begin + step, end));
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
  Numbers& numbers = gone.numbers;
  const Statistics statistics = numbers.statistics.result();
  SummaryOfSeries one;
  one.path = name.path.substr(name.path.find('\\'));
  if (is_one && gone.process_id != 0) {
    one.path.replace(one.path.rfind('*', one.path.rfind(")\\")), 1,
                     fmt::to_string(gone.process_id));
  }
  one.title = is_one ? std::move(gone.title)
                     : fmt::format("{} ({} in turn)", *name.plain_title, gone.instances);
  one.counter = *name.counter;
  one.type = numbers.type;
  one.path_number = name.path_number;
  one.was_there = numbers.was_there;
  one.instances = gone.instances;
  one.count = numbers.distribution.count();
  one.gaps = rows_ == RowsOf::readings ? statistics.gaps : numbers.gaps;
  one.percentiles_are_exact = numbers.distribution.is_exact();
  one.p50 = numbers.distribution.percentile(50);
  one.p95 = numbers.distribution.percentile(95);
  one.p99 = numbers.distribution.percentile(99);
  one.trend = std::move(numbers.trend);
  one.largest_growth = gone.largest_growth;
  if (one.count == 0) return one;
  one.minimum = number(numbers.minimum);
  one.maximum = number(numbers.maximum);
  one.average = rows_ == RowsOf::readings ? statistics.average
                                          : number(numbers.sum / static_cast<double>(one.count));
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
