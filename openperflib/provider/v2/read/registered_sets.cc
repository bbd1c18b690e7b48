#include "openperflib/provider/v2/read/registered_sets.h"

#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "openperflib/counter/counter_type.h"

namespace openperflib {
namespace {

static_assert(kNoCounterId == 0xFFFF'FFFF);  // as in the title store

CounterTemplate counter_of(const SetCounter& counter, std::string_view name,
                           std::string_view help) {
  return {.id = counter.id,
          .type = counter.type,
          .attributes = counter.attributes,
          .detail_level = counter.detail_level,
          .scale = counter.scale,
          .base_id = counter.base_id,
          .perf_time_id = counter.perf_time_id,
          .perf_freq_id = counter.perf_freq_id,
          .multi_id = counter.multi_id,
          .aggregate = counter.aggregate,
          .name = std::string(name),
          .help = std::string(help)};
}

std::unordered_map<std::uint32_t, std::uint32_t> positions_by_id(const CounterSetTemplate& set) {
  std::unordered_map<std::uint32_t, std::uint32_t> positions;
  for (std::uint32_t i = 0; i < set.counters.size(); ++i) positions[set.counters[i].id] = i;
  return positions;
}

}  // namespace

CounterSetTemplate template_of(const RegisteredSet& set, const Registration& registration) {
  const TitleIndex first = set.range.first;
  CounterSetTemplate made{.set = set.guid,
                          .provider = set.provider,
                          .instance_type = set.instance_type,
                          .name = set.name,
                          .help = std::string(registration.title(first + 1))};
  const RegisteredProvider* const provider = registration.find_provider(set.provider);
  if (provider != nullptr) made.provider_name = provider->name;
  made.counters.reserve(set.counters.size());
  for (std::uint32_t i = 0; i < set.counters.size(); ++i) {
    const TitleIndex title = counter_title(first, i);
    made.counters.push_back(
        counter_of(set.counters[i], registration.title(title), registration.title(title + 1)));
  }
  return made;
}

std::optional<CompletedSet> complete(const CounterSetTemplate& running,
                                     const CounterSetTemplate& registered) {
  if (!agrees_with_registration(running, registered)) return std::nullopt;
  const auto positions = positions_by_id(registered);
  CompletedSet completed{.set = registered};
  completed.set.counters.clear();
  for (const CounterTemplate& counter : running.counters) {
    const std::uint32_t position = positions.at(counter.id);  // because the two agree
    completed.set.counters.push_back(registered.counters[position]);
    completed.title_positions.push_back(position);
  }
  return completed;
}

SetDefinitions definitions_of(const CompletedSet& completed, TitleIndex object) {
  SetDefinitions made = definitions_of(completed.set, object);
  TitleIndex title = object;
  for (std::size_t i = 0; i < made.definitions.size(); ++i) {
    // A base follows its counter and has its titles.
    if (!CounterType(made.definitions[i].type).is_base()) {
      title = counter_title(object, completed.title_positions[made.positions[i]]);
    }
    made.definitions[i].name_title_index = title;
    made.definitions[i].help_title_index = title + 1;
  }
  return made;
}

}  // namespace openperflib
