#include "openperflib/view/chart/chart_history.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "openperflib/counter/formula.h"
#include "openperflib/counter/statistics.h"
#include "openperflib/text/utf16.h"
#include "openperflib/view/chart/line_title_internal.h"

namespace openperflib {
namespace {

constexpr std::size_t kNotFollowed = static_cast<std::size_t>(-1);
constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

}  // namespace

std::size_t HistoryRecords::bytes() const noexcept {
  return times.capacity() * sizeof(FileTime) +
         (gaps.capacity() + restarts.capacity()) * sizeof(std::size_t);
}

ChartHistoryBuilder::ChartHistoryBuilder(RowsOf rows, std::vector<std::string> paths) {
  records_->rows = rows;
  for (std::string& path : paths) {
    paths_.push_back({.text = std::move(path), .lines = {}, .has_line = {}});
  }
}

std::uint32_t ChartHistoryBuilder::machine_of(std::string_view name) {
  const auto known = std::ranges::find(machines_, name, &Machine::name);
  if (known != machines_.end()) return static_cast<std::uint32_t>(known - machines_.begin());
  Machine machine{.name = std::string(name),
                  .shown = std::make_shared<HistoryMachine>(),
                  .steps = {},
                  .is_in_record = {}};
  machine.shown->name = machine.name;
  machine.is_in_record.resize(record_, false);
  machines_.push_back(std::move(machine));
  return static_cast<std::uint32_t>(machines_.size() - 1);
}

std::size_t ChartHistoryBuilder::add_line(const Binding& binding, std::size_t series) {
  const Series& one = binding.series()[series];
  Series named = one;
  if (named.machine.empty()) named.machine = binding.machine();
  const Formula formula = formula_of(one.type);
  const std::uint32_t machine = machine_of(named.machine);
  SeriesHistory history{.path = binding.path_of(series),
                        .title = line_title(named, MachineNames::hidden),
                        .machine_title = line_title(named, MachineNames::shown),
                        .type = one.type,
                        .unit = chart_unit_of(one.type, one.counter),
                        .default_scale = one.default_scale,
                        .machine = machines_[machine].shown,
                        .first_record = record_,
                        .rows = records_->rows};
  if (history.rows == RowsOf::readings && has_range_formula(formula)) {
    history.readings.emplace(formula, one.shown_scale);
  }
  name_bytes_ += history.bytes();
  Line line{.history = std::make_shared<SeriesHistory>(std::move(history)),
            .machine = machine,
            .identity = one.identity};
  lines_.push_back(std::move(line));
  return lines_.size() - 1;
}

// The same series may belong to several paths. Logs spell names in different case.
std::size_t ChartHistoryBuilder::line_of(const Binding& binding, std::size_t series) {
  const auto [known, is_new] = by_path_.try_emplace(folded(binding.path_of(series)), kNotFollowed);
  if (is_new && lines_.size() < kMostChartSeries) known->second = add_line(binding, series);
  return known->second;
}

// Several had the name: none of them gives the line its process id.
void ChartHistoryBuilder::pass_name(Line& line, const Series& series) const {
  if (!series.is_named) line.history->passes.push_back(record_);
  ++line.history->instances;
  line.identity = series.identity;
  Series plain = series;
  plain.process_id = 0;
  if (plain.machine.empty()) plain.machine = machines_[line.machine].name;
  line.history->title = line_title(plain, MachineNames::hidden);
  line.history->machine_title = line_title(plain, MachineNames::shown);
}

void ChartHistoryBuilder::map_series(const Query& query) {
  const Binding& binding = query.binding();
  generation_ = binding.generation();
  places_.clear();
  for (Line& line : lines_) line.is_in_row = false;
  for (std::size_t i = 0; i < binding.series().size(); ++i) {
    const Series& series = binding.series()[i];
    Path& path = paths_[series.path];
    const bool is_there = series.counter_ordinal != Series::kNoOrdinal;
    path.was_there = path.was_there || is_there;
    const std::size_t place = line_of(binding, i);
    if (place == kNotFollowed) {
      ++path.not_followed;
      places_.push_back(kNotFollowed);
      continue;
    }
    if (path.has_line.insert(place).second) path.lines.push_back(place);
    Line& line = lines_[place];
    places_.push_back(line.is_in_row ? kNotFollowed : place);
    line.is_in_row = true;
    line.was_there = line.was_there || is_there;
    if (line.identity != series.identity) pass_name(line, series);
  }
}

// A machine without a usable value has no sample in this record, if others have.
void ChartHistoryBuilder::note_machines(const Query& query, FileTime time) {
  for (Machine& machine : machines_) machine.is_in_row = machines_.size() == 1;
  for (std::size_t i = 0; i < places_.size(); ++i) {
    if (places_[i] == kNotFollowed) continue;
    Machine& machine = machines_[lines_[places_[i]].machine];
    machine.is_in_row = machine.is_in_row || query.row().values[i].usable();
  }
  for (Machine& machine : machines_) {
    machine.is_in_record.push_back(machine.is_in_row);
    if (machine.is_in_row) machine.steps.add(time);
  }
}

void ChartHistoryBuilder::put_value(Line& line, std::size_t record, double number) {
  SeriesHistory& history = *line.history;
  while (history.pyramid.values().size() < record - history.first_record) {
    history.pyramid.add(kNoValue);
  }
  history.pyramid.add(number);
  line.has_value = true;
}

// `begins`: the reading has none before it to be compared with. Of calculated values, those before
// the first one are not missing.
void ChartHistoryBuilder::note_gap(Line& line, const Value& value, bool begins) const {
  if (value.usable() || begins || !machines_[line.machine].is_in_row) return;
  if (records_->rows == RowsOf::values && !line.has_value) return;
  line.history->gaps.push_back(record_);
}

void ChartHistoryBuilder::take_value(std::size_t series, const Query& query, bool is_brief) {
  const std::size_t place = places_[series];
  if (place == kNotFollowed) return;
  Line& line = lines_[place];
  const Value& value = query.row().values[series];
  if (records_->rows == RowsOf::readings) {
    const RawCounter& older = query.older().counters[series];
    const RawCounter& newer = query.newer().counters[series];
    if (line.history->readings.has_value()) {
      line.history->readings->add(record_, older, newer, value.usable());
    }
    const bool begins =
        line.history->type.samples() == 2 && usable(newer.status) && !usable(older.status);
    note_gap(line, value, begins);
  } else {
    note_gap(line, value, false);
  }
  if (!value.usable()) return;
  if (is_brief && line.history->type.samples() == 2) {
    held_.push_back({.line = place, .number = value.number});
  } else {
    put_value(line, record_, value.number);
  }
}

// They are of the record before the newest one.
void ChartHistoryBuilder::count_held() {
  for (const Held& one : held_) put_value(lines_[one.line], record_ - 1, one.number);
  held_.clear();
}

// A record whose time goes back joins the one before it.
void ChartHistoryBuilder::take(const Query& query, FileTime time_local,
                               SeriesSummary::Interval interval) {
  std::vector<FileTime>& times = records_->times;
  record_ = times.size();
  const FileTime time = times.empty() ? time_local : std::max(times.back(), time_local);
  count_held();
  times.push_back(time);
  steps_.add(time);
  if (query.newer().starts_anew && record_ != 0) records_->restarts.push_back(record_);
  if (query.binding().generation() != generation_) map_series(query);
  note_machines(query, time);
  const bool is_brief = interval == SeriesSummary::Interval::brief;
  for (std::size_t i = 0; i < places_.size(); ++i) take_value(i, query, is_brief);
}

std::size_t ChartHistoryBuilder::bytes() const noexcept {
  std::size_t bytes = records_->bytes() + name_bytes_;
  for (const Line& line : lines_) {
    const SeriesHistory& history = *line.history;
    bytes += history.pyramid.bytes() + sizeof(Line) + history.gaps.capacity() * sizeof(std::size_t);
    if (history.readings.has_value()) bytes += history.readings->bytes();
  }
  return bytes;
}

// The usual step may be another one than when they were looked for last.
void ChartHistoryBuilder::find_gaps() {
  HistoryRecords& records = *records_;
  records.usual_step = steps_.usual();
  records.gaps.clear();
  const FileTime longest = longest_step_of(records.usual_step);
  if (longest == 0) return;
  for (std::size_t i = 1; i < records.times.size(); ++i) {
    if (records.times[i] - records.times[i - 1] > longest) records.gaps.push_back(i);
  }
}

void ChartHistoryBuilder::show_machines() {
  for (const Machine& machine : machines_) {
    machine.shown->longest_step = longest_step_of(machine.steps.usual());
    if (machines_.size() > 1) machine.shown->is_in_record = machine.is_in_record;
  }
}

ChartHistory ChartHistoryBuilder::history() {
  find_gaps();
  show_machines();
  ChartHistory history{.records = records_, .paths = {}};
  for (const Path& path : paths_) {
    PathHistory& one =
        history.paths.emplace_back(PathHistory{.path = path.text, .was_there = path.was_there});
    one.not_followed = path.not_followed;
    for (const std::size_t line : path.lines) {
      if (lines_[line].was_there) one.series.push_back(lines_[line].history);
    }
  }
  return history;
}

}  // namespace openperflib
