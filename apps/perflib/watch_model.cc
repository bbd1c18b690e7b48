#include "apps/perflib/watch_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>

#include "apps/perflib/listing.h"
#include "apps/perflib/top_instances.h"
#include "apps/perflib/value_text.h"

namespace openperflib::apps {
namespace {

// Whether the series from `first` to `last` (one path) are one counter of several instances.
bool is_instance_list(std::span<const Series> series) {
  if (series.size() < 2 || !series.front().instance.has_value()) return false;
  return std::ranges::all_of(series, [&](const Series& s) {
    return s.counter_title_index == series.front().counter_title_index &&
           s.object_title_index == series.front().object_title_index;
  });
}

double sort_key(const WatchLine& line, WatchOrder order) {
  const Value value = order == WatchOrder::by_average   ? line.statistics.average
                      : order == WatchOrder::by_maximum ? line.statistics.maximum
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

bool is_of_processes(std::span<const Series> series) {
  return std::ranges::any_of(series, [](const Series& s) { return s.process_id != 0; });
}

void keep_matching(std::vector<WatchGroup>& groups, std::string_view filter) {
  if (filter.empty()) return;
  for (WatchGroup& group : groups) {
    if (matches_word(group.title, filter) || matches_word(group.counter, filter)) continue;
    std::erase_if(group.lines, [&](const WatchLine& l) { return !matches_word(l.label, filter); });
  }
  std::erase_if(groups, [](const WatchGroup& group) { return group.lines.empty(); });
}

}  // namespace

std::string_view name_of(WatchOrder order) noexcept {
  constexpr std::array<std::string_view, 5> kNames = {"as collected", "last", "average", "maximum",
                                                      "name"};
  return kNames[static_cast<std::size_t>(order)];
}

// A reading that nothing before it is comparable with begins a range of its own.
void WatchModel::History::take(const RawCounter& older, const RawCounter& newer, const Value& value,
                               RowsOf rows) {
  if (rows == RowsOf::readings) {
    if (has_begun && !usable(older.status)) range.restart();
    (void)range.add(newer);
  } else if (value.usable()) {
    of_values.minimum =
        of_values.count == 0 || value.number < of_values.minimum.number ? value : of_values.minimum;
    of_values.maximum =
        of_values.count == 0 || value.number > of_values.maximum.number ? value : of_values.maximum;
    of_values.last = value;
    sum += value.number;
    ++of_values.count;
  }
  has_begun = true;
  if (value.usable()) {
    recent.add(static_cast<float>(value.number));
  } else {
    recent.add_missing();
  }
}

Statistics WatchModel::History::statistics(RowsOf rows) const noexcept {
  if (rows == RowsOf::readings) return range.result();
  Statistics all = of_values;
  if (all.count == 0) return all;
  all.mean = {.number = sum / static_cast<double>(all.count), .status = CStatus::valid_data};
  all.average = all.mean;
  return all;
}

void WatchModel::take(const Query& query, std::span<const std::string> paths, Pace pace) {
  if (bound_query_ != &query || generation_ != query.binding().generation()) rebind(query, paths);
  const Row& row = query.row();
  for (std::size_t i = 0; i < by_series_.size(); ++i) {
    History& history = *by_series_[i];
    if (pace == Pace::between && history.has_begun) continue;
    // Without a value too: the first reading of a rate is where the next value starts from.
    history.take(query.older().counters[i], query.newer().counters[i], row.values[i], rows_);
  }
}

void WatchModel::rebind(const Query& query, std::span<const std::string> paths) {
  for (auto& [key, history] : histories_) history.alive = false;
  by_series_.clear();
  for (const Series& series : query.binding().series()) {
    const auto [entry, made] = histories_.try_emplace(Key{paths[series.path], series.identity},
                                                      formula_of(series.type), policy_);
    entry->second.alive = true;
    by_series_.push_back(&entry->second);
  }
  std::erase_if(histories_, [](const auto& entry) { return !entry.second.alive; });
  bound_query_ = &query;
  generation_ = query.binding().generation();
}

WatchLine WatchModel::line_of(const Query& query, std::size_t i) const {
  const Series& series = query.binding().series()[i];
  const Value& last = query.row().values[i];
  WatchLine line{.series = i,
                 .label = std::string(series.counter),
                 .competes = competes(series),
                 .statistics = by_series_[i]->statistics(rows_),
                 .last = last,
                 .reason = {},
                 .recent = &by_series_[i]->recent};
  if (!last.usable()) line.reason = why_missing(query, i);
  return line;
}

std::vector<WatchGroup> WatchModel::groups(const Query& query, WatchOrder order,
                                           std::string_view filter) const {
  std::vector<WatchGroup> groups;
  const std::span<const Series> series = query.binding().series();
  for (std::size_t first = 0; first < series.size();) {
    std::size_t end = first;
    while (end < series.size() && series[end].path == series[first].path) ++end;
    const auto of_path = series.subspan(first, end - first);
    if (is_instance_list(of_path)) {
      WatchGroup group{.title = std::string(of_path.front().object),
                       .counter = std::string(of_path.front().counter),
                       .lines = {}};
      for (std::size_t i = first; i < end; ++i) {
        group.lines.push_back(line_of(query, i));
        group.lines.back().label = shown_instance(series[i]);
      }
      const bool ranked = order == WatchOrder::as_collected && is_of_processes(of_path);
      sort_lines(group.lines, ranked ? WatchOrder::by_last : order);
      groups.push_back(std::move(group));
    } else {
      for (std::size_t i = first; i < end; ++i) {
        const std::string title = group_title(series[i]);
        if (groups.empty() || groups.back().title != title || !groups.back().counter.empty()) {
          groups.push_back({.title = title, .counter = {}, .lines = {}});
        }
        groups.back().lines.push_back(line_of(query, i));
      }
    }
    first = end;
  }
  keep_matching(groups, filter);
  return groups;
}

WatchModel watch_model_of(const SourceQuery& source) {
  if (source.log() == nullptr) return WatchModel(Policy{.wrap = Wrap::modulo_2_32});
  return WatchModel(
      Policy{}, source.holds_values() ? WatchModel::RowsOf::values : WatchModel::RowsOf::readings);
}

void append_unmatched(const SourceQuery& source, std::vector<WatchGroup>& groups) {
  const std::span<const Series> series = source.query().binding().series();
  for (std::uint32_t path = 0; path < source.paths().size(); ++path) {
    const std::string why = why_unmatched(source, path);
    if (why.empty() || std::ranges::count(series, path, &Series::path) != 0) continue;
    groups.push_back({.title = fmt::format("{}  not available: {}", source.paths()[path], why),
                      .counter = {},
                      .lines = {}});
  }
}

}  // namespace openperflib::apps
