#include "openperflib/provider/v2/read/counter_sets.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

Bytes bytes_of(std::u16string_view name) noexcept { return std::as_bytes(std::span(name)); }

// What an instance takes in a block, at most.
BlockRoom room_for(const SetDefinitions& definitions, const SetInstance& instance) {
  constexpr std::uint64_t kHeader = 64;
  return {.bytes = kHeader + definitions.counter_block_length + bytes_of(instance.name).size(),
          .values = definitions.definitions.size()};
}

// What an object takes without its instances, at most.
BlockRoom room_for(const SetDefinitions& definitions) {
  constexpr std::uint64_t kHeader = 128;
  constexpr std::uint64_t kDefinition = 48;
  return {.bytes = kHeader + kDefinition * definitions.definitions.size()};
}

MissingReason reason_of(ValueLack lack) noexcept {
  switch (lack) {
    case ValueLack::too_late:
      return MissingReason::too_late;
    case ValueLack::refused:
      return MissingReason::provider_failed;
    default:
      return MissingReason::other;
  }
}

// Replaces the # of a name that ends like "x#1", which would be taken for the second "x".
void replace_number_sign(std::string& name) noexcept {
  const std::size_t last = name.find_last_not_of("0123456789");
  if (last == std::string::npos || last == 0 || last + 1 == name.size()) return;
  if (name[last] == '#') name[last] = '_';
}

bool has_names(const CounterSetTemplate& set) noexcept {
  return (set.instance_type & PERF_COUNTERSET_FLAG_MULTIPLE) != 0;
}

}  // namespace

BlockRoom BlockRoom::share(std::size_t users, const BlockRoom& most) const noexcept {
  const std::uint64_t parts = std::max<std::uint64_t>(users, 1);
  return {.bytes = std::min(bytes / parts, most.bytes),
          .values = std::min(values / parts, most.values)};
}

bool BlockRoom::take(const BlockRoom& needed) noexcept {
  if (bytes < needed.bytes || values < needed.values) return false;
  bytes -= needed.bytes;
  values -= needed.values;
  return true;
}

CounterSets::CounterSets(const TitleTable& fixed, CounterSetsOptions options)
    : options_(std::move(options)),
      watch_(options_.folders, options_.limits),
      requests_(options_.limits.answer),
      known_(options_.store != nullptr ? options_.store
                                       : std::make_shared<TitleStore>(fixed, options_.stores)) {
  look();
}

void CounterSets::begin(const CollectTask& task) {
  look();
  deadline_ = task.deadline;
  if (task.request.content() == ObjectRequest::Content::definitions) return;
  requested_.clear();
  for (std::size_t i = 0; i < live_.size(); ++i) {
    if (is_requested(descriptions_[i], task.request)) requested_.push_back(i);
  }
  ask(requested_, SetPurpose::collect_all);
}

void CounterSets::look() {
  must_follow_ |= watch_.look() || known_.has_other_registration();
  if (must_follow_) follow_offers();
  rooms_.clear();
  requests_.begin(watch_.processes());
  deadline_ = std::nullopt;
  for (LiveSet& live : live_) {
    live.is_read = false;
    live.is_asked = false;
    live.without_room = 0;
    live.is_left_out = false;
  }
}

void CounterSets::follow_offers() {
  must_follow_ = true;  // until it has ended
  live_.clear();
  conflicts_.clear();
  rooms_.clear();
  known_.begin();
  std::vector<OfferedProcess*> ranked;
  for (OfferedProcess& process : watch_.processes()) ranked.push_back(&process);
  std::ranges::sort(ranked, [](const auto* a, const auto* b) { return ranks_before(*a, *b); });
  for (OfferedProcess* const process : ranked) {
    for (OfferedSegment& segment : process->segments) add_segment(*process, segment);
  }
  users_ = rooms_.size();
  known_.name_running();
  std::ranges::sort(live_, {}, [](const LiveSet& live) { return live.known->index; });
  describe_sets();
  ++generation_;
  must_follow_ = false;
}

const CounterSets::LiveSet* CounterSets::find_first(const Guid& set) const noexcept {
  const auto found = std::ranges::find_if(live_, [&](const LiveSet& one) {
    return one.known->set.set == set && !one.known->is_displaced;
  });
  return found == live_.end() ? nullptr : &*found;
}

std::size_t CounterSets::position_of(const Guid& set, uid_t user) const noexcept {
  const auto found = std::ranges::find_if(live_, [&](const LiveSet& one) {
    return one.known->set.set == set && one.known->user == user;
  });
  return static_cast<std::size_t>(found - live_.begin());
}

// The processes come by rank: what the first of them offers is not taken by others. A set is of one
// user, so that no user changes the instances or the totals of another.
void CounterSets::add_segment(OfferedProcess& process, OfferedSegment& segment) {
  const CounterSetTemplate& set = segment.view.set();
  (void)room_of(process.peer.user);  // all whose instances may be in a block share its room
  const LiveSet* const first = find_first(set.set);
  if (first != nullptr && first->is_of_system != process.place.is_of_system) {
    return add_conflict(process, Conflict::of_system, set.set);
  }
  const std::size_t position = position_of(set.set, process.peer.user);
  LiveSet* const live =
      position < live_.size() ? &live_[position] : begin_live(process, set, first != nullptr);
  if (live == nullptr) return;
  if (live->known->is_displaced) add_conflict(process, Conflict::of_other_user, set.set);
  if (live->known->offered != set) {
    return add_conflict(process, Conflict::described_otherwise, set.set);
  }
  live->segments.push_back({&process, &segment});
  const auto is_it = [&](const UnixPeer& peer) { return peer.process == process.peer.process; };
  if (std::ranges::none_of(live->processes, is_it)) live->processes.push_back(process.peer);
}

CounterSets::LiveSet* CounterSets::begin_live(const OfferedProcess& process,
                                              const CounterSetTemplate& set, bool is_displaced) {
  UserRoom& room = room_of(process.peer.user);
  if (room.sets == options_.user_sets) {
    add_conflict(process, Conflict::too_many, set.set);
    return nullptr;
  }
  KnownSet* const known = known_.run(set, process.peer.user, is_displaced);
  if (known == nullptr) {
    add_conflict(process, Conflict::without_place, set.set);
    return nullptr;
  }
  ++room.sets;
  known->instances.expect_other_segments();
  return &live_.emplace_back(LiveSet{.known = known, .is_of_system = process.place.is_of_system});
}

// One for each process, however many segments it has.
void CounterSets::add_conflict(const OfferedProcess& process, Conflict conflict, const Guid& set) {
  const auto is_it = [&](const Conflicting& one) {
    return one.place == process.place && one.conflict == conflict;
  };
  if (std::ranges::none_of(conflicts_, is_it)) {
    conflicts_.push_back({process.place, process.peer.user, conflict, set});
  }
}

void CounterSets::describe_sets() {
  descriptions_.clear();
  const auto add = [&](const KnownSet& set) {
    descriptions_.push_back({.name_index = set.index,
                             .help_index = set.index + 1,
                             .name = set.name,
                             .help = set.set.help,
                             .has_instances = has_names(set.set),
                             .is_counter_set = true,
                             .needs = {},
                             .counters = set.counters});
  };
  for (const LiveSet& live : live_) add(*live.known);
  for (const auto& idle : known_.idle()) add(*idle);
}

RunningSet CounterSets::running(std::size_t position) const noexcept {
  const LiveSet& live = live_[position];
  return {.set = &live.known->set,
          .index = live.known->index,
          .name = live.known->name,
          .lack = live.known->lack,
          .is_of_system = live.is_of_system,
          .is_displaced = live.known->is_displaced,
          .processes = live.processes,
          .known = live.known};
}

std::span<const SetInstance> CounterSets::instances(std::size_t position) {
  return read(live_[position]);
}

std::string CounterSets::text_of(const Conflicting& one) const {
  const LiveSet* const first = find_first(one.set);
  const std::string name = first != nullptr ? first->known->name : guid_text(one.set);
  switch (one.conflict) {
    case Conflict::described_otherwise:
      return fmt::format("it describes {} in another way than another process", name);
    case Conflict::of_system:
      return fmt::format("the system offers {}, which is used instead", name);
    case Conflict::of_other_user:
      return fmt::format("another user offers {} too, and comes first: this one is shown as {}",
                         name, live_[position_of(one.set, one.user)].known->name);
    case Conflict::too_many:
      return fmt::format("its user has more than {} sets: {} is left out", options_.user_sets,
                         name);
    case Conflict::without_place:
      return fmt::format("more sets than can be kept were seen: {} is left out", name);
  }
  return {};
}

std::vector<ServiceState> CounterSets::services() const {
  std::vector<ServiceState> states;
  const auto add = [&](const OfferPlace& place, std::string lack) {
    states.push_back(
        {.service = place.path, .lack = std::move(lack), .confinement = {}, .offers_sets = true});
  };
  for (const Conflicting& one : conflicts_) add(one.place, text_of(one));
  for (const RefusedOffer& refused : watch_.refused()) {
    if (!refused.is_silent) add(refused.place, refused.reason);
  }
  for (FolderFault& fault : watch_.folder_faults({})) {
    add({.path = std::move(fault.folder)}, std::move(fault.reason));
  }
  for (const LiveSet& live : live_) {
    for (const LiveSegment* const one : live.read) {
      const SegmentLosses& losses = one->segment->reading.losses();
      if (losses != SegmentLosses{}) add(one->process->place, losses_text(live, losses));
    }
    if (live.without_room != 0 || live.is_left_out)
      add(live.segments.front().process->place, room_text(live));
  }
  return states;
}

bool CounterSets::note_reported(const OfferPlace& place) {
  if (std::ranges::find(reported_, place) != reported_.end()) return false;
  if (reported_.size() >= options_.limits.processes) reported_.clear();
  reported_.push_back(place);
  return true;
}

// Once for each offer, however often it is tried. One that is only slow is not reported.
void CounterSets::report_refused(ProviderReport& report) {
  for (const RefusedOffer& refused : watch_.refused()) {
    if (refused.is_silent || !refused.is_certain() || !note_reported(refused.place)) continue;
    report.add_event({.service = refused.place.path,
                      .id = 0,
                      .text = "a counter set cannot be read: " + refused.reason});
  }
  for (FolderFault& fault : watch_.folder_faults(options_.limits.answer)) {
    if (!note_reported({.path = fault.folder})) continue;
    report.add_event(
        {.service = std::move(fault.folder), .id = 0, .text = std::move(fault.reason)});
  }
  for (const Conflicting& one : conflicts_) {
    if (!note_reported(one.place)) continue;
    report.add_event({.service = one.place.path, .id = 0, .text = text_of(one)});
  }
}

// Once for each process: one that was killed while it made an instance leaves a slot for ever.
void CounterSets::report_losses(const LiveSet& live, ProviderReport& report) {
  for (const LiveSegment* const one : live.read) {
    const SegmentLosses& losses = one->segment->reading.losses();
    if (losses == SegmentLosses{} || !note_reported(one->process->place)) continue;
    report.add_event(
        {.service = one->process->place.path, .id = 0, .text = losses_text(live, losses)});
  }
  if (live.without_room == 0 && !live.is_left_out) return;
  const OfferPlace& place = live.segments.front().process->place;
  if (!note_reported(place)) return;
  report.add_event({.service = place.path, .id = 0, .text = room_text(live)});
}

std::string CounterSets::losses_text(const LiveSet& live, const SegmentLosses& losses) {
  return fmt::format("{}: slots that cannot be read: {} kept changing, {} malformed, {} too many",
                     live.known->name, losses.changing, losses.malformed, losses.over_budget);
}

std::string CounterSets::room_text(const LiveSet& live) {
  if (live.is_left_out) {
    return fmt::format("{}: its counters are beyond what a block may have of one user",
                       live.known->name);
  }
  return fmt::format("{}: instances beyond what a block may have of one user: {}", live.known->name,
                     live.without_room);
}

CounterSets::UserRoom& CounterSets::room_of(uid_t user) {
  const auto known = std::ranges::find(rooms_, user, &UserRoom::user);
  if (known != rooms_.end()) return *known;
  return rooms_.emplace_back(
      UserRoom{.user = user, .left = options_.total_room.share(users_, options_.user_room)});
}

bool CounterSets::take_object_room(LiveSet& live) {
  const BlockRoom needed = room_for(live.known->definitions);
  UserRoom& room = room_of(live.segments.front().process->peer.user);
  live.is_left_out = !room.left.take(needed);
  return !live.is_left_out;
}

// An aggregate over all takes that of the first process.
bool CounterSets::take_room(LiveSet& live, const SetInstance& instance) {
  const LiveSegment& from = instance.segment == SetInstance::kNoSegment
                                ? live.segments.front()
                                : *live.read[instance.segment];
  UserRoom& room = room_of(from.process->peer.user);
  const bool has_room = room.left.take(room_for(live.known->definitions, instance));
  if (!has_room) ++live.without_room;
  return has_room;
}

std::expected<void, ProviderFault> CounterSets::collect(const CollectTask& task,
                                                        DataBlockBuilder& builder,
                                                        ProviderReport& report) {
  for (std::size_t i = 0; i < live_.size(); ++i) {
    if (!is_requested(descriptions_[i], task.request)) continue;
    write(live_[i], task.request, builder, report);
    report_losses(live_[i], report);
    report_requests(live_[i], report);
  }
  finish();
  for (std::size_t i = live_.size(); i < descriptions_.size(); ++i) {
    if (!is_requested(descriptions_[i], task.request)) continue;
    report.add_absent(descriptions_[i].name_index, MissingReason::other,
                      known_.idle()[i - live_.size()]->lack);
  }
  report_refused(report);
  return {};
}

// The time that processes have begins with the first send(), also if nothing is sent.
void CounterSets::ask(std::span<const std::size_t> positions, SetPurpose purpose) {
  if (positions.empty()) return;
  for (const std::size_t position : positions) add_requests(live_[position], purpose);
  requests_.send();
}

void CounterSets::tell(std::span<const std::size_t> positions) {
  for (const std::size_t position : positions) add_requests(live_[position], SetPurpose::tell);
  requests_.tell(deadline_);
}

// What one process refuses, another may have.
std::uint32_t CounterSets::refusal(std::size_t position,
                                   const CounterIdentity& identity) const noexcept {
  std::uint32_t first = 0;
  for (const LiveSegment& one : live_[position].segments) {
    const std::uint32_t code = requests_.refusal(one.process->number, identity);
    if (code == 0) return 0;
    if (first == 0) first = code;
  }
  return first;
}

void CounterSets::add_requests(LiveSet& live, SetPurpose purpose) {
  live.is_asked |= purpose != SetPurpose::tell;
  if (!live.known->lack.empty()) return;  // it is not read
  for (const LiveSegment& one : live.segments) {
    requests_.add(*one.process, one.segment->view, purpose);
  }
}

std::uint32_t CounterSets::callback_code(std::size_t position) const noexcept {
  const LiveSet& live = live_[position];
  for (const LiveSegment& one : live.segments) {
    const std::uint32_t code = requests_.code(one.process->number, live.known->set.set);
    if (code != 0) return code;
  }
  return 0;
}

// Once for each process.
void CounterSets::report_requests(const LiveSet& live, ProviderReport& report) {
  for (const LiveSegment& one : live.segments) {
    const Guid& set = live.known->set.set;
    const std::uint32_t code = requests_.code(one.process->number, set);
    const bool is_late = requests_.is_late(one.process->number, set);
    if ((code == 0 && !is_late) || !note_reported(one.process->place)) continue;
    report.add_event({.service = one.process->place.path,
                      .id = 0,
                      .text = is_late ? fmt::format("{}: it does not answer", live.known->name)
                                      : fmt::format("{}: its callback returned error {}",
                                                    live.known->name, code)});
  }
}

void CounterSets::read_segment(const LiveSegment& one) {
  OfferedSegment& segment = *one.segment;
  segment.view.read(segment.reading, room_of(one.process->peer.user).budget);
  const ValueLack lack = requests_.lack(one.process->number, segment.view.set().set);
  if (lack != ValueLack::none) segment.reading.lack_all(lack);
}

std::span<const SetInstance> CounterSets::read(LiveSet& live) {
  if (!live.known->lack.empty()) return {};  // its values belong to other counters
  if (live.is_read) return live.known->instances.get();
  live.is_read = true;
  if (!live.is_asked) {
    add_requests(live, SetPurpose::collect);
    requests_.send();
  }
  requests_.wait(deadline_);
  live.readings.clear();
  live.read.clear();
  for (const LiveSegment& one : live.segments) {
    if (one.segment->view.withdrawn()) continue;
    read_segment(one);
    live.readings.push_back({one.process->number, &one.segment->reading});
    live.read.push_back(&one);
  }
  live.known->instances.assign(live.readings);
  return live.known->instances.get();
}

void CounterSets::begin_object(const KnownSet& set, const ObjectHeader& header,
                               DataBlockBuilder& builder, ProviderReport& report) {
  if (!set.definitions.links.empty()) report.add_links({set.set.set, set.definitions.links});
  builder.begin_object(header, set.definitions.definitions);
}

void CounterSets::write(LiveSet& live, const ObjectRequest& request, DataBlockBuilder& builder,
                        ProviderReport& report) {
  const KnownSet& set = *live.known;
  const SetDefinitions& made = set.definitions;
  if (!set.lack.empty()) return report.add_absent(set.index, MissingReason::other, set.lack);
  for (const LeftOutCounter& counter : made.left_out) {
    report.add_left_out(set.index, set.title_of(counter.position), MissingReason::other,
                        counter.reason);
  }
  if (!take_object_room(live)) {
    return report.add_absent(set.index, MissingReason::other, room_text(live));
  }
  const bool is_named = has_names(set.set);
  ObjectHeader header{.name_title_index = set.index,
                      .help_title_index = set.index + 1,
                      .default_counter = made.default_counter,
                      .instances = is_named ? Instances::multiple : Instances::none,
                      .counter_block_length = made.counter_block_length};
  if (request.content() == ObjectRequest::Content::definitions) {
    header.instances = is_named ? Instances::metadata_multiple : Instances::metadata_none;
    begin_object(set, header, builder, report);
    return builder.end_object();
  }
  const std::span<const SetInstance> instances = read(live);
  if (instances.empty() && !is_named) {
    return report.add_absent(set.index, MissingReason::other, "no process has an instance of it");
  }
  if (!is_named && !take_room(live, instances.front())) {
    return report.add_absent(set.index, MissingReason::other, room_text(live));
  }
  const auto clock = [&](std::uint32_t position) -> std::int64_t {
    if (instances.empty() || position == SetDefinitions::kNone) return 0;
    if (instances.front().lack(position) != ValueLack::none) return 0;
    return static_cast<std::int64_t>(instances.front().values[position]);
  };
  header.perf_time = clock(made.time);
  header.perf_freq = clock(made.frequency);
  begin_object(set, header, builder, report);
  write_instances(live, instances, builder, report);
  builder.end_object();
}

void CounterSets::write_instances(LiveSet& live, std::span<const SetInstance> instances,
                                  DataBlockBuilder& builder, ProviderReport& report) {
  const KnownSet& set = *live.known;
  const bool is_named = has_names(set.set);
  std::uint32_t position = 0;
  for (const SetInstance& instance : instances) {
    if (is_named && !take_room(live, instance)) continue;
    name_.clear();
    append_utf8_from_utf16(name_, bytes_of(instance.name));
    replace_number_sign(name_);
    is_named ? builder.begin_instance(name_) : builder.begin_single();
    write_values(set, instance, position, builder, report);
    report.add_key({set.index, position++, instance.key, 0});
  }
}

void CounterSets::write_values(const KnownSet& set, const SetInstance& instance,
                               std::uint32_t position, DataBlockBuilder& builder,
                               ProviderReport& report) const {
  const SetDefinitions& made = set.definitions;
  for (std::uint32_t i = 0; i < made.definitions.size(); ++i) {
    const std::uint32_t counter = made.positions[i];
    const ValueLack lack = instance.lack(counter);
    builder.set(made.definitions[i].offset, made.definitions[i].size, instance.values[counter]);
    if (lack == ValueLack::none) continue;
    report.add_missing(set.index, i, position, 1, reason_of(lack), openperflib::text_of(lack));
  }
}

}  // namespace openperflib
