#include "openperflib/provider/v2/counter_sets.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "openperflib/base/guid.h"
#include "openperflib/snapshot/identity_token.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostKnown = 65'536;  // sets; more are not shown before a restart
constexpr std::string_view kSource = "a counter set of another process";

Bytes bytes_of(std::u16string_view name) noexcept { return std::as_bytes(std::span(name)); }

// What an instance takes in a block, at most.
std::uint64_t block_bytes(const SetDefinitions& definitions, const InstanceReading& instance) {
  constexpr std::uint64_t kHeader = 64;
  return kHeader + definitions.counter_block_length + bytes_of(instance.name).size();
}

std::uint64_t key_of(const OfferedProcess& process, const InstanceReading& instance) noexcept {
  return IdentityToken().add(process.number).add(instance.life).value();
}

}  // namespace

CounterSets::CounterSets(const TitleTable& fixed, CounterSetsOptions options)
    : options_(std::move(options)),
      watch_(options_.folders, options_.limits),
      store_(fixed, options_.stores) {
  if (watch_.look()) follow_offers();
}

void CounterSets::begin(const CollectTask& /*task*/) {
  if (watch_.look()) follow_offers();
}

void CounterSets::follow_offers() {
  live_.clear();
  conflicts_.clear();
  for (OfferedProcess& process : watch_.processes()) {
    for (OfferedSegment& segment : process.segments) add_segment(process, segment);
  }
  std::ranges::sort(live_, {}, [](const LiveSet& live) { return live.known->index; });
  describe_sets();
  ++generation_;
}

// The processes of the system come first: what they offer is not taken from others.
void CounterSets::add_segment(OfferedProcess& process, OfferedSegment& segment) {
  const CounterSetTemplate& set = segment.view.set();
  auto live = std::ranges::find_if(
      live_, [&](const LiveSet& one) { return one.known->set.set == set.set; });
  if (live == live_.end()) {
    if (known_.size() >= kMostKnown) return;
    live_.push_back({.known = &known(set), .is_of_system = process.place.is_of_system});
    live = std::prev(live_.end());
  }
  if (live->is_of_system != process.place.is_of_system) return;
  if (live->known->set == set) {
    live->segments.push_back({&process, &segment});
  } else {
    conflicts_.push_back({.service = process.place.path,
                          .lack = fmt::format("it describes {} in another way than another process",
                                              live->known->name),
                          .confinement = {}});
  }
}

// A program that was changed has other counters, whose titles are others.
CounterSets::KnownSet& CounterSets::known(const CounterSetTemplate& set) {
  std::unique_ptr<KnownSet>& place = known_[set.set];
  if (place != nullptr && place->set == set) return *place;
  place = std::make_unique<KnownSet>(KnownSet{.set = set, .index = next_index_});
  next_index_ += titles_of(set.counters.size());
  place->definitions = definitions_of(place->set, place->index);
  place->name = shown_name(*place);
  for (const CounterTemplate& counter : place->set.counters) {
    place->counter_names.push_back(counter.name.empty() ? fmt::format("Counter {}", counter.id)
                                                        : counter.name);
  }
  for (std::uint32_t i = 0; i < place->set.counters.size(); ++i) {
    const CounterTemplate& counter = place->set.counters[i];
    place->counters.push_back({.name_index = counter_title(place->index, i),
                               .help_index = counter_title(place->index, i) + 1,
                               .name = place->counter_names[i],
                               .summary = counter.help,
                               .type = counter.type,
                               .size = counter.value_width(),
                               .source = kSource,
                               .closeness = {},
                               .private_state = {},
                               .missing_reason = {}});
  }
  return *place;
}

// A name belongs to who has it first: the fixed objects, what is registered, then other sets.
std::string CounterSets::shown_name(const KnownSet& set) {
  const std::string guid = guid_text(set.set.set);
  if (set.set.name.empty()) return guid;
  const auto registration = store_.read();
  const auto is_taken = [&](const auto& one) {
    return one.second != nullptr && one.second.get() != &set &&
           equal_ignoring_case(one.second->name, set.set.name);
  };
  const bool is_owned = !registration->titles()->table().positions(set.set.name).empty() ||
                        std::ranges::any_of(known_, is_taken);
  return is_owned ? set.set.name + " " + guid : set.set.name;
}

void CounterSets::describe_sets() {
  descriptions_.clear();
  for (const LiveSet& live : live_) {
    const KnownSet& set = *live.known;
    descriptions_.push_back({.name_index = set.index,
                             .help_index = set.index + 1,
                             .name = set.name,
                             .help = set.set.help,
                             .has_instances = !set.set.has_one_instance(),
                             .needs = {},
                             .counters = set.counters});
  }
}

std::vector<ServiceState> CounterSets::services() const {
  std::vector<ServiceState> states = conflicts_;
  for (const RefusedOffer& refused : watch_.refused()) {
    states.push_back({.service = refused.place.path, .lack = refused.reason, .confinement = {}});
  }
  return states;
}

// Once for each offer, however often it is tried.
void CounterSets::report_refused(ProviderReport& report) {
  for (const RefusedOffer& refused : watch_.refused()) {
    if (std::ranges::find(reported_, refused.place) != reported_.end()) continue;
    if (reported_.size() >= options_.limits.processes) reported_.clear();
    reported_.push_back(refused.place);
    report.add_event({.service = refused.place.path,
                      .id = 0,
                      .text = "a counter set cannot be read: " + refused.reason});
  }
}

CounterSets::UserRoom& CounterSets::room_of(uid_t user) {
  const auto known = std::ranges::find(rooms_, user, &UserRoom::user);
  if (known != rooms_.end()) return *known;
  return rooms_.emplace_back(UserRoom{.user = user, .left = options_.user_room});
}

bool CounterSets::take_room(uid_t user, std::uint64_t bytes) {
  UserRoom& room = room_of(user);
  if (room.left < bytes || total_left_ < bytes) return false;
  room.left -= bytes;
  total_left_ -= bytes;
  return true;
}

std::expected<void, ProviderFault> CounterSets::collect(const CollectTask& task,
                                                        DataBlockBuilder& builder,
                                                        ProviderReport& report) {
  rooms_.clear();
  total_left_ = options_.total_room;
  for (std::size_t i = 0; i < live_.size(); ++i) {
    if (is_requested(descriptions_[i], task.request)) {
      write(live_[i], task.request, builder, report);
    }
  }
  report_refused(report);
  return {};
}

// Returns how many instances there are.
std::uint32_t CounterSets::read(LiveSet& live) {
  std::size_t count = 0;
  for (const LiveSegment& one : live.segments) {
    one.segment->view.read(one.segment->reading, room_of(one.process->peer.user).budget);
    if (!one.segment->view.withdrawn()) count += one.segment->reading.size();
  }
  return static_cast<std::uint32_t>(count);
}

void CounterSets::write(LiveSet& live, const ObjectRequest& request, DataBlockBuilder& builder,
                        ProviderReport& report) {
  const KnownSet& set = *live.known;
  const bool has_one = set.set.has_one_instance();
  if (!has_known_instances(set.set)) {
    return report.add_absent(set.index, MissingReason::other,
                             "sets of this instance type are not read yet");
  }
  for (const LeftOutCounter& counter : set.definitions.left_out) {
    report.add_left_out(set.index, counter_title(set.index, counter.position), MissingReason::other,
                        counter.reason);
  }
  ObjectHeader header{.name_title_index = set.index,
                      .help_title_index = set.index + 1,
                      .default_counter = set.definitions.default_counter,
                      .instances = has_one ? Instances::none : Instances::multiple,
                      .counter_block_length = set.definitions.counter_block_length};
  if (request.content() == ObjectRequest::Content::definitions) {
    header.instances = has_one ? Instances::metadata_none : Instances::metadata_multiple;
    builder.begin_object(header, set.definitions.definitions);
    return builder.end_object();
  }
  if (read(live) == 0 && has_one) {
    return report.add_absent(set.index, MissingReason::other, "no process has an instance of it");
  }
  builder.begin_object(header, set.definitions.definitions);
  write_instances(live, builder, report);
  builder.end_object();
}

void CounterSets::write_instances(LiveSet& live, DataBlockBuilder& builder,
                                  ProviderReport& report) {
  const KnownSet& set = *live.known;
  const bool has_one = set.set.has_one_instance();
  std::uint32_t position = 0;
  for (const LiveSegment& one : live.segments) {
    if (one.segment->view.withdrawn()) continue;
    const SegmentReading& reading = one.segment->reading;
    for (std::size_t i = 0; i < reading.size(); ++i) {
      const InstanceReading instance = reading[i];
      if (!take_room(one.process->peer.user, block_bytes(set.definitions, instance))) return;
      name_.clear();
      append_utf8_from_utf16(name_, bytes_of(instance.name));
      has_one ? builder.begin_single() : builder.begin_instance(name_);
      write_values(set, instance, builder);
      report.add_key({set.index, position++, key_of(*one.process, instance), 0});
      if (has_one) return;
    }
  }
}

void CounterSets::write_values(const KnownSet& set, const InstanceReading& instance,
                               DataBlockBuilder& builder) const {
  for (std::size_t i = 0; i < set.definitions.definitions.size(); ++i) {
    const CounterDefinition& definition = set.definitions.definitions[i];
    builder.set(definition.offset, definition.size, instance.values[set.definitions.positions[i]]);
  }
}

}  // namespace openperflib
