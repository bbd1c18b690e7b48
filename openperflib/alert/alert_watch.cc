#include "openperflib/alert/alert_watch.h"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <tuple>

#include "openperflib/base/try_internal.h"

namespace openperflib {
namespace {

constexpr std::uint64_t kNoSeries = 0;

AlertEventKind kind_of(AlertChange change) {
  switch (change) {
    case AlertChange::cleared:
      return AlertEventKind::cleared;
    case AlertChange::suppressed:
      return AlertEventKind::suppressed;
    default:
      return AlertEventKind::fired;
  }
}

// The series of companions by machine and instance. One whose path has no wildcard, or whose object
// has no instances, accompanies every series of its machine.
class CompanionIndex {
 public:
  CompanionIndex(std::span<const Series> series, std::size_t rules) {
    for (std::uint32_t i = 0; i < series.size(); ++i) {
      const Series& one = series[i];
      if (one.path < rules) continue;
      const bool is_beside_all = one.is_named || !one.instance.has_value();
      places_.try_emplace(is_beside_all ? key_of_all(one.path, one.machine) : key(one.path, one),
                          i);
      if (is_beside_all) first_.try_emplace(one.path, i);
    }
  }
  [[nodiscard]] std::uint32_t beside(std::uint32_t path, const Series& series) const {
    const auto found = places_.find(key(path, series));
    return found != places_.end() ? found->second
                                  : place_in(places_, key_of_all(path, series.machine));
  }
  // The companion of a rule that has no series.
  [[nodiscard]] std::uint32_t beside_nothing(std::uint32_t path) const {
    return place_in(first_, path);
  }

 private:
  using Key = std::tuple<std::uint32_t, std::string_view, std::string_view,
                         std::optional<std::string_view>, std::uint32_t>;
  static Key key(std::uint32_t path, const Series& series) {
    return {path, series.machine, series.parent, series.instance, series.instance_number};
  }
  static Key key_of_all(std::uint32_t path, std::string_view machine) {
    return {path, machine, {}, {}, 0};
  }
  template <typename Map>
  static std::uint32_t place_in(const Map& places, const typename Map::key_type& key) {
    const auto found = places.find(key);
    return found == places.end() ? CompanionPlaces::kNowhere : found->second;
  }
  std::map<Key, std::uint32_t> places_;
  std::map<std::uint32_t, std::uint32_t> first_;  // of those that accompany every series, by path
};

}  // namespace

std::string_view name_of(AlertEventKind kind) noexcept {
  switch (kind) {
    case AlertEventKind::fired:
      return "fired";
    case AlertEventKind::cleared:
      return "cleared";
    case AlertEventKind::suppressed:
      return "held back";
    case AlertEventKind::gone:
      break;
  }
  return "gone";
}

void CompanionPlaces::bind(std::span<const AlertRule> rules, std::span<const Series> series) {
  const CompanionIndex index(series, rules.size());
  by_series_.assign(series.size(), {});
  by_rule_.assign(rules.size(), {});
  std::vector<std::uint32_t> first_path(rules.size());
  auto path = static_cast<std::uint32_t>(rules.size());
  for (std::size_t rule = 0; rule < rules.size(); ++rule) {
    first_path[rule] = path;
    for (std::size_t k = 0; k < rules[rule].companions.size(); ++k) {
      by_rule_[rule].push_back(index.beside_nothing(path++));
    }
  }
  for (std::size_t i = 0; i < series.size(); ++i) {
    const std::uint32_t rule = series[i].path;
    if (rule >= rules.size()) continue;
    for (std::uint32_t k = 0; k < rules[rule].companions.size(); ++k) {
      by_series_[i].push_back(index.beside(first_path[rule] + k, series[i]));
    }
  }
}

std::vector<std::string> paths_of(std::span<const AlertRule> rules) {
  std::vector<std::string> paths;
  for (const AlertRule& rule : rules) paths.push_back(rule.counter);
  for (const AlertRule& rule : rules) {
    for (const AlertCompanion& companion : rule.companions) paths.push_back(companion.counter);
  }
  return paths;
}

std::expected<void, Error> AlertWatch::add_paths(Query& query) const {
  for (const std::string& path : paths_of(rules_)) (void)OPENPERFLIB_TRY(query.add(path));
  return {};
}

// A condition that holds for the known values holds whatever the missing ones are, because
// comparisons with missing values do not hold.
AlertBeside AlertWatch::beside(std::size_t rule, std::span<const std::uint32_t> places,
                               const Row& row) {
  if (!rules_[rule].only_while.has_value()) return AlertBeside::holds;
  const Expression& condition = rules_[rule].only_while->condition;
  numbers_.clear();
  bool lacks_some = false;
  for (std::size_t k = 0; k < places.size(); ++k) {
    const bool is_known = places[k] != CompanionPlaces::kNowhere && row.values[places[k]].usable();
    numbers_.push_back(is_known ? row.values[places[k]].number
                                : std::numeric_limits<double>::quiet_NaN());
    lacks_some = lacks_some || (!is_known && condition.uses(k));
  }
  if (condition.holds(numbers_)) return AlertBeside::holds;
  return lacks_some ? AlertBeside::unknown : AlertBeside::fails;
}

void AlertWatch::note_paths(const Query& query) {
  const Binding& binding = query.binding();
  if (row_ != 0 && binding.generation() == generation_) return;
  generation_ = binding.generation();
  series_.clear();
  has_series_.assign(rules_.size(), false);
  for (std::size_t i = 0; i < binding.series().size(); ++i) {
    series_.push_back(binding.path_of(i));
    if (binding.series()[i].path < rules_.size()) has_series_[binding.series()[i].path] = true;
  }
  companions_.bind(rules_, binding.series());
}

void AlertWatch::judge(Key key, std::string_view series, FileTime time, const Value& value,
                       AlertBeside beside) {
  auto found = watched_.find(key);
  const bool is_new = found == watched_.end();
  if (is_new) {
    const AlertState state(rules_[key.first].condition);
    found = watched_.emplace(key, Watched{state, std::string(series), row_}).first;
  }
  Watched& watched = found->second;
  watched.row = row_;
  if (watched.series != series) watched.series = series;
  // The first reading of a rate has no value yet; it is not a missing value.
  if (is_new && value.status == CStatus::invalid_data) return;
  const AlertChange change = watched.state.take(time, value, beside);
  if (change == AlertChange::none) return;
  events_.push_back({kind_of(change), key.first, watched.series, time, value});
}

void AlertWatch::forget_gone(FileTime time) {
  for (auto one = watched_.begin(); one != watched_.end();) {
    if (one->second.row == row_) {
      ++one;
      continue;
    }
    if (one->second.state.is_active()) {
      const bool has_come = one->first.second == kNoSeries;
      events_.push_back({has_come ? AlertEventKind::cleared : AlertEventKind::gone,
                         one->first.first, one->second.series, time,
                         Value::unusable(CStatus::no_instance)});
    }
    one = watched_.erase(one);
  }
}

std::span<const AlertEvent> AlertWatch::take(const Query& query) {
  events_.clear();
  note_paths(query);
  ++row_;
  const Row& row = query.row();
  const auto series = query.binding().series();
  for (std::size_t i = 0; i < series.size(); ++i) {
    const std::size_t rule = series[i].path;
    if (rule >= rules_.size()) continue;
    judge({rule, series[i].identity}, series_[i], row.time_utc, row.values[i],
          beside(rule, companions_.of_series(i), row));
  }
  for (std::size_t rule = 0; rule < rules_.size(); ++rule) {
    if (has_series_[rule]) continue;
    judge({rule, kNoSeries}, rules_[rule].counter, row.time_utc,
          Value::unusable(CStatus::no_instance), beside(rule, companions_.of_rule(rule), row));
  }
  forget_gone(row.time_utc);
  return events_;
}

std::size_t AlertWatch::active() const noexcept {
  return static_cast<std::size_t>(std::ranges::count_if(
      watched_, [](const auto& one) { return one.second.state.is_active(); }));
}

}  // namespace openperflib
