#include "openperflib/machine/v2/counter_set_source.h"

#include <algorithm>
#include <array>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

// Objects that describe a block have no values of the machine.
bool can_be_asked(const ObjectDescription& object) noexcept {
  const TitleIndex index = object.name_index;
  return object.is_collected && is_fixed_index(index) && index != title::kCollectionStatus &&
         index != title::kTitles;
}

// The objects that every machine has: it runs at least the process that asks. To read those of all
// processes may take a second.
constexpr auto kOnEveryMachine =
    std::to_array<TitleIndex>({title::kSystem, title::kProcess, title::kThread, title::kObjects,
                               title::kProcessV2, title::kLinuxProcess});

bool is_on_every_machine(TitleIndex object) noexcept {
  return std::ranges::find(kOnEveryMachine, object) != kOnEveryMachine.end();
}

constexpr std::int64_t kSecondsListed = 60;

}  // namespace

bool ConsumerSet::has_names() const noexcept {
  return (set->instance_type & PERF_COUNTERSET_FLAG_MULTIPLE) != 0;
}

void CounterSetSource::find_own_objects(const LocalSource& machine) {
  if (!own_objects_.empty()) return;
  for (const ObjectDescription* object : machine.describe()) {
    if (can_be_asked(*object)) own_objects_.push_back(object->name_index);
  }
  std::ranges::sort(own_objects_);
}

void CounterSetSource::request(TitleIndex object) {
  (void)own_[object];
  request_.add_object(object);
  request_.add_object(title::kCollectionStatus);
}

void CounterSetSource::request_sets(std::span<const Guid> sets) {
  if (std::ranges::equal(sets, asked_)) return;
  asked_.assign(sets.begin(), sets.end());
  request_ = ObjectRequest::nothing();
  own_.clear();
  for (const Guid& set : sets) {
    const auto object = own_object_of(set);
    if (object.has_value() && std::ranges::binary_search(own_objects_, *object)) request(*object);
  }
}

std::expected<void, SetStatus> CounterSetSource::collect(LocalSource& machine,
                                                         std::span<const Guid> sets,
                                                         std::optional<SetPurpose> purpose) {
  find_own_objects(machine);
  request_sets(sets);
  const auto done = read(machine);
  if (done.has_value() && running_ != nullptr && purpose.has_value()) read_running(*purpose);
  return done;
}

std::expected<void, SetStatus> CounterSetSource::collect_all(LocalSource& machine) {
  if (tried_at_ == 0) return try_own_objects(machine);
  const auto done = collect(machine, {}, std::nullopt);
  if (!done.has_value() || has_own_objects()) return done;
  return try_own_objects(machine);
}

bool CounterSetSource::has_own_objects() const noexcept {
  const DataBlockView& view = snapshot_.view();
  const std::int64_t now = view.perf_time();
  return now >= tried_at_ && now - tried_at_ <= kSecondsListed * view.perf_freq();
}

std::expected<void, SetStatus> CounterSetSource::try_own_objects(LocalSource& machine) {
  find_own_objects(machine);
  std::vector<Guid> sets;
  for (const TitleIndex object : own_objects_) {
    if (!is_on_every_machine(object)) sets.push_back(own_set_guid(object));
  }
  const auto done = collect(machine, sets, std::nullopt);
  if (!done.has_value()) return done;
  own_listed_.clear();
  for (const TitleIndex object : own_objects_) {
    const auto own = own_.find(object);
    const bool has_data = own == own_.end() || own->second.has_data;
    if (has_data) own_listed_.push_back(object);
  }
  tried_at_ = snapshot_.view().perf_time();
  return {};
}

std::expected<void, SetStatus> CounterSetSource::read(LocalSource& machine) {
  const auto read = machine.read(request_, snapshot_);
  if (!read.has_value() || *read == ReadResult::end) {
    return std::unexpected(SetStatus::read_failed);
  }
  const auto titles = machine.titles();
  for (auto& [index, own] : own_) {
    const auto object = snapshot_.view().find(index);
    own.has_data = object.has_value();
    if (own.has_data) own.set.assign(snapshot_, *object, titles->table());
  }
  use(machine);
  follow_running();
  return {};
}

void CounterSetSource::find_running(LocalSource* machine) noexcept {
  running_ = machine == nullptr ? nullptr : machine->counter_sets();
}

void CounterSetSource::use(LocalSource& machine) {
  find_running(&machine);
  if (running_ == nullptr || !running_->wants_nothing()) return;
  for (const auto& [identity, queries] : wanted_) running_->want(identity);
}

// What want() has counted so far, and takes back unless it comes to its end.
class CounterSetSource::Counted {
 public:
  explicit Counted(CounterSetSource& source) : source_(source) {}
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
  ~Counted() {
    for (const CounterIdentity& identity : identities_) source_.take_back(identity);
  }
  void keep() noexcept { identities_ = {}; }
  void count(std::span<const CounterIdentity> identities) {
    for (std::size_t i = 0; i < identities.size(); ++i) {
      ++source_.wanted_[identities[i]];
      identities_ = identities.first(i + 1);
      if (source_.running_ != nullptr) source_.running_->want(identities[i]);
    }
  }

 private:
  CounterSetSource& source_;
  std::span<const CounterIdentity> identities_;
};

void CounterSetSource::want(std::span<const CounterIdentity> identities) {
  std::vector<Guid> sets;
  for (const CounterIdentity& identity : identities) sets.push_back(identity.set);
  std::ranges::sort(sets);
  const auto twice = std::ranges::unique(sets);
  sets.erase(twice.begin(), twice.end());
  find_positions(sets);
  Counted counted(*this);
  counted.count(identities);
  if (!found_.empty()) running_->tell(found_);
  counted.keep();
}

std::uint32_t CounterSetSource::refusal(const CounterIdentity& identity) const noexcept {
  const auto position = position_of(identity.set);
  return position.has_value() ? running_->refusal(*position, identity) : 0;
}

void CounterSetSource::take_back(const CounterIdentity& identity) noexcept {
  const auto wanted = wanted_.find(identity);
  if (wanted == wanted_.end() || --wanted->second != 0) return;
  if (running_ != nullptr) running_->unwant(identity);
  wanted_.erase(wanted);
}

void CounterSetSource::unwant(const CounterIdentity& identity, LocalSource* machine) noexcept {
  find_running(machine);
  take_back(identity);
}

void CounterSetSource::tell_removed(LocalSource* machine) noexcept {
  find_running(machine);
  if (running_ != nullptr) running_->tell_removed();
}

// A few hundred at most, usually in their order.
void CounterSetSource::follow_running() {
  positions_.clear();
  if (running_ == nullptr) return;
  for (std::size_t i = 0; i < running_->running_count(); ++i) {
    const RunningSet running = running_->running(i);
    if (!running.is_displaced) positions_.emplace_back(running.set->set, i);
  }
  std::ranges::sort(positions_);
}

// A process that offers one of the machine's own sets is not asked.
void CounterSetSource::find_positions(std::span<const Guid> sets) {
  found_.clear();
  for (const Guid& set : sets) {
    const auto position = own_object_of(set).has_value() ? std::nullopt : position_of(set);
    if (position.has_value()) found_.push_back(*position);
  }
}

// All are asked before any is read: one that is slow takes no time of the others.
void CounterSetSource::read_running(SetPurpose purpose) {
  find_positions(asked_);
  if (found_.empty()) return;
  running_->ask(found_, purpose);
  for (const std::size_t position : found_) (void)running_->instances(position);
  running_->finish();
}

std::optional<std::size_t> CounterSetSource::position_of(const Guid& set) const noexcept {
  const auto at =
      std::ranges::lower_bound(positions_, set, {}, [](const auto& one) { return one.first; });
  if (at == positions_.end() || at->first != set) return std::nullopt;
  return at->second;
}

std::vector<Guid> CounterSetSource::list() const {
  std::vector<Guid> sets;
  for (const TitleIndex object : own_listed_) sets.push_back(own_set_guid(object));
  for (const auto& [set, position] : positions_) {
    if (!own_object_of(set).has_value()) sets.push_back(set);
  }
  if (running_ == nullptr) return sets;
  for (const auto& idle : running_->idle()) sets.push_back(idle->set.set);
  return sets;
}

// No process can take the place of one of the machine's own sets.
std::optional<ConsumerSet> CounterSetSource::find(const Guid& set) const {
  if (const auto object = own_object_of(set); object.has_value()) {
    const auto own = own_.find(*object);
    if (own == own_.end() || !own->second.has_data) return std::nullopt;
    const CounterSetTemplate& description = own->second.set.set();
    return ConsumerSet{.set = &description, .name = description.name};
  }
  const auto position = position_of(set);
  if (!position.has_value()) return find_idle(set);
  const RunningSet running = running_->running(*position);
  return ConsumerSet{.set = running.set,
                     .name = running.name,
                     .sets = running_,
                     .known = running.known,
                     .running = position,
                     .is_described_otherwise = !running.lack.empty()};
}

// Registered sets are few, and asked for by GUID when a program begins.
std::optional<ConsumerSet> CounterSetSource::find_idle(const Guid& set) const {
  if (running_ == nullptr) return std::nullopt;
  const auto is_it = [&](const auto& idle) { return idle->set.set == set; };
  const auto found = std::ranges::find_if(running_->idle(), is_it);
  if (found == running_->idle().end()) return std::nullopt;
  const KnownSet& known = **found;
  return ConsumerSet{.set = &known.set, .name = known.name, .sets = running_, .known = &known};
}

std::span<const SetInstance> CounterSetSource::instances(const ConsumerSet& set) const {
  if (set.is_described_otherwise) return {};
  if (set.running.has_value()) return running_->instances(*set.running);
  if (set.sets != nullptr) return {};
  return own_.at(*own_object_of(set.set->set)).set.instances();
}

std::uint32_t CounterSetSource::callback_code(const ConsumerSet& set) const noexcept {
  return set.running.has_value() ? running_->callback_code(*set.running) : 0;
}

ReplyTimes CounterSetSource::times() const noexcept {
  const DataBlockView& view = snapshot_.view();
  return {.perf_time = view.perf_time(),
          .perf_time_100ns = view.perf_time_100ns(),
          .perf_freq = view.perf_freq(),
          .system_time = view.system_time()};
}

}  // namespace openperflib
