#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <tuple>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/base/checked.h"
#include "openperflib/query/identity/instance_identity_internal.h"
#include "openperflib/query/identity/process_objects_internal.h"
#include "openperflib/snapshot/identity_token.h"
#include "openperflib/snapshot/idle_process.h"
#include "openperflib/titles/title_indices.h"
#include "openperflib/wire/layout.h"

namespace openperflib {
namespace {

// Starts come from ticks of 10 ms: two that are nearer are the same.
constexpr std::int64_t kSameStart = kTicksPerSecond / 100;
// Boot times are whole seconds, so setting the clock may change an age by this much.
constexpr std::int64_t kSameAge = kTicksPerSecond;

// A boot time may slip by one second, and by two if it was held meanwhile. No machine restarts
// within so short a time after it started.
constexpr std::int64_t kLongestSlip = 2 * kTicksPerSecond;

// a - b of foreign numbers; does not overflow.
std::int64_t difference(std::int64_t a, std::int64_t b) noexcept {
  return static_cast<std::int64_t>(
      wrapping_sub(static_cast<std::uint64_t>(a), static_cast<std::uint64_t>(b)));
}

bool is_within(std::int64_t distance, std::int64_t most) noexcept {
  return distance >= -most && distance <= most;
}

std::int64_t read(const DataBlockView& view, CounterBlockPlace place) noexcept {
  return static_cast<std::int64_t>(
      load_value(view.bytes(), place.offset, place.size, view.byte_order()));
}

// Finds a value of a counter block; false if it is missing or not a number.
bool find_value(const Catalog::Counter& counter, CounterBlockPlace block,
                CounterBlockPlace& place) {
  if (counter.size - 1U >= sizeof(std::uint64_t)) return false;
  if (!contains(block.size, counter.offset, counter.size)) return false;
  place = {block.offset + counter.offset, counter.size};
  return true;
}

// The pid that a process is shown with, however it is identified. 0: none.
std::uint32_t pid_in(const Snapshot& snapshot, const Catalog::Object& object,
                     const Catalog::Counter* pid, std::uint32_t instance, CounterBlockPlace block) {
  CounterBlockPlace place{};
  if (pid == nullptr || !usable(snapshot.status(object.title_index, pid->ordinal, instance)) ||
      !find_value(*pid, block, place)) {
    return 0;
  }
  return static_cast<std::uint32_t>(read(snapshot.view(), place));
}

// Whether a distance is that of two boot times: whole seconds, few of them.
bool is_slip(std::int64_t distance) noexcept {
  if (!is_within(distance, kLongestSlip + kSameStart)) return false;
  const std::int64_t half = distance < 0 ? -kTicksPerSecond / 2 : kTicksPerSecond / 2;
  const std::int64_t seconds = (distance + half) / kTicksPerSecond;
  return is_within(distance - seconds * kTicksPerSecond, kSameStart - 1);
}

// Where the start of the machine is not known, that of a process may slip as it does.
bool is_same_start(const ProcessIdentity& older, const ProcessIdentity& newer) noexcept {
  const std::int64_t moved = difference(newer.start, older.start);
  if (newer.start == 0) return true;
  if (older.boot == 0 || newer.boot == 0) return is_slip(moved);
  const std::int64_t slipped = difference(newer.boot, older.boot);
  const bool has_slipped = is_within(slipped, kLongestSlip);
  return is_within(has_slipped ? difference(moved, slipped) : moved, kSameStart - 1);
}

}  // namespace

std::int64_t instant_of(std::uint64_t ticks, std::uint64_t time_base) noexcept {
  constexpr auto kTicks = static_cast<std::uint64_t>(kTicksPerSecond);
  if (time_base == 0 || time_base > kTicks * kTicks / 100) return 0;
  const std::uint64_t seconds = ticks / time_base;
  const std::uint64_t rest = ticks % time_base;
  return static_cast<std::int64_t>(seconds * kTicks + rest * kTicks / time_base);
}

bool is_same_process(const ProcessIdentity& older, const ProcessIdentity& newer,
                     const TimeStep& step) noexcept {
  if (older.pid != newer.pid) return false;
  if ((older.start == 0) != (newer.start == 0)) return false;
  if (!step.clock_was_set) {
    return is_same_start(older, newer);
  }
  const std::int64_t older_age = difference(older.now, older.start);
  const std::int64_t newer_age = difference(newer.now, newer.start);
  return is_within(difference(difference(newer_age, older_age), step.elapsed), kSameAge);
}

InstanceIdentities::ProcessCounters InstanceIdentities::process_counters(
    const Catalog::Object& object) noexcept {
  ProcessCounters found;
  const bool is_thread = object.title_index == title::kThread;
  if (!is_thread && !is_process_object(object.title_index)) return found;
  for (const Catalog::Counter& counter : object.counters) {
    const bool is_pid = is_thread ? counter.title_index == title::kIdThread
                                  : counter.title_index == title::kIdProcess ||
                                        counter.title_index == title::kProcessId;
    if (is_pid) found.pid = &counter;
    if (counter.title_index == title::kElapsedTime) found.start = &counter;
  }
  return found;
}

CounterBlockPlace InstanceIdentities::boot_place(
    const Snapshot& snapshot, const Catalog::Object& object, const Catalog::Counter* start,
    std::span<const CounterBlockPlace> blocks) noexcept {
  const auto idle =
      std::ranges::find_if(object.instances, is_idle_process, &Catalog::Instance::name);
  const auto position = static_cast<std::uint32_t>(idle - object.instances.begin());
  CounterBlockPlace place{};
  if (start == nullptr || position >= blocks.size() || position >= object.instances.size() ||
      !usable(snapshot.status(object.title_index, start->ordinal, position)) ||
      !find_value(*start, blocks[position], place)) {
    return {};
  }
  return place;
}

bool InstanceIdentities::read_process(const Snapshot& snapshot, const Catalog::Object& object,
                                      const ProcessCounters& counters, std::uint32_t instance,
                                      CounterBlockPlace block, std::uint32_t clock, Entry& entry) {
  const auto has = [&](const Catalog::Counter* counter) {
    return counter != nullptr &&
           usable(snapshot.status(object.title_index, counter->ordinal, instance));
  };
  ProcessPlace process{};
  process.clock = clock;
  if (!has(counters.pid) || !find_value(*counters.pid, block, process.pid)) return false;
  const DataBlockView& view = snapshot.view();
  if (!has(counters.start) || !find_value(*counters.start, block, process.start)) {
    process.start = {};
  }
  process.boot = counters.boot;
  process.identity = identity_in(view, process);
  if (process.identity.pid == 0) return false;  // Idle and _Total are identified by their names
  entry.kind = Kind::process;
  entry.token = process.identity.pid;
  entry.process = static_cast<std::uint32_t>(processes_.size());
  processes_.push_back(process);
  return true;
}

void InstanceIdentities::add_object(const Snapshot& snapshot, const Catalog::Object& object,
                                    std::size_t position, const BlockMap& map) {
  ProcessCounters counters = process_counters(object);
  const std::span<const CounterBlockPlace> blocks = map.places(position);
  if (object.title_index == title::kLinuxProcess) {
    counters.boot = boot_;  // it has no Idle, and Process comes before it
  } else if (is_process_object(object.title_index)) {
    counters.boot = boot_place(snapshot, object, counters.start, blocks);
    boot_ = counters.boot;
  } else if (object.title_index == title::kThread) {
    counters.boot = boot_;  // their processes come before them
  }
  const auto clock =
      static_cast<std::uint32_t>(map.object_offset(position) + layout::object_type::kPerfTime);
  const auto keys = std::ranges::equal_range(snapshot.instance_keys(), object.title_index, {},
                                             &InstanceKey::object_title_index);
  const std::size_t first = entries_.size();
  for (std::uint32_t i = 0; i < object.instances.size(); ++i) {
    const Catalog::Instance& instance = object.instances[i];
    Entry entry{Kind::name, instance.name_hash, i, 0, 0, kNone};
    const auto key = std::ranges::lower_bound(keys, i, {}, &InstanceKey::instance);
    if (key != keys.end() && key->instance == i) {
      entry.kind = Kind::key;
      entry.token = key->key;
    } else if (i < blocks.size() &&
               read_process(snapshot, object, counters, i, blocks[i], clock, entry)) {
    } else if (instance.unique_id != PERF_NO_UNIQUE_ID) {
      entry.kind = Kind::unique_id;
      entry.token = static_cast<std::uint32_t>(instance.unique_id);
    }
    const bool has_pid = is_process_object(object.title_index) && i < blocks.size();
    process_ids_.push_back(has_pid ? pid_in(snapshot, object, counters.pid, i, blocks[i]) : 0);
    entries_.push_back(entry);
  }
  number_twins(std::span(entries_).subspan(first));
  add_tokens(std::span(entries_).subspan(first));
}

// Twins can only be told apart by their order, which holds while their number does.
void InstanceIdentities::add_tokens(std::span<const Entry> entries) {
  const std::size_t first = tokens_.size();
  tokens_.resize(first + entries.size());
  for (const Entry& entry : entries) {
    IdentityToken token;
    token.add(static_cast<std::uint64_t>(entry.kind)).add(entry.token);
    token.add(entry.twin).add(entry.duplicates);
    if (entry.kind == Kind::process) {
      const ProcessIdentity& process = processes_[entry.process].identity;
      token.add(static_cast<std::uint64_t>(difference(process.start, process.boot)));
    }
    tokens_[first + entry.instance] = token.value();
  }
}

void InstanceIdentities::number_twins(std::span<Entry> entries) {
  // Sources list processes by their pids.
  if (!std::ranges::is_sorted(entries, {}, &Entry::place)) {
    std::ranges::sort(entries, {}, &Entry::place);
  }
  for (std::size_t begin = 0, end = 0; begin < entries.size(); begin = end) {
    while (end < entries.size() && entries[end].kind == entries[begin].kind &&
           entries[end].token == entries[begin].token) {
      ++end;
    }
    for (std::size_t i = begin; i < end; ++i) {
      entries[i].twin = static_cast<std::uint32_t>(i - begin);
      entries[i].duplicates = static_cast<std::uint32_t>(end - begin);
    }
  }
}

void InstanceIdentities::assign(const Snapshot& snapshot, const Catalog& catalog,
                                const BlockMap& map) {
  entries_.clear();
  first_entry_.clear();
  processes_.clear();
  process_ids_.clear();
  tokens_.clear();
  boot_ = {};
  for (std::size_t i = 0; i < catalog.objects().size(); ++i) {
    first_entry_.push_back(entries_.size());
    add_object(snapshot, catalog.objects()[i], i, map);
  }
  first_entry_.push_back(entries_.size());
}

ProcessIdentity InstanceIdentities::identity_in(const DataBlockView& view,
                                                const ProcessPlace& process) noexcept {
  ProcessIdentity identity;
  identity.pid = static_cast<std::uint32_t>(read(view, process.pid));
  identity.start = process.start.size == 0 ? 0 : read(view, process.start);
  identity.boot = process.boot.size == 0 ? 0 : read(view, process.boot);
  identity.now = load<std::int64_t>(view.bytes(), process.clock, view.byte_order());
  return identity;
}

bool InstanceIdentities::follow(const DataBlockView& view, const TimeStep& step) noexcept {
  const bool same = std::ranges::all_of(processes_, [&](const ProcessPlace& process) {
    return is_same_process(process.identity, identity_in(view, process), step);
  });
  if (!same) return false;
  for (ProcessPlace& process : processes_) process.identity = identity_in(view, process);
  return true;
}

std::span<const InstanceIdentities::Entry> InstanceIdentities::entries(
    std::size_t object) const noexcept {
  const std::size_t first = first_entry_[object];
  return std::span(entries_).subspan(first, first_entry_[object + 1] - first);
}

// Both lists are sorted: by kind and token, then by position. Processes come first.
void InstanceIdentities::continue_from(const InstanceIdentities& older, std::size_t older_object,
                                       std::size_t object, const TimeStep& step) {
  const auto before = older.entries(older_object);
  const auto who = [](const Entry& entry) { return std::pair(entry.token, entry.twin); };
  auto at = before.begin();
  for (const Entry& entry : entries(object)) {
    if (entry.kind != Kind::process) break;
    while (at != before.end() && at->kind == Kind::process && who(*at) < who(entry)) ++at;
    if (at == before.end() || at->kind != Kind::process) break;
    if (who(*at) != who(entry) || at->duplicates != entry.duplicates) continue;
    const ProcessIdentity& process = processes_[entry.process].identity;
    const bool is_same = is_same_process(older.processes_[at->process].identity, process, step);
    const std::uint64_t token_before =
        older.tokens_[older.first_entry_[older_object] + at->instance];
    std::uint64_t& token = tokens_[first_entry_[object] + entry.instance];
    if (is_same) {
      token = token_before;
    } else if (token == token_before) {  // only its age says that it is another
      token = IdentityToken(token).add(static_cast<std::uint64_t>(process.now)).value();
    }
  }
}

bool InstanceIdentities::has_token(std::size_t object, std::uint64_t token) const noexcept {
  const std::size_t first = first_entry_[object];
  const auto of_object = std::span(tokens_).subspan(first, first_entry_[object + 1] - first);
  return std::ranges::find(of_object, token) != of_object.end();
}

std::uint32_t InstanceIdentities::process_id(std::size_t object,
                                             std::uint32_t instance) const noexcept {
  return process_ids_[first_entry_[object] + instance];
}

}  // namespace openperflib
