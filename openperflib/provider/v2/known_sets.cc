#include "openperflib/provider/v2/known_sets.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <limits>
#include <set>
#include <utility>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/counter/counter_type.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostKnown = 65'536;           // sets at once
constexpr std::size_t kMostRemembered = 32U << 20U;  // bytes of sets that do not run
constexpr std::string_view kSource = "a counter set of another process";

std::size_t bytes_of(const CounterSetTemplate& set) noexcept {
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
    counters.push_back({.name_index = counter_title(known.index, i),
                        .help_index = counter_title(known.index, i) + 1,
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
std::string free_name(const CounterSetTemplate& set, const TitleTable& titles,
                      const std::set<std::string>& taken) {
  const std::string guid = guid_text(set.set);
  if (set.name.empty()) return guid;
  const std::array candidates{set.name, set.name + " " + guid};
  const auto is_free = [&](const std::string& name) {
    return titles.positions(name).empty() && !taken.contains(folded(name));
  };
  const auto found = std::ranges::find_if(candidates, is_free);
  return found != candidates.end() ? *found : guid;
}

}  // namespace

void KnownSets::begin() noexcept {
  for (const auto& [guid, known] : known_) known->runs = false;
  running_.clear();
}

// A program that was changed has other counters, whose titles are others.
KnownSet* KnownSets::run(const CounterSetTemplate& set) {
  const auto place = known_.find(set.set);
  KnownSet* known = place == known_.end() ? nullptr : place->second.get();
  if (known == nullptr || known->set != set) {
    const bool has_place = known != nullptr || known_.size() < kMostKnown;
    std::unique_ptr<KnownSet> made = has_place ? make(set) : nullptr;
    if (made == nullptr) return nullptr;
    known = made.get();
    known_[set.set] = std::move(made);
  }
  known->runs = true;
  running_.push_back(known);
  return known;
}

// Null: the indices are used up.
std::unique_ptr<KnownSet> KnownSets::make(const CounterSetTemplate& set) {
  const TitleIndex titles = titles_of(set.counters.size());
  if (std::numeric_limits<TitleIndex>::max() - next_index_ <= titles) return nullptr;
  auto made =
      std::make_unique<KnownSet>(KnownSet{.set = set,
                                          .index = std::exchange(next_index_, next_index_ + titles),
                                          .definitions = {},
                                          .instances = SetInstances(set)});
  made->definitions = definitions_of(made->set, made->index);
  made->bytes = bytes_of(set);
  for (const CounterTemplate& counter : made->set.counters) {
    made->counter_names.push_back(counter.name.empty() ? fmt::format("Counter {}", counter.id)
                                                       : counter.name);
  }
  made->counters = descriptions_of(*made);
  return made;
}

// A name belongs to who has it first: the fixed objects, what is registered, then the sets that
// run.
void KnownSets::name_running() {
  std::set<std::string> taken;
  for (const KnownSet* known : running_) taken.insert(folded(known->name));
  std::shared_ptr<const Registration> registration;
  for (KnownSet* known : running_) {
    if (!known->name.empty()) continue;
    if (registration == nullptr) registration = store_.read();
    known->name = free_name(known->set, registration->titles()->table(), taken);
    taken.insert(folded(known->name));
  }
  for (const auto& [guid, known] : known_) {
    if (!known->runs) known->name.clear();
  }
  forget_some();
}

// The oldest first. A program that describes sets and ends cannot fill the memory.
void KnownSets::forget_some() {
  std::vector<const KnownSet*> ended;
  std::size_t bytes = 0;
  for (const auto& [guid, known] : known_) {
    if (known->runs) continue;
    ended.push_back(known.get());
    bytes += known->bytes;
  }
  if (bytes <= kMostRemembered) return;
  std::ranges::sort(ended, {}, &KnownSet::index);
  for (const KnownSet* known : ended) {
    bytes -= known->bytes;
    known_.erase(Guid(known->set.set));
    if (bytes <= kMostRemembered) return;
  }
}

}  // namespace openperflib
