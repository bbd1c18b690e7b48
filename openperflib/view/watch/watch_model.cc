#include "openperflib/view/watch/watch_model.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <tuple>

#include "openperflib/view/summary/top_instances.h"
#include "openperflib/view/text/remainder_text.h"
#include "openperflib/view/text/value_text.h"
#include "openperflib/view/text/word_match.h"

namespace openperflib {
namespace {

using Positions = std::vector<std::size_t>;  // in a binding

// Positions of the series of one path, grouped by object and machine, in the order of the first of
// each.
std::vector<Positions> by_object(std::span<const Series> series, std::size_t first,
                                 std::size_t end) {
  std::vector<Positions> objects;
  std::size_t last = 0;  // series of one object are usually together
  for (std::size_t i = first; i < end; ++i) {
    const auto is_its_own = [&](const Positions& one) {
      const Series& other = series[one.front()];
      return other.machine == series[i].machine && other.object == series[i].object;
    };
    if (objects.empty() || !is_its_own(objects[last])) {
      last = static_cast<std::size_t>(std::ranges::find_if(objects, is_its_own) - objects.begin());
      if (last == objects.size()) objects.emplace_back();
    }
    objects[last].push_back(i);
  }
  return objects;
}

// Positions of the series of each instance of an object, in the order of the first of each.
std::vector<Positions> by_instance(std::span<const Series> series,
                                   std::span<const std::size_t> of_object) {
  std::vector<Positions> instances;
  std::map<std::tuple<std::string_view, std::string_view, std::uint32_t>, std::size_t> known;
  for (const std::size_t i : of_object) {
    const Series& one = series[i];
    const std::tuple name(one.parent, one.instance.value_or(""), one.instance_number);
    const auto [place, is_new] = known.try_emplace(name, instances.size());
    if (is_new) instances.emplace_back();
    instances[place->second].push_back(i);
  }
  return instances;
}

// Whether they are one counter of several instances. Decided by names: logs of single counters have
// no title indices.
bool is_instance_list(std::span<const Series> series, std::span<const std::size_t> of_object) {
  const Series& first = series[of_object.front()];
  return of_object.size() >= 2 && first.instance.has_value() &&
         std::ranges::all_of(of_object, [&](std::size_t i) {
           return series[i].counter == first.counter && series[i].instance.has_value();
         });
}

double sort_key(const WatchLine& line, WatchOrder order) {
  const Value value = order == WatchOrder::by_average   ? line.statistics.average
                      : order == WatchOrder::by_maximum ? line.statistics.maximum
                      : order == WatchOrder::by_growth  ? line.growth
                                                        : line.last;
  return value.usable() ? value.number : -std::numeric_limits<double>::infinity();
}

void sort_lines(std::vector<WatchLine>& lines, WatchOrder order) {
  if (order == WatchOrder::as_collected) return;
  std::ranges::stable_sort(lines, [order](const WatchLine& a, const WatchLine& b) {
    if (a.competes != b.competes) return a.competes;
    if (order == WatchOrder::by_name) return a.label < b.label;
    return sort_key(a, order) > sort_key(b, order);
  });
}

bool is_of_processes(const Series& series) {
  return series.process_id != 0 || is_process_object(series.object);
}

// Marks the totals of a single instance: "0,_Total" of the only node, _Total next to one disk.
void mark_repeats(std::vector<WatchLine>& lines) {
  const auto others = std::ranges::count_if(lines, &WatchLine::competes);
  const auto is_node_total = [](const WatchLine& line) { return line.label.ends_with(",_Total"); };
  const auto nodes = std::ranges::count_if(lines, is_node_total);
  for (WatchLine& line : lines) {
    if (line.competes) continue;
    line.is_repeat = is_node_total(line) ? nodes == 1 : line.label == "_Total" && others == 1;
  }
}

void keep_matching(std::vector<WatchGroup>& groups, std::string_view filter) {
  if (filter.empty()) return;
  for (WatchGroup& group : groups) {
    if (matches_word(group.title, filter)) continue;
    std::erase_if(group.lines, [&](const WatchLine& l) { return !matches_word(l.label, filter); });
  }
  std::erase_if(groups, [](const WatchGroup& group) { return group.lines.empty(); });
}

}  // namespace

std::string_view name_of(WatchOrder order) noexcept {
  constexpr std::array<std::string_view, 6> kNames = {"as collected", "last", "average",
                                                      "maximum",      "name", "growth"};
  return kNames[static_cast<std::size_t>(order)];
}

// A reading that is not comparable with earlier ones starts a new range.
void WatchModel::History::take(const RawCounter& older, const RawCounter& newer, const Value& value,
                               RowsOf rows) {
  if (rows == RowsOf::readings) {
    if (has_begun && !usable(older.status)) range.restart();
    (void)range.add(newer);
  } else if (value.usable()) {
    of_values.add(value);
  }
  has_begun = true;
  last = value;
  if (value.usable()) {
    if (!first.usable()) first = value;
    recent.add(static_cast<float>(value.number));
  } else {
    recent.add_missing();
  }
}

void WatchModel::History::begin(const RawCounter& start) {
  range.restart();
  (void)range.add(start);
}

Statistics WatchModel::History::statistics(RowsOf rows) const noexcept {
  return rows == RowsOf::readings ? range.result() : of_values.result();
}

void WatchModel::take(const Query& query, Pace pace) {
  if (generation_ != query.binding().generation()) rebind(query);
  const Row& row = query.row();
  for (std::size_t i = 0; i < by_series_.size(); ++i) {
    History& history = *by_series_[i];
    if (pace == Pace::between && history.has_begun) continue;
    if (rows_ == RowsOf::readings && query.is_first_rate(i))
      history.begin(query.older().counters[i]);
    // A row without a value counts: the first reading of a rate is the start of the next value.
    history.take(query.older().counters[i], query.newer().counters[i], row.values[i], rows_);
  }
  take_remainder(query, pace);
}

// A row in between is too short for it: the ticks of the processes are as long.
void WatchModel::take_remainder(const Query& query, Pace pace) {
  if (!remainder_paths_.has_value() || pace == Pace::between) return;
  remainder_ = cpu_remainder(query, *remainder_paths_);
  const Value value = remainder_.has_value()
                          ? Value{.number = remainder_->rest(), .status = CStatus::valid_data}
                          : Value::unusable(CStatus::no_data);
  of_remainder_.take({}, {}, value, RowsOf::values);
}

void WatchModel::append_remainder(const Series& first, WatchGroup& group) const {
  if (!remainder_.has_value()) return;
  if (first.path != remainder_paths_->processes || !is_time_of_process(first)) return;
  group.note = forks_text(*remainder_);  // in every row, so that the title does not change its form
  if (!remainder_->is_notable()) return;
  const std::size_t series = group.lines.front().series;
  group.lines.push_back({.series = series,
                         .label = std::string(kRemainderLabel),
                         .is_remainder = true,
                         .statistics = of_remainder_.statistics(RowsOf::values),
                         .last = of_remainder_.last,
                         .growth = Value::unusable(CStatus::no_data),
                         .state = {},
                         .reason = {},
                         .recent = &of_remainder_.recent});
}

void WatchModel::rebind(const Query& query) {
  for (auto& [key, history] : histories_) history.alive = false;
  by_series_.clear();
  for (const Series& series : query.binding().series()) {
    const auto [entry, made] = histories_.try_emplace(
        Key{series.path, series.identity}, formula_of(series.type), policy_, series.shown_scale);
    entry->second.alive = true;
    by_series_.push_back(&entry->second);
  }
  std::erase_if(histories_, [](const auto& entry) { return !entry.second.alive; });
  generation_ = query.binding().generation();
}

std::size_t WatchModel::place_among_added(Query::PathId path) const {
  const auto found = std::ranges::find(added_paths_, path);
  return found == added_paths_.end() ? 0
                                     : static_cast<std::size_t>(found - added_paths_.begin()) + 1;
}

WatchLine WatchModel::line_of(const Query& query, std::size_t i) const {
  const Series& series = query.binding().series()[i];
  const Value& last = by_series_[i]->last;
  const Value& first = by_series_[i]->first;
  WatchLine line{.series = i,
                 .label = std::string(series.counter),
                 .competes = competes(series),
                 .is_virtual = is_virtual_device(series),
                 .is_extra = extra_paths_.contains(series.path),
                 .is_essential = essential_paths_.contains(series.path),
                 .added = place_among_added(series.path),
                 .is_usual = last.usable() && is_usual_state(series, last.number),
                 .statistics = by_series_[i]->statistics(rows_),
                 .last = last,
                 .growth = last,
                 .state = {},
                 .reason = {},
                 .recent = &by_series_[i]->recent};
  if (is_state_of_process(series)) {
    line.state = meaning_of(series, last);
    line.is_word = !line.state.empty();
  }
  if (last.usable() && first.usable()) line.growth.number -= first.number;
  if (!last.usable()) line.reason = why_missing(query, i);
  return line;
}

void WatchModel::append_groups(const Query& query, std::span<const std::size_t> of_object,
                               WatchOrder order, MachineNames machines,
                               std::vector<WatchGroup>& groups) const {
  const std::span<const Series> series = query.binding().series();
  const Series& first = series[of_object.front()];
  if (is_instance_list(series, of_object)) {
    WatchGroup& group = groups.emplace_back();
    group.title = list_title(first, machines);
    group.is_list = true;
    for (const std::size_t i : of_object) {
      group.lines.push_back(line_of(query, i));
      group.lines.back().label = title_instance(series[i]);
    }
    mark_repeats(group.lines);
    append_remainder(first, group);
    const bool is_ranked = order == WatchOrder::as_collected && is_of_processes(first);
    sort_lines(group.lines, is_ranked ? WatchOrder::by_last : order);
    return;
  }
  for (const Positions& of_instance : by_instance(series, of_object)) {
    std::string title = group_title(series[of_instance.front()], machines);
    if (groups.empty() || groups.back().title != title) {
      groups.push_back({.title = std::move(title), .is_list = false, .lines = {}});
    }
    for (const std::size_t i : of_instance) groups.back().lines.push_back(line_of(query, i));
  }
}

// Only if the query has the states; they are those of the newest row.
void WatchModel::add_states(const Query& query, std::vector<WatchGroup>& groups) const {
  const std::span<const Series> series = query.binding().series();
  std::map<std::pair<std::string_view, std::uint32_t>, std::string_view> states;
  for (std::size_t i = 0; i < series.size(); ++i) {
    const Value& last = by_series_[i]->last;
    const bool is_state = series[i].process_id != 0 && is_state_of_process(series[i]);
    if (!is_state || !last.usable()) continue;
    states.emplace(std::pair(series[i].machine, series[i].process_id),
                   meaning_of(series[i], last.number));
  }
  if (states.empty()) return;
  for (WatchGroup& group : groups) {
    for (WatchLine& line : group.lines) {
      if (line.is_remainder) continue;  // it only stands among the processes
      const Series& one = series[line.series];
      if (one.process_id == 0 || is_state_of_process(one)) continue;
      const auto found = states.find(std::pair(one.machine, one.process_id));
      if (found != states.end()) line.state = found->second;
    }
  }
}

std::vector<WatchGroup> WatchModel::groups(const Query& query, WatchOrder order,
                                           std::string_view filter) const {
  std::vector<WatchGroup> groups;
  if (query.binding().generation() != generation_) return groups;  // it has taken no such row
  const std::span<const Series> series = query.binding().series();
  const MachineNames machines = machine_names_for(series);
  for (std::size_t first = 0, end = 0; first < series.size(); first = end) {
    while (end < series.size() && series[end].path == series[first].path) ++end;
    const Query::PathId path = series[first].path;
    if (removed_paths_.contains(path) || hidden_paths_.contains(path)) continue;
    for (const Positions& of_object : by_object(series, first, end)) {
      append_groups(query, of_object, order, machines, groups);
    }
  }
  add_states(query, groups);
  keep_matching(groups, filter);
  return groups;
}

}  // namespace openperflib
