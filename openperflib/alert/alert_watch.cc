#include "openperflib/alert/alert_watch.h"

#include <algorithm>

#include "openperflib/base/try_internal.h"

namespace openperflib {
namespace {

constexpr std::uint64_t kNoSeries = 0;

AlertEventKind kind_of(AlertChange change) {
  switch (change) {
    case AlertChange::cleared: return AlertEventKind::cleared;
    case AlertChange::held_back: return AlertEventKind::held_back;
    default: return AlertEventKind::fired;
  }
}

}  // namespace

std::expected<void, Error> AlertWatch::add_paths(Query& query) const {
  for (const AlertRule& rule : rules_) (void)OPENPERFLIB_TRY(query.add(rule.counter));
  return {};
}

void AlertWatch::note_paths(const Query& query) {
  const Binding& binding = query.binding();
  if (row_ != 0 && binding.generation() == generation_) return;
  generation_ = binding.generation();
  series_.clear();
  has_series_.assign(rules_.size(), false);
  for (std::size_t i = 0; i < binding.series().size(); ++i) {
    series_.push_back(binding.path_of(i));
    has_series_[binding.series()[i].path] = true;
  }
}

void AlertWatch::judge(Key key, std::string_view series, FileTime time, const Value& value) {
  auto found = watched_.find(key);
  const bool is_new = found == watched_.end();
  if (is_new) {
    const AlertState state(rules_[key.first].condition);
    found = watched_.emplace(key, Watched{state, std::string(series), row_}).first;
  }
  Watched& watched = found->second;
  watched.row = row_;
  if (watched.series != series) watched.series = series;
  // The first reading of a rate is no value that is missing: there never was one.
  if (is_new && value.status == CStatus::invalid_data) return;
  const AlertChange change = watched.state.take(time, value);
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
    judge({series[i].path, series[i].identity}, series_[i], row.time_utc, row.values[i]);
  }
  for (std::size_t rule = 0; rule < rules_.size(); ++rule) {
    if (has_series_[rule]) continue;
    judge({rule, kNoSeries}, rules_[rule].counter, row.time_utc,
          Value::unusable(CStatus::no_instance));
  }
  forget_gone(row.time_utc);
  return events_;
}

std::size_t AlertWatch::active() const noexcept {
  return static_cast<std::size_t>(std::ranges::count_if(
      watched_, [](const auto& one) { return one.second.state.is_active(); }));
}

}  // namespace openperflib
