#include "openperflib/provider/v2/read/known_sets.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <utility>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/counter/counter_type.h"
#include "openperflib/provider/v2/read/registered_sets.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostKnown = 65'536;           // sets at once
constexpr std::size_t kMostRemembered = 32U << 20U;  // bytes of sets that do not run
constexpr std::string_view kSource = "a counter set of another process";

std::size_t memory_of(const CounterSetTemplate& set) noexcept {
  constexpr std::size_t kCounterBytes = 512;
  std::size_t bytes = sizeof(KnownSet) + set.name.size() + set.help.size();
  for (const CounterTemplate& counter : set.counters) {
    bytes += kCounterBytes + 2 * counter.name.size() + counter.help.size();
  }
  return bytes;
}

std::vector<CounterDescription> descriptions_of(const KnownSet& known) {
  std::vector<CounterDescription> counters;
  for (std::uint32_t i = 0; i < known.set.counters.size(); ++i) {
    const CounterTemplate& counter = known.set.counters[i];
    if (CounterType(counter.type).is_base()) continue;
    counters.push_back({.name_index = known.title_of(i),
                        .help_index = known.title_of(i) + 1,
                        .name = known.counter_names[i],
                        .summary = counter.help,
                        .type = counter.type,
                        .size = counter.value_width(),
                        .source = kSource,
                        .closeness = {},
                        .private_state = {},
                        .missing_reason = {},
                        .is_listed = (counter.attributes & PERF_ATTRIB_NO_DISPLAYABLE) == 0});
  }
  return counters;
}

// The first of its names that no other set and no title has.
std::string free_name(const KnownSet& known, const TitleTable& titles,
                      const std::set<std::string>& taken) {
  const std::string guid = guid_text(known.set.set);
  const std::string user = known.is_displaced ? fmt::format(" {{user {}}}", known.user) : "";
  if (known.set.name.empty()) return guid + user;
  const std::array candidates{known.set.name + user, known.set.name + " " + guid + user};
  const auto is_free = [&](const std::string& name) {
    return titles.positions(name).empty() && !taken.contains(folded(name));
  };
  const auto found = std::ranges::find_if(candidates, is_free);
  return found != candidates.end() ? *found : guid + user;
}

// What tools say of it and its counters.
void describe(KnownSet& known) {
  known.bytes = memory_of(known.set);
  known.counter_names.clear();
  for (const CounterTemplate& counter : known.set.counters) {
    known.counter_names.push_back(counter.name.empty() ? fmt::format("Counter {}", counter.id)
                                                       : counter.name);
  }
  known.counters = descriptions_of(known);
}

// Whether other sets were registered, but this one is what it was.
bool is_same_set(const KnownSet& a, const KnownSet& b) {
  return a.offered == b.offered && a.set == b.set && a.lack == b.lack;
}

}  // namespace

void KnownSets::begin() {
  registration_ = store_->read();
  for (const auto& [owned, known] : known_) known->runs = false;
  running_.clear();
}

bool KnownSets::has_other_registration() {
  return registration_ == nullptr || store_->read()->generation() != registration_->generation();
}

bool KnownSets::is_current(const KnownSet& known, const CounterSetTemplate& set,
                           bool is_displaced) const {
  const bool is_registered = registration_->find_set(set.set) != nullptr;
  const std::uint64_t generation = is_registered ? registration_->generation() : 0;
  return known.offered == set && known.is_displaced == is_displaced &&
         known.generation == generation;
}

// A new version of a program may have different counters with different titles.
KnownSet* KnownSets::run(const CounterSetTemplate& set, uid_t user, bool is_displaced) {
  const Owned owned{set.set, user};
  const auto place = known_.find(owned);
  KnownSet* known = place == known_.end() ? nullptr : place->second.get();
  if (known == nullptr || !is_current(*known, set, is_displaced)) {
    const bool has_place = known != nullptr || known_.size() < kMostKnown;
    std::unique_ptr<KnownSet> made = has_place ? make(set, is_displaced) : nullptr;
    if (made == nullptr) return nullptr;
    const bool goes_on = known != nullptr && is_same_set(*known, *made);
    if (goes_on) made->instances = std::move(known->instances);  // with its history
    made->user = user;
    made->is_displaced = is_displaced;
    known = made.get();
    known_[owned] = std::move(made);
  }
  known->runs = true;
  running_.push_back(known);
  return known;
}

// Null: the indices are used up.
std::unique_ptr<KnownSet> KnownSets::make(const CounterSetTemplate& set, bool is_displaced) {
  const RegisteredSet* const registered = registration_->find_set(set.set);
  if (registered != nullptr && !is_displaced) return make_registered(*registered, set);
  auto made =
      registered != nullptr
          ? make_displaced(*registered, set)
          : std::make_unique<KnownSet>(KnownSet{
                .offered = set, .set = set, .definitions = {}, .instances = SetInstances(set)});
  const TitleIndex titles = titles_of(made->set.counters.size());
  if (std::numeric_limits<TitleIndex>::max() - next_index_ <= titles) return nullptr;
  made->index = std::exchange(next_index_, next_index_ + titles);
  made->definitions = definitions_of(made->set, made->index);
  describe(*made);
  return made;
}

std::unique_ptr<KnownSet> KnownSets::make_displaced(const RegisteredSet& registered,
                                                    const CounterSetTemplate& set) const {
  auto made = make_registered(registered, set);
  made->is_registered = false;
  made->title_positions.clear();
  made->set.name = registered.shown_name;
  made->name.clear();
  return made;
}

// A registered set without a program.
std::unique_ptr<KnownSet> KnownSets::make_registered(const RegisteredSet& registered) const {
  const CounterSetTemplate set = template_of(registered, *registration_);
  auto made = std::make_unique<KnownSet>(KnownSet{.offered = {},
                                                  .set = set,
                                                  .index = registered.range.first,
                                                  .definitions = {},
                                                  .instances = SetInstances(set)});
  made->is_registered = true;
  made->generation = registration_->generation();
  made->name = registered.shown_name;
  made->lack = "no process publishes it";
  describe(*made);
  return made;
}

std::unique_ptr<KnownSet> KnownSets::make_registered(const RegisteredSet& registered,
                                                     const CounterSetTemplate& running) const {
  auto made = make_registered(registered);
  made->offered = running;
  auto completed = complete(running, made->set);
  if (!completed.has_value()) {
    made->lack = "its program describes it in another way than its manifest";
    return made;
  }
  made->lack.clear();
  made->definitions = definitions_of(*completed, made->index);
  made->instances = SetInstances(completed->set);
  made->set = std::move(completed->set);
  made->title_positions = std::move(completed->title_positions);
  describe(*made);
  return made;
}

// A name belongs to who has it first: the fixed objects, what is registered, then the sets that
// run, by their rank. What was shown before does not count: it depends on when this process began.
void KnownSets::name_running() {
  std::set<std::string> taken;
  for (const KnownSet* known : running_) {
    if (known->is_registered) taken.insert(folded(known->name));
  }
  for (KnownSet* known : running_) {
    if (known->is_registered) continue;
    known->name = free_name(*known, registration_->titles()->table(), taken);
    taken.insert(folded(known->name));
  }
  for (const auto& [owned, known] : known_) {
    if (!known->runs && !known->is_registered) known->name.clear();
  }
  list_idle();
  forget_some();
}

void KnownSets::list_idle() {
  idle_.clear();
  for (const RegisteredSet& set : registration_->sets()) {
    const auto is_it = [&](const KnownSet* known) {
      return known->is_registered && known->set.set == set.guid;
    };
    if (std::ranges::none_of(running_, is_it)) idle_.push_back(make_registered(set));
  }
}

// The oldest first. A program that describes sets and ends cannot fill the memory.
void KnownSets::forget_some() {
  std::vector<const KnownSet*> ended;
  std::size_t bytes = 0;
  for (const auto& [owned, known] : known_) {
    if (known->runs) continue;
    ended.push_back(known.get());
    bytes += known->bytes;
  }
  if (bytes <= kMostRemembered) return;
  std::ranges::sort(ended, {}, &KnownSet::index);
  for (const KnownSet* known : ended) {
    bytes -= known->bytes;
    known_.erase(Owned(known->set.set, known->user));
    if (bytes <= kMostRemembered) return;
  }
}

}  // namespace openperflib
