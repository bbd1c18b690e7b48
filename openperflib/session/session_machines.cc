#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <ranges>
#include <utility>

#include "openperflib/session/session_machines_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

using ReadOutcome = std::expected<ReadResult, SourceFault>;

MissingReason missing_reason_of(const SourceFault& fault) noexcept {
  switch (fault.errno_value) {
    case ETIMEDOUT:
      return MissingReason::too_late;
    case EACCES:
    case EPERM:
      return MissingReason::no_permission;
    default:
      return MissingReason::unreadable;
  }
}

// The outcome of all so far: a reading of one is one of all; otherwise the first fault counts.
void add_outcome(ReadOutcome one, ReadOutcome& all) {
  if (all == ReadResult::reading) return;
  if (one == ReadResult::reading || (all.has_value() && !one.has_value())) all = std::move(one);
}

}  // namespace

SessionMachines::SessionMachines(std::vector<NamedSource> sources) {
  for (NamedSource& one : sources) {
    machines_.push_back({.name = std::move(one.machine), .source = std::move(one.source)});
  }
}

Query SessionMachines::make_query(QueryOptions options) {
  for (Machine& one : machines_) one.titles = one.source->titles();
  if (is_one()) options.machine = first().name;
  Query query(first().titles, std::move(options));
  if (is_one()) return query;
  for (const Machine& one : machines_) query.add_machine(one.name, one.titles);
  return query;
}

bool SessionMachines::follow_titles(std::size_t machine, Query& query) {
  Machine& one = machines_[machine];
  auto titles = one.source->titles();
  if (titles == one.titles) return false;
  one.titles = std::move(titles);
  const ObjectRequest before = query.request(machine);
  query.set_titles(one.titles, machine);
  return std::ranges::any_of(query.request(machine).objects(), [&](std::uint32_t object) {
    return !before.wants_object(object) && !before.wants_counter_set(object);
  });
}

ReadOutcome SessionMachines::read(std::size_t machine, Query& query,
                                  const std::optional<ObjectRequest>& request,
                                  Source::Deadline deadline) {
  Machine& one = machines_[machine];
  const auto read_once = [&] {
    const ObjectRequest& asked = request.has_value() ? *request : query.request(machine);
    return one.source->read(asked, deadline, one.snapshot);
  };
  auto result = read_once();
  // A counter set that has just started may be one that a path with wildcards matches.
  const bool has_more =
      follow_titles(machine, query) && one.source->is_live() && !request.has_value();
  if (has_more && result == ReadResult::reading) {
    result = read_once();
    (void)follow_titles(machine, query);
  }
  return result;
}

MachineBlock SessionMachines::block_of(Machine& machine, const ReadOutcome& result) {
  if (result == ReadResult::reading) return {.block = &machine.snapshot};
  if (result.has_value()) return {.status = CStatus::no_data, .reason = "no further reading"};
  machine.fault = describe(result.error());
  const MissingReason missing = missing_reason_of(result.error());
  const bool is_late = missing == MissingReason::too_late;
  return {.status = is_late ? CStatus::no_data : CStatus::no_machine,
          .missing = missing,
          .reason = machine.fault};
}

ReadOutcome SessionMachines::take(Query& query, const std::optional<ObjectRequest>& request,
                                  Source::Deadline deadline) {
  if (is_one()) {
    auto result = read(0, query, request, deadline);
    if (result == ReadResult::reading) query.take(first().snapshot);
    return result;
  }
  for (std::size_t i = 0; i < machines_.size(); ++i) {
    machines_[i].source->ask(request.has_value() ? *request : query.request(i));
  }
  blocks_.clear();
  ReadOutcome all = ReadResult::end;
  for (std::size_t i = 0; i < machines_.size(); ++i) {
    ReadOutcome result = read(i, query, request, deadline);
    blocks_.push_back(block_of(machines_[i], result));
    add_outcome(std::move(result), all);
  }
  if (all == ReadResult::reading) query.take(Record(blocks_));
  return all;
}

void SessionMachines::fill(Catalog& catalog) const {
  if (is_one()) return catalog.assign(first().snapshot, first().titles->table());
  std::vector<Catalog::Machine> all;
  for (const Machine& one : machines_) {
    all.push_back({.name = one.name, .snapshot = one.snapshot, .titles = one.titles->table()});
  }
  catalog.assign(all);
}

bool SessionMachines::are_live() const noexcept {
  return std::ranges::all_of(machines_, [](const Machine& one) { return one.source->is_live(); });
}

const SessionMachines::Machine* SessionMachines::find(std::string_view name) const noexcept {
  if (name.empty()) return &first();
  const auto found = std::ranges::find_if(
      machines_, [&](const Machine& one) { return equal_ignoring_case(one.name, name); });
  return found == machines_.end() ? nullptr : &*found;
}

const SessionMachines::Machine* SessionMachines::find(const PathPattern& path) const {
  if (is_one()) return &first();
  for (std::size_t i = 0; i < machines_.size(); ++i) {
    if (path.is_for_machine(machines_[i].name, i)) return &machines_[i];
  }
  return nullptr;
}

std::string SessionMachines::names() const {
  return fmt::format("{}", fmt::join(machines_ | std::views::transform(&Machine::name), ", "));
}

}  // namespace openperflib
