#include <algorithm>
#include <optional>

#include "openperflib/base/civil_time.h"
#include "openperflib/pdh/counter_definitions_internal.h"
#include "openperflib/query/catalog/series_order.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

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

// A counter of any instance.
Series counter_series(std::string_view machine, const Catalog::Object& object,
                      const Catalog::Counter& counter) {
  Series series;
  series.machine = machine;
  series.object = object.name;
  series.original_object = object.original_name;
  series.object_title_index = object.title_index;
  series.counter = counter.name;
  series.original_counter = counter.original_name;
  series.counter_title_index = counter.title_index;
  series.type = counter.type;
  series.default_scale = counter.default_scale;
  return series;
}

// Stands for an object, which may have the name of another one, and a counter of it.
std::uint64_t key_of(const Series& counter) {
  return hash_of_name(counter) + 0x9E3779B97F4A7C15ULL * counter.object_title_index;
}

// The name of something in the language that the path uses.
std::string name_in_path(const NamePattern& asked, std::string_view name,
                         std::string_view original_name) {
  const bool is_original =
      !original_name.empty() && equal_ignoring_case(asked.text(), original_name);
  return std::string(is_original ? original_name : name);
}

// Returns the time bases of the counters that have series, by object and counter of the catalog; 0:
// there is no reading.
std::vector<std::vector<std::optional<std::uint64_t>>> time_bases_of(
    const Catalog& catalog, std::span<const RawCounter> readings) {
  std::vector<std::vector<std::optional<std::uint64_t>>> all;
  for (const Catalog::Object& object : catalog.objects()) all.emplace_back(object.counters.size());
  for (const std::uint32_t i : SeriesOrder().take(catalog)) {
    const Catalog::Place place = catalog.place_of(i);
    std::optional<std::uint64_t>& time_base = all[place.object][place.counter];
    if (time_base.value_or(0) == 0) time_base = i < readings.size() ? readings[i].time_base : 0;
  }
  return all;
}

}  // namespace

void CounterDefinitions::add(const Series& counter, const Facts& facts) {
  const auto [known, is_new] = facts_.try_emplace(key_of(counter), facts);
  if (is_new) catalog_.add(counter);
  if (known->second.time_base == 0) known->second.time_base = facts.time_base;
}

void CounterDefinitions::add(const Snapshot& snapshot, const Catalog& catalog) {
  for (const Catalog::Object& object : catalog.objects()) {
    const auto view = snapshot.view().find(object.title_index);
    if (!view.has_value()) continue;
    for (const Catalog::Counter& counter : object.counters) {
      add(counter_series(catalog.machine(), object, counter),
          {.help_index = counter.help_index,
           .time_base = clock_frequency(counter.type, snapshot.view(), *view)});
    }
  }
}

void CounterDefinitions::add(const Catalog& catalog, std::span<const RawCounter> readings) {
  const auto time_bases = time_bases_of(catalog, readings);
  for (std::size_t i = 0; i < time_bases.size(); ++i) {
    const Catalog::Object& object = catalog.objects()[i];
    const std::string_view machine = object.machine.empty() ? catalog.machine() : object.machine;
    for (std::size_t c = 0; c < object.counters.size(); ++c) {
      if (!time_bases[i][c].has_value()) continue;
      add(counter_series(machine, object, object.counters[c]), {.time_base = *time_bases[i][c]});
    }
  }
}

void CounterDefinitions::add(std::span<const LogEntry> entries) {
  for (const LogEntry& entry : entries) {
    if (entry.kind != LogEntry::Kind::wildcard) continue;
    Series series;
    series.machine = entry.machine;
    series.object = entry.object;
    series.counter = entry.counter;
    series.type = entry.type;
    series.default_scale = entry.default_scale;
    add(series, {.time_base = entry.time_base});
  }
}

std::string_view CounterDefinitions::machine_for(std::string_view machine) const {
  const auto objects = catalog_.objects();
  const bool is_known = std::ranges::any_of(objects, [&](const Catalog::Object& object) {
    return equal_ignoring_case(object.machine, machine);
  });
  return is_known || objects.empty() ? machine : objects.front().machine;
}

FoundCounter CounterDefinitions::counter_of(const PathPattern& path,
                                            const Names::Found& found) const {
  const Catalog::Object& object = *found.object->defined;
  const Catalog::Counter& counter = *found.counter;
  const auto facts = facts_.find(key_of(counter_series(object.machine, object, counter)));
  return {.machine = std::string(object.machine),
          .object = name_in_path(path.objects().front(), object.name, object.original_name),
          .definition = {.name = name_in_path(path.single_request()->counter, counter.name,
                                              counter.original_name),
                         .title_index = counter.title_index,
                         .help_index = facts->second.help_index,
                         .type = counter.type,
                         .default_scale = counter.default_scale,
                         .time_base = facts->second.time_base}};
}

CounterDefinitions::Found CounterDefinitions::find(const PathPattern& path,
                                                   std::string_view machine) const {
  const std::string_view wanted = machine_for(machine);
  const bool names_machine = !path.machine().empty();
  const Names names(catalog_, titles_);
  const Names::Found found = names.find(path, [&](std::string_view one) {
    return names_machine ? path.is_for_machine(one) : equal_ignoring_case(one, wanted);
  });
  if (found.match == PathMatch::matched) {
    return {.match = found.match, .counter = counter_of(path, found)};
  }
  return {.match = names_machine ? found.match : nearer(found.match, PathMatch::no_object)};
}

}  // namespace openperflib
