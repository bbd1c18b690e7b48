#include <algorithm>
#include <utility>

#include "openperflib/query/query_state_internal.h"
#include "openperflib/snapshot/missing_runs.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// What is still missing after this many samples will not come.
constexpr std::uint64_t kEnoughTakes = 3;

}  // namespace

Query::PathId Query::State::add(PathPattern pattern) {
  request.add(pattern, titles);
  paths.push_back(std::move(pattern));
  takes_before_path.push_back(takes);
  paths_changed = true;
  return static_cast<PathId>(paths.size() - 1);
}

// The slot stays empty, so that the series of the other paths are found again by their numbers.
void Query::State::remove(PathId path) {
  if (path >= paths.size()) return;
  paths[path] = PathPattern();
  request_again();
}

void Query::State::request_again() {
  request = RequestBuilder();
  for (const PathPattern& kept : paths) request.add(kept, titles);
  paths_changed = true;
}

void Query::State::set_titles(std::shared_ptr<const TitleSet> set) {
  if (title_set_ != nullptr && title_set_->generation() == set->generation()) return;
  title_set_ = std::move(set);
  titles = title_set_->table();
  with_block_.reset();
  request_again();
}

const TitleTable& Query::State::titles_of(const Snapshot& snapshot) {
  const std::span<const Title> more = snapshot.titles();
  if (more.empty()) return titles;
  const auto is_row = [](const NamedTitle& one, const Title& title) {
    return one.first == title.index && one.second == title.text;
  };
  if (with_block_ == nullptr || !std::ranges::equal(block_titles_, more, is_row)) {
    with_block_ = std::make_unique<const TitleSet>(titles, more, 0);
    block_titles_.clear();
    for (const Title& title : more) block_titles_.emplace_back(title.index, title.text);
  }
  return with_block_->table();
}

// The previous readings, in the order of the new series, and their identities.
void Query::State::align_samples() {
  aligned_.time_utc = newer.time_utc;
  aligned_.counters.assign(next_named_.series.size(), kNoReading);
  for (std::size_t i = 0; i < older_series_.size(); ++i) {
    Series& series = next_named_.series[i];
    if (older_series_[i] == Layout::kNone) {
      series.identity = identities_[i];
      continue;
    }
    // It stays what it was: the start of a process may have slipped.
    series.identity = binding.state_->named.series[older_series_[i]].identity;
    aligned_.counters[i] = newer.counters[older_series_[i]];
  }
  std::swap(older, aligned_);
}

// If the series and their names are the same, the names that the rows started with stay.
void Query::State::name_series() {
  NamedSeries& named = binding.state_->named;
  const bool same = std::ranges::equal(named.series, next_named_.series, is_called_the_same);
  if (!same || binding.state_->generation == 0) {
    std::swap(named, next_named_);
    ++binding.state_->generation;
    return;
  }
  for (std::size_t i = 0; i < named.series.size(); ++i) {
    named.series[i].counter_ordinal = next_named_.series[i].counter_ordinal;
    named.series[i].instance_position = next_named_.series[i].instance_position;
    named.series[i].size = next_named_.series[i].size;
  }
}

// Series of counters that the block has no definition of are what they would be with one.
void Query::State::describe_undefined() {
  if (options.undefined_counters == nullptr) return;
  for (const UnreadableSeries& one : next_layout_.bound().unreadable) {
    if (one.status != CStatus::no_counter) continue;
    const auto known = options.undefined_counters(one.object_title_index, one.counter_title_index);
    if (!known.has_value()) continue;
    Series& series = next_named_.series[one.series];
    series.type = known->type;
    series.default_scale = known->default_scale;
    series.size = known->size;
  }
}

void Query::State::bind(const Snapshot& snapshot) {
  Catalog& catalog = next_named_.catalog;
  const TitleTable& titles_here = titles_of(snapshot);
  catalog.assign(snapshot, titles_here, options.decode);
  binding.state_->machine = options.machine.empty() ? catalog.machine() : options.machine;
  next_layout_.assign(snapshot, catalog, paths, titles_here, binding.state_->machine);
  next_named_.assign(next_layout_.bound(), next_layout_.identities(), titles_here);
  if (takes == 0 || (step.went_back && is_live())) {
    older_series_.assign(next_layout_.bound().series, Layout::kNone);
  } else {
    Layout::match_series(layout, next_layout_, step.time, older_series_);
  }
  next_layout_.identify_series(identities_);
  describe_undefined();
  reader.assign(snapshot.view(), catalog, next_layout_.map(), next_layout_.bound().runs,
                next_layout_.bound().choices);
  align_samples();
  for (Series& series : next_named_.series) {
    series.is_named = !paths[series.path].has_wildcards();
  }
  name_series();
  std::swap(layout, next_layout_);
  newer.counters.resize(layout.bound().series);
  row.values.resize(layout.bound().series);
  paths_changed = false;
}

void Query::State::read(const Snapshot& snapshot, std::span<RawCounter> into) {
  for (const UnreadableSeries& one : layout.bound().unreadable) {
    into[one.series] = RawCounter{.status = one.status};
  }
  reader.read(snapshot, into);
}

Policy Query::State::policy_of_step() const noexcept {
  Policy policy = options.policy;
  const bool was_set = is_live() && step.time.clock_was_set;
  policy.clock_check = was_set ? ClockCheck::clock_was_set : ClockCheck::off;
  // A fall is a wrap only within one boot of one machine.
  if (!step.grew || step.clocks_disagree) policy.wrap = Wrap::strict;
  return policy;
}

void Query::State::calculate() {
  row.time_utc = newer.time_utc;
  if (options.rows == QueryOptions::Rows::left_out) return;
  for (const UnreadableSeries& one : layout.bound().unreadable) {
    row.values[one.series] = Value::unusable(one.status);
  }
  reader.calculate(older.counters, newer.counters, policy_of_step(), row.values);
}

bool Query::State::follow(const Snapshot& snapshot) {
  const BlockClocks now = clocks_of(snapshot.view());
  step = takes == 0 ? ClockStep{} : step_between(clocks, now);
  if (!is_live()) step.time.clock_was_set = false;
  const bool is_comparable = takes != 0 && !(step.went_back && is_live());
  const bool is_same = !paths_changed && is_comparable && layout.follow(snapshot, step.time);
  if (!is_same) bind(snapshot);
  clocks = now;
  ++takes;
  return is_same;
}

void Query::State::take(const Snapshot& snapshot) {
  if (follow(snapshot)) std::swap(older, newer);
  newer.time_utc = snapshot.view().perf_time_100ns();
  newer.starts_anew = step.starts_anew;
  read(snapshot, newer.counters);
  missing.assign(snapshot);
  calculate();
}

bool Query::State::wants_another_sample() const {
  if (takes >= kEnoughTakes) return false;
  const std::span<const Series> series = binding.series();
  for (std::size_t i = 0; i < series.size(); ++i) {
    const Formula* one = formula(i);
    if (one == nullptr) continue;
    if (!usable(newer.counters[i].status)) {
      if (missing_reason(i) == MissingReason::first_collection) return true;
      continue;
    }
    const bool is_new = takes > 1 && older.counters[i] == kNoReading;
    if (one->samples == 2 && !usable(older.counters[i].status) && !is_new) return true;
  }
  return false;
}

const MissingRun* Query::State::missing_run(const Series& series) const noexcept {
  if (series.counter_ordinal == Series::kNoOrdinal) {
    return find_left_out(missing.runs(), series.object_title_index, series.counter_title_index);
  }
  const MissingRun* run = find_missing(missing.runs(), series.object_title_index,
                                       series.counter_ordinal, series.instance_position);
  if (run != nullptr) return run;
  return find_missing(missing.runs(), series.object_title_index, series.counter_ordinal + 1,
                      series.instance_position);  // its base, if it has one
}

std::string Query::State::computed_reason(std::size_t series) const {
  const CStatus status = row.values[series].status;
  if (!usable(newer.counters[series].status)) return std::string(explanation_of(status));
  const Formula* one = formula(series);
  if (one != nullptr && one->samples == 2) {
    if (older.counters[series] == kNoReading) {
      if (is_another_process(series)) return "the name now belongs to another process";
      const bool is_first = takes == takes_before_path[binding.series()[series].path] + 1;
      return is_first ? "first sample: a rate needs two" : "the instance is new";
    }
    if (!usable(older.counters[series].status)) return "the previous reading is missing";
  }
  if (status == CStatus::no_data && step.time.clock_was_set) return "the clock was set";
  return std::string(explanation_of(status));
}

std::string Query::State::reason(std::size_t series) const {
  if (row.values[series].usable()) return {};
  const CStatus raw = newer.counters[series].status;
  const MissingRun* run = usable(raw) ? nullptr : missing_run(binding.series()[series]);
  return run != nullptr ? missing.reason(*run) : computed_reason(series);
}

MissingReason Query::State::missing_reason(std::size_t series) const {
  if (usable(newer.counters[series].status)) return MissingReason::other;
  const MissingRun* run = missing_run(binding.series()[series]);
  return run != nullptr ? run->code : MissingReason::other;
}

std::string Query::State::left_out_reason(std::uint32_t path) const {
  for (const UnreadableSeries& one : layout.bound().unreadable) {
    if (one.path != path || one.status == CStatus::no_instance) continue;
    const MissingRun* run =
        find_left_out(missing.runs(), one.object_title_index, one.counter_title_index);
    return run != nullptr ? missing.reason(*run) : std::string();
  }
  return {};
}

}  // namespace openperflib
