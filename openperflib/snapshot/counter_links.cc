#include "openperflib/snapshot/counter_links.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "openperflib/abi/winperf_constants.h"
#include "openperflib/snapshot/number_counters_internal.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

constexpr std::array kLinkCounters = {
    number_counter(title::kObjectTitleIndex, 0), number_counter(title::kCounterOrdinal, 1),
    number_counter(title::kTimeOrdinal, 2),      number_counter(title::kFrequencyOrdinal, 3),
    number_counter(title::kAttributes, 4),
};

// In the order of the counters.
using Numbers = std::array<std::uint32_t, kLinkCounters.size()>;

Numbers numbers_of(const CounterLink& link) noexcept {
  return {link.object_title_index, link.counter_ordinal, link.time_ordinal, link.frequency_ordinal,
          link.attributes};
}

// "{set GUID}:id", without an allocation for each of thousands.
class LinkName {
 public:
  explicit LinkName(const Guid& set) : guid_(guid_text(set) + ":") {}
  [[nodiscard]] std::string_view of(std::uint32_t id) {
    constexpr std::size_t kMostDigits = 10;
    name_ = guid_;
    name_.resize(guid_.size() + kMostDigits);
    const auto end = std::to_chars(name_.data() + guid_.size(), name_.data() + name_.size(), id);
    name_.resize(static_cast<std::size_t>(end.ptr - name_.data()));
    return name_;
  }

 private:
  std::string guid_;
  std::string name_;
};

using Definitions = std::array<std::optional<CounterDefinitionView>, kLinkCounters.size()>;

Definitions definitions_in(const ObjectTypeView& object) noexcept {
  Definitions found;
  for (const CounterDefinitionView& counter : object.counters()) {
    const auto same = std::ranges::find(kLinkCounters, counter.name_title_index(),
                                        &CounterDefinition::name_title_index);
    if (same == kLinkCounters.end()) continue;
    auto& place = found[static_cast<std::size_t>(same - kLinkCounters.begin())];
    if (!place.has_value()) place.emplace(counter);
  }
  return found;
}

std::optional<Numbers> numbers_in(const Definitions& definitions,
                                  const CounterBlockView& block) noexcept {
  Numbers numbers{};
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto value = definitions[i].has_value() ? block.value(*definitions[i]) : std::nullopt;
    if (!value.has_value()) return std::nullopt;
    numbers[i] = static_cast<std::uint32_t>(*value);
  }
  return numbers;
}

auto place_of_link(const CounterLink& link) noexcept {
  return std::pair(link.object_title_index, link.counter_ordinal);
}

}  // namespace

void write_counter_links(std::span<const SetLinks> sets, DataBlockBuilder& builder) {
  builder.begin_object({.name_title_index = title::kCounterLinks,
                        .help_title_index = title::kCounterLinks + 1,
                        .detail_level = PERF_DETAIL_NOVICE,
                        .default_counter = 0,
                        .instances = Instances::multiple,
                        .counter_block_length = number_block_length(kLinkCounters.size())},
                       kLinkCounters);
  for (const SetLinks& set : sets) {
    LinkName name(set.set);
    for (const CounterLink& link : set.links) {
      builder.begin_instance(name.of(link.id));
      const Numbers numbers = numbers_of(link);
      for (std::size_t i = 0; i < kLinkCounters.size(); ++i) {
        builder.set(kLinkCounters[i].offset, kLinkCounters[i].size, numbers[i]);
      }
    }
  }
  builder.end_object();
}

void read_counter_links(const DataBlockView& block, std::vector<CounterLink>& links) {
  links.clear();
  const auto object = block.find(title::kCounterLinks);
  if (!object.has_value()) return;
  const Definitions definitions = definitions_in(*object);
  for (const InstanceView& instance : object->instances()) {
    const auto numbers = numbers_in(definitions, instance.counters);
    if (!numbers.has_value()) continue;
    const auto [title, counter, time, frequency, attributes] = *numbers;
    links.push_back({.object_title_index = title,
                     .counter_ordinal = counter,
                     .time_ordinal = time,
                     .frequency_ordinal = frequency,
                     .attributes = attributes});
  }
  std::ranges::stable_sort(links, {}, place_of_link);
  const auto repeated = std::ranges::unique(links, {}, place_of_link);
  links.erase(repeated.begin(), repeated.end());
}

const CounterLink* find_counter_link(std::span<const CounterLink> links, std::uint32_t object,
                                     std::uint32_t ordinal) noexcept {
  const auto found = std::ranges::lower_bound(links, std::pair(object, ordinal), {}, place_of_link);
  const bool is_it = found != links.end() && found->object_title_index == object &&
                     found->counter_ordinal == ordinal;
  return is_it ? &*found : nullptr;
}

}  // namespace openperflib
