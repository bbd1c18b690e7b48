#include <algorithm>

#include "openperflib/base/civil_time.h"
#include "openperflib/pdh/counter_definitions_internal.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

DefinedCounter defined(const Catalog::Counter& counter, std::uint64_t time_base) {
  return {.name = std::string(counter.name),
          .original_name = std::string(counter.original_name),
          .title_index = counter.title_index,
          .help_index = counter.help_index,
          .type = counter.type,
          .default_scale = counter.default_scale,
          .time_base = time_base};
}

// Returns the frequency of the clock of the block or object that counters of this type use; 0 if
// they use none.
std::uint64_t clock_frequency(CounterType type, const DataBlockView& block,
                              const ObjectTypeView& object) {
  switch (type.clock()) {
    case Companion::perf_time:
      return static_cast<std::uint64_t>(block.perf_freq());
    case Companion::perf_time_100ns:
      return static_cast<std::uint64_t>(kTicksPerSecond);
    case Companion::object_time:
      return static_cast<std::uint64_t>(object.perf_freq());
    case Companion::none:
    case Companion::base:
      break;
  }
  return 0;
}

// Whether a name, or a title index, is the one that a path asks for. No name has a wildcard.
template <typename Named>
bool is_named(const NamePattern& asked, const Named& one) {
  if (asked.has_wildcards()) return false;
  if (asked.number().has_value() && *asked.number() == one.title_index) return true;
  return equal_ignoring_case(asked.text(), one.name) ||
         (!one.original_name.empty() && equal_ignoring_case(asked.text(), one.original_name));
}

// The time bases of readings, by object and counter of their catalog; 0: there is no reading.
std::vector<std::vector<std::uint64_t>> time_bases_of(const Catalog& catalog,
                                                      std::span<const RawCounter> readings) {
  std::vector<std::vector<std::uint64_t>> all;
  for (const Catalog::Object& object : catalog.objects()) all.emplace_back(object.counters.size());
  for (std::size_t i = 0; i < std::min(readings.size(), catalog.series_count()); ++i) {
    const Catalog::Place place = catalog.place_of(i);
    std::uint64_t& time_base = all[place.object][place.counter];
    if (time_base == 0) time_base = readings[i].time_base;
  }
  return all;
}

}  // namespace

CounterDefinitions::Object& CounterDefinitions::object_of(std::string_view machine,
                                                          std::string_view name,
                                                          std::string_view original_name,
                                                          std::uint32_t title_index) {
  for (Object& object : objects_) {
    if (object.title_index == title_index && equal_ignoring_case(object.name, name) &&
        equal_ignoring_case(object.machine, machine)) {
      return object;
    }
  }
  return objects_.emplace_back(Object{.machine = std::string(machine),
                                      .name = std::string(name),
                                      .original_name = std::string(original_name),
                                      .title_index = title_index,
                                      .counters = {}});
}

void CounterDefinitions::add_counter(Object& object, const DefinedCounter& counter) {
  const auto known = std::ranges::find_if(object.counters, [&](const DefinedCounter& one) {
    return equal_ignoring_case(one.name, counter.name);
  });
  if (known == object.counters.end()) {
    object.counters.push_back(counter);
  } else if (known->time_base == 0) {
    known->time_base = counter.time_base;
  }
}

void CounterDefinitions::add(const Snapshot& snapshot, const Catalog& catalog) {
  for (const Catalog::Object& from : catalog.objects()) {
    const auto view = snapshot.view().find(from.title_index);
    if (!view.has_value()) continue;
    Object& object = object_of(catalog.machine(), from.name, from.original_name, from.title_index);
    for (const Catalog::Counter& counter : from.counters) {
      add_counter(object, defined(counter, clock_frequency(counter.type, snapshot.view(), *view)));
    }
  }
}

void CounterDefinitions::add(const Catalog& catalog, std::span<const RawCounter> readings) {
  const auto time_bases = time_bases_of(catalog, readings);
  for (std::size_t i = 0; i < time_bases.size(); ++i) {
    const Catalog::Object& from = catalog.objects()[i];
    Object& object = object_of(from.machine.empty() ? catalog.machine() : from.machine, from.name,
                               from.original_name, from.title_index);
    for (std::size_t c = 0; c < from.counters.size(); ++c) {
      add_counter(object, defined(from.counters[c], time_bases[i][c]));
    }
  }
}

void CounterDefinitions::add(std::span<const LogEntry> entries) {
  for (const LogEntry& entry : entries) {
    if (entry.kind != LogEntry::Kind::wildcard) continue;
    Object& object = object_of(entry.machine, entry.object, {}, 0);
    add_counter(object, {.name = entry.counter,
                         .original_name = {},
                         .type = entry.type,
                         .default_scale = entry.default_scale,
                         .time_base = entry.time_base});
  }
}

std::string_view CounterDefinitions::machine_for(std::string_view machine) const {
  const bool is_known = std::ranges::any_of(
      objects_, [&](const Object& object) { return equal_ignoring_case(object.machine, machine); });
  return is_known || objects_.empty() ? machine : std::string_view(objects_.front().machine);
}

CounterDefinitions::Found CounterDefinitions::find(const PathPattern& path,
                                                   std::string_view machine) const {
  Found found{.match = path.machine().empty() ? PathMatch::no_object : PathMatch::no_machine};
  const std::string_view wanted = machine_for(machine);
  for (const Object& object : objects_) {
    const bool is_meant = path.machine().empty() ? equal_ignoring_case(object.machine, wanted)
                                                 : path.is_for_machine(object.machine);
    if (!is_meant) continue;
    if (found.match == PathMatch::no_machine) found.match = PathMatch::no_object;
    if (!is_named(path.objects().front(), object)) continue;
    found.match = PathMatch::no_counter;
    found.object = &object;
    for (const DefinedCounter& counter : object.counters) {
      if (is_named(path.single_request()->counter, counter)) {
        return {PathMatch::matched, &object, &counter};
      }
    }
  }
  return found;
}

}  // namespace openperflib
