#include "openperflib/view/summary/series_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>

#include "openperflib/view/text/value_text.h"

namespace openperflib {
namespace {

Value number(double value) { return {.number = value, .status = CStatus::valid_data}; }

// "sh:*" of "sh:4711" if names contain the id of their process; otherwise empty.
std::string name_without_id(const Series& series) {
  const std::string name(series.instance.value_or(""));
  const std::string id = fmt::to_string(series.process_id);
  if (series.process_id == 0 || name.size() <= id.size() || !name.ends_with(id)) return {};
  const char mark = name[name.size() - id.size() - 1];
  if (mark != ':' && mark != '_') return {};
  return name.substr(0, name.size() - id.size()) + '*';
}

}  // namespace

// Its name after it is gone has no process id: names are used again, ids are not.
SeriesSummary::Live SeriesSummary::live_series(const Binding& binding, std::size_t position,
                                               std::uint64_t identity) {
  const Series& series = binding.series()[position];
  const std::string name = name_without_id(series);
  Series plain = series;
  plain.process_id = 0;
  if (!name.empty()) plain.instance = name;
  return {.identity = identity,
          .order = next_order_++,
          .path_number = series.path,
          .process_id = name.empty() ? 0 : series.process_id,
          .title = group_title(series),
          .name = fmt::to_string(series.path) + path_of(plain, binding.machine()),
          .plain_title = kept(group_title(plain)),
          .counter = kept(std::string(series.counter)),
          .numbers = Numbers(series.type, series.shown_scale)};
}

// A series that its path names belongs to the path, whichever instance has the name.
void SeriesSummary::map_series(const Query& query) {
  const Binding& binding = query.binding();
  generation_ = binding.generation();
  places_.clear();
  for (Live& live : live_) live.is_kept = false;
  std::vector<Live> mapped;
  std::unordered_map<std::pair<std::uint64_t, std::uint32_t>, std::size_t, KeyHash> places;
  for (std::size_t i = 0; i < binding.series().size(); ++i) {
    const Series& series = binding.series()[i];
    const std::uint64_t identity =
        series.is_named ? std::hash<std::string>()(binding.path_of(i)) : series.identity;
    const std::pair key(identity, series.path);
    const auto [place, is_new] = places.try_emplace(key, mapped.size());
    if (is_new) {
      const auto before = by_identity_.find(key);
      if (before == by_identity_.end()) {
        mapped.push_back(live_series(binding, i, identity));
      } else {
        live_[before->second].is_kept = true;
        mapped.push_back(std::move(live_[before->second]));
      }
    }
    if (series.counter_ordinal != Series::kNoOrdinal)
      mapped[place->second].numbers.was_there = true;
    places_.push_back(place->second);
  }
  for (Live& live : live_) {
    if (!live.is_kept) close(std::move(live));
  }
  has_shared_places_ = mapped.size() != places_.size();
  live_.swap(mapped);
  by_identity_.swap(places);
  share_exact_values();
}

// Each series, whether it exists or is gone, has its share. Those that are gone are only checked
// when there are twice as many of them.
void SeriesSummary::share_exact_values() {
  const std::size_t share = exact_values_ / std::max<std::size_t>(1, live_.size() + gone_.size());
  for (Live& live : live_) live.numbers.distribution.keep_exact(share);
  if (gone_.size() < 2 * gone_when_shared_) return;
  gone_when_shared_ = gone_.size();
  for (auto& [name, gone] : gone_) gone.numbers.distribution.keep_exact(share);
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

void SeriesSummary::close(Live&& live) {
  Gone gone{.title = std::move(live.title),
            .plain_title = live.plain_title,
            .counter = live.counter,
            .order = live.order,
            .identity = live.identity,
            .instances = 1,
            .path_number = live.path_number,
            .process_id = live.process_id,
            .numbers = std::move(live.numbers)};
  const auto [place, is_new] = gone_.try_emplace(std::move(live.name), std::move(gone));
  if (is_new) return;
  Gone& before = place->second;
  if (before.identity != live.identity) {
    ++before.instances;
    before.title.clear();
  }
  before.identity = live.identity;
  before.order = std::min(before.order, live.order);
  before.process_id = live.process_id;
  fold(before.numbers, gone.numbers);
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

// Series that share a place are added by one thread, row by row.
void SeriesSummary::add(const RowBatch& batch, std::size_t part, std::size_t parts) {
  if (has_shared_places_) {
    if (part != 0) return;
    parts = 1;
  }
  const std::size_t end = places_.size() * (part + 1) / parts;
  for (std::size_t row = 0; row < batch.size(); ++row) {
    const std::vector<Value>& values = batch.row(row).values;
    for (std::size_t i = places_.size() * part / parts; i < end; ++i) {
      Numbers& numbers = live_[places_[i]].numbers;
      add_value(numbers, values[i]);
      if (rows_ == RowsOf::readings) {
        add_reading(numbers, batch.has_older(row, i), batch.reading(row, i));
      } else {
        count_gap(numbers, values[i]);
      }
    }
  }
}

bool has_series_of(std::uint32_t path_number, const std::vector<SummaryOfSeries>& series) {
  return std::ranges::any_of(series, [&](const SummaryOfSeries& one) {
    return one.path_number == path_number && one.was_there;
  });
}

// The key of a name consists of the number of its path and the path, separated by the first
// backslash.
SummaryOfSeries SeriesSummary::result_of(const std::string& name, Gone&& gone) const {
  const bool is_one = gone.instances == 1;
  Numbers& numbers = gone.numbers;
  const Statistics statistics = numbers.statistics.result();
  SummaryOfSeries one;
  one.path = name.substr(name.find('\\'));
  if (is_one && gone.process_id != 0) {
    one.path.replace(one.path.rfind('*', one.path.rfind(")\\")), 1,
                     fmt::to_string(gone.process_id));
  }
  one.title = is_one ? std::move(gone.title)
                     : fmt::format("{} ({} in turn)", *gone.plain_title, gone.instances);
  one.counter = *gone.counter;
  one.type = numbers.type;
  one.path_number = gone.path_number;
  one.was_there = numbers.was_there;
  one.instances = gone.instances;
  one.count = numbers.distribution.count();
  one.gaps = rows_ == RowsOf::readings ? statistics.gaps : numbers.gaps;
  one.percentiles_are_exact = numbers.distribution.is_exact();
  one.p50 = numbers.distribution.percentile(50);
  one.p95 = numbers.distribution.percentile(95);
  one.p99 = numbers.distribution.percentile(99);
  one.trend = std::move(numbers.trend);
  if (one.count == 0) return one;
  one.minimum = number(numbers.minimum);
  one.maximum = number(numbers.maximum);
  one.average = rows_ == RowsOf::readings ? statistics.average
                                          : number(numbers.sum / static_cast<double>(one.count));
  return one;
}

// A name is removed when its result is created, so that there are never two copies of all.
std::vector<SummaryOfSeries> SeriesSummary::take_result() {
  for (Live& live : live_) close(std::move(live));
  std::vector<GoneByName::iterator> sorted;
  for (auto one = gone_.begin(); one != gone_.end(); ++one) sorted.push_back(one);
  std::ranges::sort(sorted, {}, [](GoneByName::iterator one) {
    return std::pair(one->second.path_number, one->second.order);
  });
  std::vector<SummaryOfSeries> all;
  all.reserve(sorted.size());
  for (const auto one : sorted) {
    all.push_back(result_of(one->first, std::move(one->second)));
    gone_.erase(one);
  }
  *this = SeriesSummary(exact_values_);
  return all;
}

}  // namespace openperflib
