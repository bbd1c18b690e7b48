// One take() of several machines, step by step.
#include <algorithm>
#include <utility>

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
  return path.is_for_machine(part(machine).options.machine, machine) ? path : PathPattern();
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

bool Query::Machines::must_merge() const noexcept {
  return whole_.paths_changed || std::ranges::any_of(machines_, [](const Machine& one) {
           return one.bindings != one.part->bindings;
         });
}

// Series of a path that was removed or replaced while its machine did not answer are left out: the
// part has them until it is bound again.
void Query::Machines::add_run(PathId path, std::uint32_t machine) {
  Machine& one = machines_[machine];
  const std::span<const Series> series = one.part->binding.series();
  const std::uint32_t first = one.merged;
  while (one.merged < series.size() && series[one.merged].path == path) ++one.merged;
  if (one.merged == first || series[first].identity == 0 || !means(one, path)) return;
  const std::uint32_t position =
      next_runs_.empty() ? 0 : next_runs_.back().position + next_runs_.back().count;
  next_runs_.push_back({.path = path,
                        .machine = machine,
                        .first = first,
                        .position = position,
                        .count = one.merged - first});
}

// The same counters of two machines are two series.
void Query::Machines::add_series(const Run& run) {
  const Binding& binding = machines_[run.machine].part->binding;
  const std::uint64_t machine = IdentityToken().add(folded(binding.machine())).value();
  for (const Series& one : binding.series().subspan(run.first, run.count)) {
    Series& added = whole_.binding.state_->named.series.emplace_back(one);
    added.machine = binding.machine();
    added.identity = IdentityToken(one.identity).add(machine).value();
  }
}

// Texts are those of the parts, which keep them as long as their generation.
void Query::Machines::merge() {
  next_runs_.clear();
  for (Machine& one : machines_) one.merged = 0;
  for (PathId path = 0; path < whole_.paths.size(); ++path) {
    for (std::uint32_t i = 0; i < machines_.size(); ++i) add_run(path, i);
  }
  bool is_same = next_runs_ == runs_ && whole_.binding.generation() != 0;
  std::swap(runs_, next_runs_);
  for (Machine& one : machines_) {
    is_same = is_same && one.generation == one.part->binding.generation();
    one.generation = one.part->binding.generation();
    one.bindings = one.part->bindings;
  }
  whole_.binding.state_->named.series.clear();
  for (const Run& run : runs_) add_series(run);
  whole_.binding.state_->machine = machines_.front().part->binding.machine();
  if (!is_same) ++whole_.binding.state_->generation;
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
    if (one.has_answered) {
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

// Nothing before is comparable only if that is so on every machine.
void Query::Machines::set_times() {
  const auto first = std::ranges::find(machines_, true, &Machine::has_answered);
  whole_.older.time_utc = std::exchange(whole_.newer.time_utc, first->part->newer.time_utc);
  whole_.row.time_utc = whole_.newer.time_utc;
  whole_.newer.starts_anew = std::ranges::all_of(machines_, [](const Machine& one) {
    return !one.has_answered || one.part->newer.starts_anew;
  });
}

void Query::Machines::take(std::span<const MachineBlock> blocks) {
  if (blocks.size() != machines_.size() || std::ranges::none_of(blocks, is_answer)) return;
  for (std::size_t i = 0; i < machines_.size(); ++i) take(machines_[i], blocks[i]);
  if (must_merge()) merge();
  copy_readings();
  note_first_rates();
  set_times();
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
  if (one.has_answered) return one.part->reason(run.first + (series - run.position));
  return one.reason.empty() ? std::string(explanation_of(one.status)) : one.reason;
}

MissingReason Query::Machines::missing_reason(std::size_t series) const {
  const Run& run = run_of(series);
  const Machine& one = machines_[run.machine];
  if (!one.has_answered) return one.missing;
  return one.part->missing_reason(run.first + (series - run.position));
}

bool Query::Machines::means(const Machine& machine, PathId path) noexcept {
  return !machine.part->paths[path].objects().empty();
}

bool Query::Machines::has_series(std::uint32_t machine, PathId path) const noexcept {
  return std::ranges::any_of(
      runs_, [&](const Run& run) { return run.path == path && run.machine == machine; });
}

// A machine that does not answer cannot deny anything.
Query::Match Query::Machines::match(std::uint32_t machine, PathId path) const noexcept {
  const Machine& one = machines_[machine];
  const bool is_known = one.has_answered || (one.part->takes != 0 && has_series(machine, path));
  return is_known ? one.part->match(path) : Match::left_out;
}

Query::Match Query::Machines::match(PathId path) const noexcept {
  if (path >= whole_.paths.size() || whole_.binding.generation() == 0) return Match::no_object;
  if (whole_.paths[path].objects().empty()) return Match::no_object;  // it was removed
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
    return one.has_answered ? one.part->left_out_reason(path) : one.reason;
  }
  return {};
}

}  // namespace openperflib
