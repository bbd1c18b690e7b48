#include "openperflib/view/doctor/diagnosis.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <unordered_map>
#include <utility>
#include <vector>

#include "openperflib/view/list/source_list.h"
#include "openperflib/view/text/needed_right.h"

namespace openperflib {
namespace {

// Reasons that do not last: the next collection, or a request for the value, brings it.
bool passes(MissingReason code) {
  return code == MissingReason::first_collection || code == MissingReason::not_requested;
}

// What lacks a value: a counter, in all instances, or some of its instances.
enum class Lacking : std::uint8_t { counter, instances };

// The description says what Linux never has; the reason says what would provide the rest.
Remedy remedy_of(const CounterDescription& counter, MissingReason code, Lacking lacking) {
  if (code == MissingReason::no_permission) return Remedy::rights;
  if (code == MissingReason::recorded_folder) return Remedy::live;
  const bool is_uncollected = lacking == Lacking::counter && code == MissingReason::other;
  const bool never = counter.availability == Availability::never || is_uncollected;
  return never ? Remedy::nobody : Remedy::machine;
}

Lack& lack_of(std::vector<Lack>& lacks, Remedy remedy, const std::string& reason) {
  const auto found = std::ranges::find_if(
      lacks, [&](const Lack& lack) { return lack.remedy == remedy && lack.reason == reason; });
  if (found != lacks.end()) return *found;
  lacks.push_back({.remedy = remedy, .reason = reason, .counters = {}});
  return lacks.back();
}

// `reason` has no ids any more.
void note(Diagnosis& diagnosis, const Names::Object& object, const Names::Counter& counter,
          MissingReason code, const std::string& reason, Lacking lacking, std::uint64_t instances) {
  if (passes(code)) return;
  Lack& lack = lack_of(diagnosis.lacks, remedy_of(*counter.described, code, lacking), reason);
  std::string name = fmt::format("{}\\{}", object.name(), counter.name());
  if (lack.counters.empty() || lack.counters.back() != name) {
    lack.counters.push_back(std::move(name));
  }
  lack.instances = std::max(lack.instances, instances);
}

// The values of a counter that are missing for one reason.
struct Missing {
  MissingReason code;
  std::string reason;
  std::uint64_t instances;
};

using RunsByCounter = std::unordered_map<std::uint32_t, std::vector<const MissingRun*>>;

// Returns the runs of an object by the ordinals of its counters.
RunsByCounter runs_by_counter(const Snapshot& snapshot, std::uint32_t object_title_index) {
  RunsByCounter runs;
  for (const MissingRun& run : snapshot.missing()) {
    if (run.object_title_index == object_title_index) runs[run.counter_ordinal].push_back(&run);
  }
  return runs;
}

std::vector<Missing> missing_by_reason(const Snapshot& snapshot,
                                       const std::vector<const MissingRun*>& runs) {
  std::vector<Missing> by_reason;
  for (const MissingRun* const run : runs) {
    std::string reason = without_ids(snapshot.reason(*run));
    const auto known = std::ranges::find(by_reason, reason, &Missing::reason);
    if (known == by_reason.end()) {
      by_reason.push_back({run->code, std::move(reason), run->instance_count});
    } else {
      known->instances += run->instance_count;
    }
  }
  return by_reason;
}

// The number of instances that lack each counter, by reason, in the order of the block. An object
// may have 64,000 counters, of which few lack anything.
void note_missing_values(const Snapshot& snapshot, const ObjectTypeView& view,
                         const Names::Object& object, Diagnosis& diagnosis) {
  const RunsByCounter runs = runs_by_counter(snapshot, object.title_index());
  if (runs.empty()) return;
  std::unordered_map<std::uint32_t, Names::Counter> counters;
  for (const Names::Counter& one : object.counters()) counters.try_emplace(one.title_index(), one);
  std::uint32_t ordinal = 0;
  for (const CounterDefinitionView& definition : view.counters()) {
    const auto missing = runs.find(ordinal++);
    if (missing == runs.end()) continue;
    const auto counter = counters.find(definition.name_title_index());
    if (counter == counters.end()) continue;
    for (const auto& [code, reason, instances] : missing_by_reason(snapshot, missing->second)) {
      note(diagnosis, object, counter->second, code, reason, Lacking::instances,
           view.instance_count().has_value() ? instances : 0);
    }
  }
}

void note_left_out(const Snapshot& snapshot, const Names::Object& object, Diagnosis& diagnosis) {
  for (const Names::Counter& counter : object.counters()) {
    const MissingRun* why = snapshot.left_out(object.title_index(), counter.title_index());
    if (why == nullptr) continue;
    note(diagnosis, object, counter, why->code, without_ids(snapshot.reason(*why)),
         Lacking::counter, 0);
  }
}

}  // namespace

Diagnosis diagnose(const Names& names, const Snapshot& snapshot) {
  Diagnosis diagnosis;
  for (const ListedObject& listed : list_objects(names, snapshot)) {
    const auto with_data = std::ranges::count_if(
        listed.counters, [](const ListedCounter& counter) { return usable(counter.status); });
    diagnosis.objects.push_back(
        {.title_index = listed.title_index,
         .name = listed.name,
         .instances = listed.has_instances
                          ? std::optional(static_cast<std::uint32_t>(listed.instances.size()))
                          : std::nullopt,
         .counters_with_data = static_cast<std::uint32_t>(with_data),
         .counters = static_cast<std::uint32_t>(listed.counters.size()),
         .milliseconds = std::nullopt});
  }
  for (const ObjectHealth& health : diagnosis.objects) {
    const auto object =
        std::ranges::find(names.objects(), health.title_index, &Names::Object::title_index);
    const auto view = snapshot.view().find(health.title_index);
    if (view.has_value()) note_missing_values(snapshot, *view, *object, diagnosis);
    note_left_out(snapshot, *object, diagnosis);
  }
  return diagnosis;
}

}  // namespace openperflib
