// One take() of several machines, or of the objects of a log, step by step.
#include <algorithm>
#include <optional>
#include <utility>

#include "openperflib/query/object_readings.h"
#include "openperflib/query/query_machines_internal.h"
#include "openperflib/snapshot/identity_token.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

bool is_answer(const MachineBlock& one) noexcept {
  return one.block != nullptr && !one.block->empty();
}

}  // namespace

void Query::Machines::add_machine(std::string name, std::shared_ptr<const TitleSet> titles) {
  QueryOptions options = whole_.options;
  options.machine = std::move(name);
  Machine& added = machines_.emplace_back();
  added.part = std::make_unique<State>(titles->table(), std::move(options));
  added.part->set_titles(std::move(titles));
  added.part->may_restart = true;
  const std::size_t machine = machines_.size() - 1;
  for (const PathPattern& path : whole_.paths) (void)added.part->add(in_part(path, machine));
  whole_.paths_changed = true;
}

PathPattern Query::Machines::in_part(const PathPattern& path, std::size_t machine) const {
  const bool is_meant =
      are_objects() || path.is_for_machine(part(machine).options.machine, machine);
  return is_meant ? path : PathPattern();
}

void Query::Machines::add(const PathPattern& path) {
  for (std::size_t i = 0; i < machines_.size(); ++i) (void)part(i).add(in_part(path, i));
}

void Query::Machines::reserve() { add(PathPattern()); }

void Query::Machines::replace(PathId removed, const PathPattern& path) {
  for (std::size_t i = 0; i < machines_.size(); ++i) {
    (void)part(i).replace(removed, in_part(path, i));
  }
}

void Query::Machines::remove(PathId path) {
  for (const Machine& one : machines_) one.part->remove(path);
}

void Query::Machines::take(Machine& machine, const MachineBlock& block) {
  machine.has_answered = is_answer(block);
  if (machine.has_answered) {
    machine.part->take(*block.block);
    return;
  }
  machine.status = block.status;
  machine.missing = block.missing;
  machine.reason = block.reason;
  if (machine.part->takes == 0 && whole_.paths_changed) machine.part->bind_as_written();
}

void Query::Machines::take(Machine& machine, const LoggedObject& object, const LoggedBlock& log) {
  machine.has_answered = object.block != nullptr;
  if (std::exchange(machine.catalog, object.catalog) != object.catalog) {
    if (!machine.has_answered) machine.part = make_object_part();
    machine.part->paths_changed = true;
    whole_.paths_changed = true;
  }
  if (!machine.has_answered) return machine.part->miss(log);
  LoggedBlock of_object = log;
  of_object.object = &object;
  machine.part->take({*object.block, of_object});
}

bool Query::Machines::must_merge() const noexcept {
  return whole_.paths_changed || std::ranges::any_of(machines_, [](const Machine& one) {
           return one.bindings != one.part->bindings;
         });
}

// Series of a path that was removed or replaced while its machine did not answer are left out: the
// part has them until it is bound again.
void Query::Machines::add_run(PathId path, std::uint32_t machine, std::optional<Match>& nearest) {
  Machine& one = machines_[machine];
  const std::span<const Series> series = one.part->binding.series();
  const std::uint32_t first = one.merged;
  while (one.merged < series.size() && series[one.merged].path == path) ++one.merged;
  if (one.merged == first || series[first].identity == 0 || !means(one, path)) return;
  if (are_objects() && is_superfluous(series[first], nearest)) return;
  const std::uint32_t position =
      next_runs_.empty() ? 0 : next_runs_.back().position + next_runs_.back().count;
  next_runs_.push_back({.path = path,
                        .machine = machine,
                        .first = first,
                        .position = position,
                        .count = one.merged - first});
}

bool Query::Machines::is_superfluous(const Series& series,
                                     std::optional<Match>& nearest) const noexcept {
  if (series.counter_ordinal != Series::kNoOrdinal) return false;
  if (!next_runs_.empty() && next_runs_.back().path == series.path) return true;
  if (!nearest.has_value()) nearest = nearest_match(series.path);
  return *nearest == Match::matched;
}

// The same counters of two machines, or of two objects of a log, are two series.
void Query::Machines::add_series(const Run& run) {
  const Binding& binding = machines_[run.machine].part->binding;
  const std::uint64_t machine = IdentityToken().add(folded(binding.machine())).value();
  for (const Series& one : binding.series().subspan(run.first, run.count)) {
    Series& added = whole_.binding.state_->named.series.emplace_back(one);
    added.machine = binding.machine();
    added.identity = are_objects() ? identity_in_log(one.identity, run.machine)
                                   : IdentityToken(one.identity).add(machine).value();
  }
}

void Query::Machines::note_positions_before() {
  for (Machine& one : machines_) one.positions.clear();
  for (const Run& run : runs_) {
    std::vector<std::uint32_t>& positions = machines_[run.machine].positions;
    positions.resize(run.first, Binding::kNew);
    for (std::uint32_t i = 0; i < run.count; ++i) positions.push_back(run.position + i);
  }
}

// A part is bound at most once in each record.
void Query::Machines::note_before() {
  note_positions_before();
  std::vector<std::uint32_t>& before = whole_.binding.state_->before;
  before.assign(whole_.binding.series().size(), Binding::kNew);
  for (const Run& run : next_runs_) {
    const Machine& one = machines_[run.machine];
    const bool is_same = one.generation == one.part->binding.generation();
    const auto of_part = one.part->binding.before();
    for (std::uint32_t i = 0; i < run.count; ++i) {
      const std::uint32_t position = is_same ? run.first + i : of_part[run.first + i];
      if (position < one.positions.size()) before[run.position + i] = one.positions[position];
    }
  }
}

bool Query::Machines::is_same_merge() const noexcept {
  return next_runs_ == runs_ && has_merged_ &&
         std::ranges::all_of(machines_, [](const Machine& one) {
           return one.generation == one.part->binding.generation();
         });
}

std::string_view Query::Machines::machine() const noexcept {
  if (!are_objects()) return machines_.front().part->binding.machine();
  if (!whole_.options.machine.empty()) return whole_.options.machine;
  std::optional<std::string_view> machine;
  for (const Machine& one : machines_) {
    if (one.part->takes == 0) continue;
    const std::string_view of_part = one.part->binding.machine();
    if (machine.value_or(of_part) != of_part) return {};
    machine = of_part;
  }
  return machine.value_or(std::string_view());
}

// Texts are those of the parts, which keep them as long as their generation.
void Query::Machines::merge() {
  next_runs_.clear();
  for (Machine& one : machines_) one.merged = 0;
  for (PathId path = 0; path < whole_.paths.size(); ++path) {
    std::optional<Match> nearest;
    for (std::uint32_t i = 0; i < machines_.size(); ++i) add_run(path, i, nearest);
  }
  Binding::State& binding = *whole_.binding.state_;
  binding.named.series.clear();
  for (const Run& run : next_runs_) add_series(run);
  const bool is_same = is_same_merge();
  if (!is_same && are_objects()) note_before();
  if (!is_same) ++binding.generation;
  std::swap(runs_, next_runs_);
  for (Machine& one : machines_) {
    one.generation = one.part->binding.generation();
    one.bindings = one.part->bindings;
  }
  binding.machine = machine();
  has_merged_ = true;
  const std::size_t count = whole_.binding.series().size();
  whole_.newer.counters.resize(count);
  whole_.older.counters.resize(count);
  whole_.row.values.resize(count);
  whole_.paths_changed = false;
}

void Query::Machines::copy_readings() {
  for (const Run& run : runs_) {
    const Machine& one = machines_[run.machine];
    const auto newer = std::span(whole_.newer.counters).subspan(run.position, run.count);
    const auto older = std::span(whole_.older.counters).subspan(run.position, run.count);
    const auto values = std::span(whole_.row.values).subspan(run.position, run.count);
    if (has_values(one)) {
      const State& of = *one.part;
      std::ranges::copy_n(of.newer.counters.begin() + run.first, run.count, newer.begin());
      std::ranges::copy_n(of.older.counters.begin() + run.first, run.count, older.begin());
      std::ranges::copy_n(of.row.values.begin() + run.first, run.count, values.begin());
    } else {
      std::ranges::fill(newer, RawCounter{.status = one.status});
      std::ranges::fill(older, kNoReading);
      std::ranges::fill(values, Value::unusable(one.status));
    }
  }
}

void Query::Machines::note_first_rates() {
  first_rates_.clear();
  for (const Run& run : runs_) {
    const Machine& one = machines_[run.machine];
    if (!one.has_answered) continue;
    const auto all = one.part->first_rates();
    const std::size_t end = std::size_t{run.first} + run.count;
    for (auto at = std::ranges::lower_bound(all, std::size_t{run.first});
         at != all.end() && *at < end; ++at) {
      first_rates_.push_back(run.position + (*at - run.first));
    }
  }
}

// Nothing before is comparable only if that is so for every part that has something before.
bool Query::Machines::starts_anew() const noexcept {
  const auto has_before = [](const Machine& one) {
    return one.has_answered && one.part->takes > 1;
  };
  const auto is_anew = [&](const Machine& one) {
    return !has_before(one) || one.part->newer.starts_anew;
  };
  return std::ranges::any_of(machines_, has_before) && std::ranges::all_of(machines_, is_anew);
}

void Query::Machines::set_times(FileTime time_utc) {
  whole_.older.time_utc = std::exchange(whole_.newer.time_utc, time_utc);
  whole_.row.time_utc = time_utc;
  whole_.newer.starts_anew = starts_anew();
}

void Query::Machines::take(std::span<const MachineBlock> blocks) {
  if (blocks.size() != machines_.size() || std::ranges::none_of(blocks, is_answer)) return;
  for (std::size_t i = 0; i < machines_.size(); ++i) take(machines_[i], blocks[i]);
  if (must_merge()) merge();
  copy_readings();
  note_first_rates();
  const auto first = std::ranges::find(machines_, true, &Machine::has_answered);
  set_times(first->part->newer.time_utc);
}

std::unique_ptr<Query::State> Query::Machines::make_object_part() const {
  auto part = std::make_unique<State>(whole_.titles, QueryOptions(whole_.options));
  part->is_for_object = true;
  for (const PathPattern& path : whole_.paths) (void)part->add(path);
  return part;
}

// The log may have another catalog from a record on. Series that both have continue if their object
// has the same place.
void Query::Machines::set_object_count(std::size_t count) {
  if (machines_.size() == count) return;
  while (machines_.size() < count) machines_.push_back({.part = make_object_part()});
  machines_.resize(count);
  runs_.clear();
  has_merged_ = false;
  whole_.paths_changed = true;
}

void Query::Machines::take_objects(const Record& record) {
  set_object_count(record.objects.size());
  for (std::size_t i = 0; i < machines_.size(); ++i) {
    take(machines_[i], record.objects[i], *record.logged);
  }
  if (must_merge()) merge();
  copy_readings();
  note_first_rates();
  set_times(record.logged->time_utc);
}

bool Query::Machines::wants_another_sample() const {
  return std::ranges::any_of(machines_, [](const Machine& one) {
    return one.part->takes != 0 && one.part->wants_another_sample();
  });
}

const Query::Machines::Run& Query::Machines::run_of(std::size_t series) const noexcept {
  return *(std::ranges::upper_bound(runs_, series, {}, &Run::position) - 1);
}

std::string Query::Machines::reason(std::size_t series) const {
  const Run& run = run_of(series);
  const Machine& one = machines_[run.machine];
  if (has_values(one)) return one.part->reason(run.first + (series - run.position));
  return one.reason.empty() ? std::string(explanation_of(one.status)) : one.reason;
}

MissingReason Query::Machines::missing_reason(std::size_t series) const {
  const Run& run = run_of(series);
  const Machine& one = machines_[run.machine];
  if (!has_values(one)) return one.missing;
  return one.part->missing_reason(run.first + (series - run.position));
}

bool Query::Machines::means(const Machine& machine, PathId path) noexcept {
  return !machine.part->paths[path].objects().empty();
}

bool Query::Machines::has_series(std::uint32_t machine, PathId path) const noexcept {
  return std::ranges::any_of(
      runs_, [&](const Run& run) { return run.path == path && run.machine == machine; });
}

// A machine that does not answer cannot deny anything. A log denies what it does not have.
Query::Match Query::Machines::match(std::uint32_t machine, PathId path) const noexcept {
  const Machine& one = machines_[machine];
  if (are_objects() && one.part->takes == 0) return Match::no_machine;
  const bool is_known = has_values(one) || (one.part->takes != 0 && has_series(machine, path));
  return is_known ? one.part->match(path) : Match::left_out;
}

Query::Match Query::Machines::match(PathId path) const noexcept {
  if (path >= whole_.paths.size() || whole_.binding.generation() == 0) return Match::no_object;
  if (whole_.paths[path].objects().empty()) return Match::no_object;  // it was removed
  return nearest_match(path);
}

Query::Match Query::Machines::nearest_match(PathId path) const noexcept {
  Match nearest = Match::no_machine;
  for (std::uint32_t i = 0; i < machines_.size(); ++i) {
    if (means(machines_[i], path)) nearest = nearer(nearest, match(i, path));
  }
  return nearest;
}

std::string Query::Machines::left_out_reason(PathId path) const {
  for (std::uint32_t i = 0; i < machines_.size(); ++i) {
    const Machine& one = machines_[i];
    if (path >= whole_.paths.size() || !means(one, path) || match(i, path) != Match::left_out) {
      continue;
    }
    return has_values(one) ? one.part->left_out_reason(path) : one.reason;
  }
  return {};
}

}  // namespace openperflib
