#include "apps/perflib/diagnosis.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <utility>

#include "apps/perflib/listing.h"

namespace openperflib::apps {
namespace {

constexpr std::string_view kNoPermission = "no permission: ";

// capabilities(7)
constexpr unsigned kDacReadSearch = 2;
constexpr unsigned kSysPtrace = 19;

constexpr std::string_view kGroupOfProc =
    "membership in the group of the gid= option of the /proc mount";

constexpr auto kRights = std::to_array<NeededRight>({
    {"/proc/PID/fd", "CAP_SYS_PTRACE", kSysPtrace, ""},
    {"/proc/PID/io", "CAP_SYS_PTRACE", kSysPtrace, ""},
    {"/proc/PID/smaps_rollup", "CAP_SYS_PTRACE", kSysPtrace, ""},
    {"/proc/PID/", "CAP_SYS_PTRACE", kSysPtrace, kGroupOfProc},
    {"/proc hides the processes", "CAP_SYS_PTRACE", kSysPtrace, kGroupOfProc},
    {"/sys/class/powercap/", "CAP_DAC_READ_SEARCH", kDacReadSearch,
     "a udev rule that lets a group read it"},
    {"/sys/devices/virtual/powercap/", "CAP_DAC_READ_SEARCH", kDacReadSearch,
     "a udev rule that lets a group read it"},
    {"", "", 0, ""},
});

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
void note(Diagnosis& diagnosis, const ObjectDescription& object, const CounterDescription& counter,
          MissingReason code, const std::string& reason, Lacking lacking, std::uint64_t instances) {
  if (passes(code)) return;
  Lack& lack = lack_of(diagnosis.lacks, remedy_of(counter, code, lacking), reason);
  std::string name = fmt::format("{}\\{}", object.name, counter.name);
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

// The number of instances that lack each counter, by reason, in the order of the block.
void note_missing_values(const Snapshot& snapshot, const ObjectTypeView& view,
                         const ObjectDescription& object, Diagnosis& diagnosis) {
  std::uint32_t ordinal = 0;
  for (const CounterDefinitionView& definition : view.counters()) {
    const auto counter = std::ranges::find(object.counters, definition.name_title_index(),
                                           &CounterDescription::name_index);
    std::vector<Missing> by_reason;
    for (const MissingRun& run : snapshot.missing()) {
      if (run.object_title_index != object.name_index || run.counter_ordinal != ordinal) continue;
      std::string reason = without_ids(snapshot.reason(run));
      const auto known = std::ranges::find(by_reason, reason, &Missing::reason);
      if (known == by_reason.end()) {
        by_reason.push_back({run.code, std::move(reason), run.instance_count});
      } else {
        known->instances += run.instance_count;
      }
    }
    ++ordinal;
    if (counter == object.counters.end()) continue;
    for (const auto& [code, reason, instances] : by_reason) {
      note(diagnosis, object, *counter, code, reason, Lacking::instances,
           view.instance_count().has_value() ? instances : 0);
    }
  }
}

void note_left_out(const Snapshot& snapshot, const ObjectDescription& object,
                   Diagnosis& diagnosis) {
  for (const CounterDescription& counter : object.counters) {
    const MissingRun* why = snapshot.left_out(object.name_index, counter.name_index);
    if (why == nullptr) continue;
    note(diagnosis, object, counter, why->code, without_ids(snapshot.reason(*why)),
         Lacking::counter, 0);
  }
}

bool ends_component(std::string_view text, std::size_t end) {
  return end == text.size() || text[end] == '/';
}

}  // namespace

std::string without_ids(std::string_view reason) {
  struct Id {
    std::string_view before;
    std::string_view name;
  };
  constexpr auto kIds = std::to_array<Id>({{"/proc/", "PID"}, {"/task/", "TID"}, {"/cpu", "N"}});
  std::string text;
  for (std::size_t at = 0; at < reason.size();) {
    const auto* const id = std::ranges::find_if(
        kIds, [&](const Id& one) { return reason.substr(at).starts_with(one.before); });
    if (id == kIds.end()) {
      text += reason[at++];
      continue;
    }
    text += id->before;
    at += id->before.size();
    const std::size_t end = std::min(reason.find_first_not_of("0123456789", at), reason.size());
    if (end != at && ends_component(reason, end)) {
      text += id->name;
      at = end;
    }
  }
  return text;
}

const NeededRight& right_for(std::string_view reason) {
  if (reason.starts_with(kNoPermission)) reason.remove_prefix(kNoPermission.size());
  return *std::ranges::find_if(
      kRights, [reason](const NeededRight& right) { return reason.starts_with(right.path); });
}

Diagnosis diagnose(const Snapshot& snapshot, std::span<const ObjectDescription* const> described) {
  Diagnosis diagnosis;
  for (const ListedObject& listed : list_objects(snapshot, described)) {
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
    const ObjectDescription& object = *find_described(described, health.title_index);
    const auto view = snapshot.view().find(health.title_index);
    if (view.has_value()) note_missing_values(snapshot, *view, object, diagnosis);
    note_left_out(snapshot, object, diagnosis);
  }
  return diagnosis;
}

}  // namespace openperflib::apps
