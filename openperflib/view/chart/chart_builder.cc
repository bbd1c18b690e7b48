#include "openperflib/view/chart/chart_builder.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

#include "openperflib/analysis/record_survey.h"
#include "openperflib/query/paths/counter_path.h"
#include "openperflib/text/utf16.h"
#include "openperflib/view/chart/line_title_internal.h"
#include "openperflib/view/summary/series_by_name.h"

namespace openperflib {
namespace {

constexpr std::size_t kNoLine = static_cast<std::size_t>(-1);

// What a series is ranked by.
double rank_number(const ChartSeries& series, RankedBy by) {
  switch (by) {
    case RankedBy::maximum:
      return series.maximum.number;
    case RankedBy::growth:
      return series.columns.back().average() - series.columns.front().average();
    case RankedBy::average:
      break;
  }
  return series.average.usable() ? series.average.number : series.maximum.number;
}

// A series of a panel, as it competes with the others.
struct RankedLine {
  ChartSeries series;
  bool is_named = false;  // by the user, one by one
  bool is_sum = false;    // the sum of others, or the process Idle
  double number = 0;
};

// Keeps what was named, and the largest of the others, of which sums go first. Those that stay keep
// their order.
std::vector<ChartSeries> largest_of(std::vector<RankedLine> lines, std::size_t most) {
  std::vector<std::size_t> order(lines.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    const RankedLine& one = lines[a];
    const RankedLine& other = lines[b];
    if (one.is_named != other.is_named) return one.is_named;
    if (one.is_sum != other.is_sum) return other.is_sum;
    return one.number > other.number;
  });
  const auto named = static_cast<std::size_t>(std::ranges::count_if(lines, &RankedLine::is_named));
  order.resize(std::min(order.size(), std::max(most, named)));
  std::ranges::sort(order);
  std::vector<ChartSeries> kept;
  for (const std::size_t place : order) kept.push_back(std::move(lines[place].series));
  return kept;
}

bool is_sum_path(const std::string& text) {
  const auto path = CounterPath::parse(text);
  return path.has_value() && is_total(*path);
}

}  // namespace

FileTime ChartBuilder::Machine::longest_step() const {
  const Value usual = intervals.percentile(50);
  return usual.usable() ? std::llround(usual.number * MachineShape::kGapIntervals) : 0;
}

ChartBuilder::ChartBuilder(RowsOf rows, std::size_t columns, const Policy& policy)
    : rows_(rows), most_columns_(std::max<std::size_t>(columns, 2)), policy_(policy) {}

std::uint32_t ChartBuilder::machine_of(std::string_view name) {
  const auto known = std::ranges::find(machines_, name, &Machine::name);
  if (known != machines_.end()) return static_cast<std::uint32_t>(known - machines_.begin());
  machines_.push_back({.name = std::string(name)});
  return static_cast<std::uint32_t>(machines_.size() - 1);
}

// The same series may belong to several paths; it is drawn once. Logs spell names in different
// case.
std::size_t ChartBuilder::line_of(const Binding& binding, std::size_t series) {
  const Series& one = binding.series()[series];
  std::string path = binding.path_of(series);
  std::string key = folded(path);
  const auto known = by_path_.find(key);
  if (known != by_path_.end()) return known->second;
  if (lines_.size() == kMostChartSeries) {
    ++not_followed_;
    return kNoLine;
  }
  by_path_.emplace(std::move(key), lines_.size());
  lines_.push_back({.path = std::move(path),
                    .title = line_title(one),
                    .machine = machine_of(one.machine.empty() ? binding.machine() : one.machine),
                    .identity = one.identity,
                    .type = one.type,
                    .unit = chart_unit_of(one.type, one.counter),
                    .is_no_quantity = is_no_quantity(one.counter),
                    .range = RangeStatistics(formula_of(one.type), policy_, one.shown_scale),
                    .of_values = {},
                    .columns = {}});
  return lines_.size() - 1;
}

// Several had the name: none of them gives the line its process id.
void ChartBuilder::pass_name(Line& line, Series series) {
  if (!series.is_named) line.columns.note_gap();
  line.identity = series.identity;
  line.is_passed_on = true;
  series.process_id = 0;
  line.title = line_title(series);
}

std::string ChartBuilder::title_of(const Line& line) const {
  if (machines_.size() < 2) return line.title;
  return fmt::format("\\\\{}{}", machines_[line.machine].name, line.title);
}

// What has no series in a row has a gap there.
void ChartBuilder::map_series(const Query& query) {
  const Binding& binding = query.binding();
  generation_ = binding.generation();
  places_.clear();
  for (Line& line : lines_) line.is_in_row = false;
  for (std::size_t i = 0; i < binding.series().size(); ++i) {
    const Series& series = binding.series()[i];
    const bool is_there = series.counter_ordinal != Series::kNoOrdinal;
    if (is_there) {
      if (had_path_.size() <= series.path) had_path_.resize(series.path + std::size_t{1});
      had_path_[series.path] = true;
    }
    const std::size_t place = line_of(binding, i);
    if (place == kNoLine || lines_[place].is_in_row) {
      if (place != kNoLine) lines_[place].is_named = lines_[place].is_named || series.is_named;
      places_.push_back(kNoLine);
      continue;
    }
    Line& line = lines_[place];
    line.is_in_row = true;
    line.was_there = line.was_there || is_there;
    line.is_named = line.is_named || series.is_named;
    if (line.identity != series.identity) pass_name(line, series);
    places_.push_back(place);
  }
  for (Line& line : lines_) {
    if (!line.is_in_row) line.columns.note_gap();
  }
}

// A machine without a usable value has no sample in this record, if others have.
void ChartBuilder::note_machines(const Query& query, FileTime time) {
  for (Machine& machine : machines_) machine.is_in_row = machines_.size() == 1;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (places_[i] == kNoLine) continue;
    Machine& machine = machines_[lines_[places_[i]].machine];
    machine.is_in_row = machine.is_in_row || query.row().values[i].usable();
  }
  for (Machine& machine : machines_) {
    if (!machine.is_in_row) continue;
    if (machine.has_row && time > machine.last) {
      machine.intervals.add(static_cast<double>(time - machine.last));
    }
    machine.has_row = true;
    machine.last = time;
  }
}

void ChartBuilder::widen() {
  scale_.width *= 2;
  columns_ = 0;
  for (Line& line : lines_) {
    line.columns.widen(scale_);
    columns_ += line.columns.columns().size();
  }
}

// Columns become twice as wide until the time has one of them, and all of them have room.
void ChartBuilder::make_room(FileTime time) {
  constexpr std::size_t kLeastColumns = 2;
  while (scale_.column_of(time) >= most_columns_) widen();
  while (columns_ > kMostColumns && most_columns_ > kLeastColumns) {
    most_columns_ /= 2;
    widen();
  }
}

void ChartBuilder::add_value(std::size_t place, FileTime time, const Value& value) {
  Line& line = lines_[place];
  if (!value.usable()) {
    if (!machines_[line.machine].is_in_row) return;
    line.of_values.note_gap();
    line.columns.note_gap();
    return;
  }
  line.of_values.add(value);
  const std::size_t before = line.columns.columns().size();
  line.columns.add(scale_, time, value.number);
  columns_ += line.columns.columns().size() - before;
}

void ChartBuilder::count_held() {
  for (const Held& one : held_) add_value(one.line, one.time, one.value);
  held_.clear();
}

// A record whose time goes back joins the one before it.
void ChartBuilder::take(const Query& query, FileTime time_local, SeriesSummary::Interval interval) {
  if (extent_.records == 0) scale_.begin = time_ = time_local;
  time_ = std::max(time_, time_local);
  extent_.note(time_);
  count_held();
  if (query.binding().generation() != generation_) map_series(query);
  note_machines(query, time_);
  make_room(time_);
  const bool is_brief = interval == SeriesSummary::Interval::brief;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (places_[i] == kNoLine) continue;
    Line& line = lines_[places_[i]];
    const Value& value = query.row().values[i];
    if (is_brief && line.type.samples() == 2) {
      held_.push_back({.line = places_[i], .time = time_, .value = value});
    } else {
      add_value(places_[i], time_, value);
    }
    if (rows_ == RowsOf::values) continue;
    const RawCounter& older = query.older().counters[i];
    // The start of the process, or the reading that it had under another name.
    const bool is_other = std::exchange(line.is_passed_on, false) || query.is_first_rate(i);
    if (is_other || !usable(older.status)) line.range.restart();
    if (is_other && usable(older.status) && line.type.samples() == 2) (void)line.range.add(older);
    (void)line.range.add(query.newer().counters[i]);
  }
}

ChartSeries ChartBuilder::series_of(Line&& line) const {
  const Statistics range = line.range.result();
  const Statistics values = line.of_values.result();
  const bool has_readings = rows_ == RowsOf::readings && range.average.usable();
  line.columns.mark_gaps(machines_[line.machine].longest_step());
  return in_unit({.path = std::move(line.path),
                  .title = title_of(line),
                  .type = line.type,
                  .count = values.count,
                  .gaps = rows_ == RowsOf::readings ? range.gaps : values.gaps,
                  .minimum = values.minimum,
                  .average = has_readings ? range.average : values.average,
                  .maximum = values.maximum,
                  .last = values.last,
                  .columns = line.columns.take()},
                 line.unit.factor);
}

Chart ChartBuilder::take_chart(const ChartChoice& choice) {
  Chart chart{.extent = extent_, .column = scale_.width, .rows = rows_};
  chart.not_followed = not_followed_;
  std::vector<std::vector<RankedLine>> ranked;  // by panel
  for (Line& line : lines_) {
    if (line.is_no_quantity && !line.is_named) continue;
    if (line.of_values.count() == 0) {
      if (!line.was_there) continue;
      if (chart.without_value_count++ < Chart::kMostNames) {
        chart.without_value.push_back(title_of(line));
      }
      continue;
    }
    const Quantity quantity = line.unit.quantity;
    const auto known = std::ranges::find(chart.panels, quantity, &ChartPanel::quantity);
    const auto panel = static_cast<std::size_t>(known - chart.panels.begin());
    if (known == chart.panels.end()) {
      chart.panels.push_back({.quantity = quantity});
      ranked.emplace_back();
    }
    const bool is_named = line.is_named;
    RankedLine one{.series = series_of(std::move(line)), .is_named = is_named};
    one.is_sum = is_sum_path(one.series.path);
    one.number = rank_number(one.series, choice.by);
    ranked[panel].push_back(std::move(one));
  }
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    const std::size_t all = ranked[i].size();
    chart.panels[i].series = largest_of(std::move(ranked[i]), choice.most);
    chart.panels[i].left_out = all - chart.panels[i].series.size();
  }
  return chart;
}

}  // namespace openperflib
