#include <algorithm>
#include <utility>

#include "openperflib/counter/scale.h"
#include "openperflib/query/query_state_internal.h"
#include "openperflib/query/units_of_names_internal.h"
#include "openperflib/snapshot/missing_runs.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// What is still missing after this many samples will not come.
constexpr std::uint64_t kEnoughTakes = 3;

void describe_as(Series& series, const KnownCounter& known) noexcept {
  series.type = known.type;
  series.default_scale = known.default_scale;
  series.size = known.size;
}

}  // namespace

Query::PathId Query::State::add(PathPattern pattern) {
  add_request(pattern);
  paths.push_back(std::move(pattern));
  takes_before_path.push_back(takes);
  paths_changed = true;
  return static_cast<PathId>(paths.size() - 1);
}

Query::PathId Query::State::reserve() {
  paths.emplace_back();
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

// The series of the path that had the number are not those of this one, whatever they are.
std::expected<void, Error> Query::State::replace(PathId removed, PathPattern pattern) {
  if (removed >= paths.size()) {
    static constexpr Field kNumber{"query", "path"};
    return std::unexpected(Error{Errc::wrong_value, removed, &kNumber, 0});
  }
  add_request(pattern);
  paths[removed] = std::move(pattern);
  takes_before_path[removed] = takes;
  paths_changed = true;
  for (Series& series : binding.state_->named.series) {
    if (series.path == removed) series.identity = 0;
  }
  return {};
}

void Query::State::request_again() {
  request = RequestBuilder();
  for (const PathPattern& kept : paths) add_request(kept);
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
  if (block_titles_.take(more) || with_block_ == nullptr || is_for_object) {
    with_block_ = std::make_unique<const TitleSet>(titles, more, 0);
  }
  return with_block_->table();
}

// The readings of the old series, in the order of the new ones.
void Query::State::reorder(std::span<const RawCounter> before, std::vector<RawCounter>& now) const {
  const auto positions = older_series_.positions();
  now.assign(positions.size(), kNoReading);
  for (std::size_t i = 0; i < positions.size(); ++i) {
    if (positions[i] != OlderSeries::kNone) now[i] = before[positions[i]];
  }
}

// The previous readings, in the order of the new series; none if they are not comparable.
void Query::State::align_samples(bool is_comparable) {
  aligned_.time_utc = newer.time_utc;
  if (is_comparable) {
    reorder(newer.counters, aligned_.counters);
  } else {
    aligned_.counters.assign(next_named_.series.size(), kNoReading);
  }
  std::swap(older, aligned_);
}

// Identifies the series of blocks: the entries of logs have their identities. Those of a log's
// block get the name of its machine.
void Query::State::identify_series(std::string_view machine) {
  const auto bound = binder.series();
  for (std::size_t i = 0; i < bound.size(); ++i) {
    Series& series = next_named_.series[i];
    if (series.machine.empty()) series.machine = machine;
    if (bound[i].number == BoundSeries::kNone) continue;
    series.identity = next_layout_.identity_of(bound[i].place);
    series.process_id = next_layout_.process_id_of(bound[i].place);
  }
}

// If the series and their names are the same, the names that the rows started with stay. In most
// new layouts the identities already differ.
void Query::State::name_series() {
  NamedSeries& named = binding.state_->named;
  if (options.units == QueryOptions::Units::of_names) {
    for (Series& series : next_named_.series) series.shown_scale = scale_to_name(series);
  }
  const bool same = std::ranges::equal(named.series, next_named_.series, {}, &Series::identity,
                                       &Series::identity) &&
                    std::ranges::equal(named.series, next_named_.series, is_called_the_same);
  if (!same || binding.state_->generation == 0) {
    std::swap(named, next_named_);
    static_assert(OlderSeries::kNone == Binding::kNew);
    const auto before = older_series_.positions();
    binding.state_->before.assign(before.begin(), before.end());
    ++binding.state_->generation;
    return;
  }
  for (std::size_t i = 0; i < named.series.size(); ++i) {
    named.series[i].counter_ordinal = next_named_.series[i].counter_ordinal;
    named.series[i].instance_position = next_named_.series[i].instance_position;
    named.series[i].size = next_named_.series[i].size;
    named.series[i].shown_scale = next_named_.series[i].shown_scale;
  }
}

void Query::State::note_units() {
  scaled_.clear();
  const std::span<const Series> series = binding.series();
  for (std::uint32_t i = 0; i < series.size(); ++i) {
    if (series[i].shown_scale != 0) scaled_.push_back(i);
  }
}

// A value without a usable status has no number, which scaling does not change.
void Query::State::scale_values() noexcept {
  const std::span<const Series> series = binding.series();
  for (const std::uint32_t i : scaled_) {
    row.values[i].number = scaled(row.values[i].number, series[i].shown_scale);
  }
}

// Counters without a definition in the block get type, scale and size from `undefined_counters`.
void Query::State::describe_undefined() {
  if (options.undefined_counters == nullptr) return;
  for (const UnreadableSeries& one : binder.unreadable()) {
    if (one.status != CStatus::no_counter) continue;
    const auto known = options.undefined_counters(one.object_title_index, one.counter_title_index);
    if (known.has_value()) describe_as(next_named_.series[one.series], *known);
  }
}

// A name may be that of several indices; the first pair that is known counts.
void Query::State::describe_written(Series& series) {
  const PathPattern& path = paths[series.path];
  const auto counters = title_indices_of(path.single_request()->counter, titles);
  for (const std::uint32_t object : title_indices_of(path.objects().front(), titles)) {
    for (const std::uint32_t counter : counters) {
      const auto known = options.undefined_counters(object, counter);
      if (!known.has_value()) continue;
      describe_as(series, *known);
      series.object_title_index = object;
      series.counter_title_index = counter;
      return;
    }
  }
}

void Query::State::bind_as_written() {
  next_named_.assign_written(paths);
  for (Series& series : next_named_.series) {
    if (options.undefined_counters != nullptr) describe_written(series);
  }
  binding.state_->machine = options.machine;
  older_series_.assign_none(next_named_.series.size());
  name_series();
  ++bindings;
}

void Query::State::bind_paths(const Catalog& catalog, const BoundSource& source) {
  if (paths_changed) binder.set_paths(paths);
  binder.bind(catalog, source);
  next_named_.assign(catalog, binder, paths, source.titles);
}

void Query::State::bind_again(bool is_comparable) {
  const std::size_t count = next_named_.series.size();
  older_series_.assign(binding.series(), next_named_.series);
  align_samples(is_comparable);
  name_series();
  note_units();
  newer.counters.resize(count);
  row.values.resize(count);
  paths_changed = false;
  ++bindings;
}

// A log has no series of counters that it lacks, whatever its blocks say of them. One of objects
// names the machine itself.
void Query::State::bind_block(const Record& record) {
  const Snapshot& snapshot = *record.block;
  const bool is_logged = record.logged.has_value();
  const CodePageDecoder decode = is_logged ? record.logged->decode : nullptr;
  const LoggedObject* const object = is_logged ? record.logged->object : nullptr;
  Catalog& catalog = next_named_.catalog;
  if (object != nullptr) titles = *object->titles;
  const TitleTable& titles_here = titles_of(snapshot);
  const bool is_comparable = takes != 0 && !(step.went_back && is_live());
  catalog.assign(snapshot, titles_here, decode != nullptr ? decode : options.decode,
                 object != nullptr ? object->originals : std::span<const Title>());
  const std::string_view machine = object != nullptr ? object->machine : catalog.machine();
  const bool is_named = object != nullptr || options.machine.empty();
  binding.state_->machine = is_named ? machine : options.machine;
  const std::span<const MissingRun> missing_here =
      is_logged ? std::span<const MissingRun>() : std::span(snapshot.missing());
  bind_paths(catalog, {titles_here, missing_here, binding.state_->machine, object != nullptr});
  next_layout_.assign(snapshot, catalog, binder.series());
  if (is_comparable) next_layout_.continue_from(layout, step.time);
  const bool may_begin = is_comparable && wants_first_rates();
  if (may_begin) next_layout_.note_starts(snapshot, catalog, step.time);
  describe_undefined();
  identify_series(is_logged ? machine : std::string_view());
  reader.assign(snapshot.view(), catalog, next_layout_.map(), binder.series());
  formulas_.assign(binder.series().size(), nullptr);
  reader.note_formulas(formulas_);
  std::swap(layout, next_layout_);
  object_processes_.take(snapshot.instance_keys());
  const std::uint64_t generation = binding.generation();
  bind_again(is_comparable);
  has_catalog_ = binding.generation() != generation;
  if (may_begin) find_begun_in_block();
}

void Query::State::fill_unreadable(std::span<RawCounter> into) const {
  for (const UnreadableSeries& one : binder.unreadable()) {
    into[one.series] = RawCounter{.status = one.status};
  }
}

void Query::State::read(const Snapshot& snapshot, std::span<RawCounter> into) {
  fill_unreadable(into);
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

void Query::State::calculate(const Policy& policy) {
  if (options.rows == QueryOptions::Rows::left_out) return;
  for (std::size_t i = 0; i < formulas_.size(); ++i) {
    row.values[i] =
        formulas_[i] == nullptr
            ? Value::unusable(newer.counters[i].status)
            : openperflib::calculate(*formulas_[i], older.counters[i], newer.counters[i], policy);
  }
  scale_values();
}

bool Query::State::follow(const Record& record) {
  const Snapshot& snapshot = *record.block;
  const BlockClocks now = clocks_of(snapshot.view());
  first_rates_.clear();
  step = takes == 0 ? ClockStep{} : step_between(clocks, now);
  if (!is_live()) step.time.clock_was_set = false;
  const bool is_comparable = takes != 0 && !(step.went_back && is_live());
  using Next = Layout::Next;
  const bool may_follow = !paths_changed && is_comparable;
  const Next next = may_follow ? layout.follow(snapshot, step.time) : Next::other_layout;
  if (next == Next::other_processes && has_catalog_) {
    bind_other_processes(snapshot);
  } else if (next != Next::same) {
    bind_block(record);
  }
  clocks_before = std::exchange(clocks, now);
  ++takes;
  return next == Next::same;
}

void Query::State::take_block(const Record& record) {
  const Snapshot& snapshot = *record.block;
  const bool is_logged = record.logged.has_value();
  if (follow(record)) std::swap(older, newer);
  newer.time_utc = is_logged ? record.logged->time_utc : snapshot.view().perf_time_100ns();
  newer.starts_anew = step.starts_anew || (is_logged && record.logged->starts_anew);
  if (newer.starts_anew && (is_logged || may_restart)) {
    std::ranges::fill(older.counters, kNoReading);
    first_rates_.clear();
  }
  read(snapshot, newer.counters);
  if (!first_rates_.empty()) set_first_rates_of_block();
  missing.assign(snapshot);
  row.time_utc = newer.time_utc;
  calculate(policy_of_step());
}

void Query::State::miss(const LoggedBlock& record) {
  if (takes == 0) return;
  ++takes;
  first_rates_.clear();
  missing.clear();
  std::swap(older, newer);
  std::ranges::fill(newer.counters, RawCounter{.status = CStatus::invalid_data});
  fill_unreadable(newer.counters);
  newer.time_utc = row.time_utc = record.time_utc;
  newer.starts_anew = record.starts_anew;
  calculate(options.policy);
}

void Query::State::take(const Record& record) {
  if (record.block == nullptr) return take_entries(record);
  if (!record.block->empty()) take_block(record);
}

bool Query::State::wants_another_sample() const {
  if (takes >= kEnoughTakes) return false;
  const std::span<const Series> series = binding.series();
  for (std::size_t i = 0; i < series.size(); ++i) {
    const Formula* one = formulas_[i];
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

std::string_view Query::State::reason_of_first_reading(std::size_t series) const {
  if (is_another_process(series)) return "the name now belongs to another process";
  const Series& one = binding.series()[series];
  if (takes == takes_before_path[one.path] + 1) return "first sample: a rate needs two";
  if (may_restart && newer.starts_anew) return "the machine was restarted, or its clock was set";
  if (object_processes_.is_another(one.object_title_index)) return "its module was restarted";
  return one.instance.has_value() ? "the instance is new" : "the object is new";
}

std::string Query::State::computed_reason(std::size_t series) const {
  const CStatus status = row.values[series].status;
  if (!usable(newer.counters[series].status)) return std::string(explanation_of(status));
  const Formula* one = formulas_[series];
  if (one != nullptr && one->samples == 2) {
    if (older.counters[series] == kNoReading) return std::string(reason_of_first_reading(series));
    if (!usable(older.counters[series].status)) return "the previous reading is missing";
  }
  if (status == CStatus::no_data && step.time.clock_was_set) return "the clock was set";
  return std::string(explanation_of(status));
}

std::string Query::State::reason(std::size_t series) const {
  if (row.values[series].usable()) return {};
  const CStatus raw = newer.counters[series].status;
  const MissingRun* run = usable(raw) ? nullptr : missing_run(binding.series()[series]);
  std::string told = run != nullptr ? missing.reason(*run) : std::string();
  return told.empty() ? computed_reason(series) : told;
}

MissingReason Query::State::missing_reason(std::size_t series) const {
  if (usable(newer.counters[series].status)) return MissingReason::other;
  const MissingRun* run = missing_run(binding.series()[series]);
  return run != nullptr ? run->code : MissingReason::other;
}

std::string Query::State::left_out_reason(std::uint32_t path) const {
  for (const UnreadableSeries& one : binder.unreadable()) {
    if (one.path != path || one.status == CStatus::no_instance) continue;
    const MissingRun* run =
        find_left_out(missing.runs(), one.object_title_index, one.counter_title_index);
    return run != nullptr ? missing.reason(*run) : std::string();
  }
  return {};
}

Query::Match Query::State::match(PathId path) const noexcept {
  const auto matches = binder.matches();
  return path < matches.size() ? matches[path] : Match::no_object;
}

}  // namespace openperflib
