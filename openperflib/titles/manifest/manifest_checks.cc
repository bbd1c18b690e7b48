#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/abi/winperf_constants.h"
#include "openperflib/titles/manifest/manifest_checks_internal.h"
#include "openperflib/titles/manifest/manifest_types_internal.h"

namespace openperflib {
namespace {

using Counter = ManifestCounter;
using Needs = ManifestType::Needs;

constexpr std::uint64_t kDisplay =
    PERF_ATTRIB_NO_GROUP_SEPARATOR | PERF_ATTRIB_DISPLAY_AS_REAL | PERF_ATTRIB_DISPLAY_AS_HEX;

// Follows the ids by which the counters of one set name others.
class ReferenceChecker {
 public:
  ReferenceChecker(const ManifestCounterSet& set, std::span<const AttributePlaces> places,
                   RemarkList& remarks);
  void check();

 private:
  // An attribute that names a counter, and what that counter must be.
  struct Reference {
    std::string_view name;
    std::optional<std::uint32_t> Counter::* id;
    bool is_used;  // by the type of the counter
    std::uint32_t target;
    TitleRule wrong;
    std::string_view subject;  // of the remark about a wrong target
  };
  // What a counter may refer to: its base, the time and frequency of its clock, its multiplier.
  static constexpr std::size_t kBase = 0, kTime = 1, kFrequency = 2, kMultiplier = 3;
  using References = std::array<Reference, 4>;
  using Given = std::array<bool, 4>;
  [[nodiscard]] static References references_of(const ManifestType& type);
  void check_missing(const Counter& counter, Needs needs, const Given& given);

  void check(const Counter& counter, const AttributePlaces& places);
  // Whether the counter has it, rightly or wrongly.
  bool check(const Counter& counter, const AttributePlaces& places, const Reference& reference);
  void check_clock(std::string_view name, AttributePlace place, std::optional<std::uint32_t> id,
                   std::optional<std::uint32_t>& first);
  const ManifestCounterSet& set_;
  std::span<const AttributePlaces> places_;
  RemarkList& remarks_;
  struct Target {
    const Counter* counter;
    bool has_type;  // a type that was read
  };
  std::unordered_map<std::uint32_t, Target> targets_;  // by id
};

ReferenceChecker::ReferenceChecker(const ManifestCounterSet& set,
                                   std::span<const AttributePlaces> places, RemarkList& remarks)
    : set_(set), places_(places), remarks_(remarks) {
  for (std::size_t i = 0; i < set.counters.size(); ++i) {
    if (!place_of<Counter>(places[i], "id").is_valid) continue;
    const bool has_type = place_of<Counter>(places[i], "type").is_valid;
    targets_.try_emplace(set.counters[i].id, Target{&set.counters[i], has_type});
  }
}

bool ReferenceChecker::check(const Counter& counter, const AttributePlaces& places,
                             const Reference& reference) {
  const AttributePlace place = place_of<Counter>(places, reference.name);
  if (place.line == 0) return false;
  if (!place.is_valid) return true;
  const std::uint32_t id = (counter.*reference.id).value_or(0);
  const auto target = targets_.find(id);
  if (target == targets_.end()) {
    remarks_.add(place.line, TitleRule::reference_undefined,
                 fmt::format("{} {}", reference.name, id));
  } else if (!reference.is_used) {
    remarks_.add(place.line, TitleRule::reference_unused, reference.name);
  } else if (target->second.has_type && target->second.counter->type != reference.target) {
    remarks_.add(place.line, reference.wrong, reference.subject);
  }
  return true;
}

ReferenceChecker::References ReferenceChecker::references_of(const ManifestType& type) {
  using enum TitleRule;
  const bool uses_clock = type.needs == Needs::clock || type.needs == Needs::base_or_clock;
  const bool uses_multiplier = type.needs == Needs::base_or_multi;
  const std::string_view base = type.base != 0 ? find_manifest_type(type.base)->name : "";
  return {{{"baseID", &Counter::base_id, type.base != 0, type.base, base_type_wrong, base},
           {"perfTimeID", &Counter::perf_time_id, uses_clock, PERF_COUNTER_LARGE_RAWCOUNT,
            clock_type_wrong, "perfTimeID"},
           {"perfFreqID", &Counter::perf_freq_id, uses_clock, PERF_COUNTER_LARGE_RAWCOUNT,
            clock_type_wrong, "perfFreqID"},
           {"multiCounterID", &Counter::multi_counter_id, uses_multiplier, PERF_COUNTER_RAWCOUNT,
            multiplier_type_wrong, "multiCounterID"}}};
}

void ReferenceChecker::check_missing(const Counter& counter, Needs needs, const Given& given) {
  const auto missing = [&](std::string_view name) {
    remarks_.add(counter.line, TitleRule::reference_missing, name);
  };
  const bool may_have_base = needs == Needs::base_or_multi || needs == Needs::base_or_clock;
  if (needs == Needs::nothing || (may_have_base && given[kBase])) return;
  if (needs == Needs::base) {
    if (!given[kBase]) missing("baseID");
  } else if (needs == Needs::base_or_multi) {
    if (!given[kMultiplier]) missing("multiCounterID");
  } else {
    if (!given[kTime]) missing("perfTimeID");
    if (!given[kFrequency]) missing("perfFreqID");
  }
}

void ReferenceChecker::check(const Counter& counter, const AttributePlaces& places) {
  if (!place_of<Counter>(places, "type").is_valid) return;
  const ManifestType& type = *find_manifest_type(counter.type);
  const References references = references_of(type);
  Given given{};
  for (std::size_t i = 0; i < references.size(); ++i) {
    given[i] = check(counter, places, references[i]);
  }
  check_missing(counter, type.needs, given);
}

void ReferenceChecker::check_clock(std::string_view name, AttributePlace place,
                                   std::optional<std::uint32_t> id,
                                   std::optional<std::uint32_t>& first) {
  if (!place.is_valid) return;
  if (!first.has_value()) first = id;
  if (id != first) remarks_.add(place.line, TitleRule::clocks_differ, name);
}

void ReferenceChecker::check() {
  std::optional<std::uint32_t> first_time;
  std::optional<std::uint32_t> first_frequency;
  for (std::size_t i = 0; i < set_.counters.size(); ++i) {
    const Counter& counter = set_.counters[i];
    check(counter, places_[i]);
    check_clock("perfTimeID", place_of<Counter>(places_[i], "perfTimeID"), counter.perf_time_id,
                first_time);
    check_clock("perfFreqID", place_of<Counter>(places_[i], "perfFreqID"), counter.perf_freq_id,
                first_frequency);
  }
}

void check_structs(const ManifestCounterSet& set, std::span<const AttributePlaces> places,
                   RemarkList& remarks) {
  std::unordered_set<std::string_view> names;
  for (const ManifestStruct& one : set.structs) names.insert(one.name);
  for (std::size_t i = 0; i < set.counters.size(); ++i) {
    const std::string& name = set.counters[i].struct_name;
    if (name.empty() || names.contains(name)) continue;
    remarks.add(place_of<Counter>(places[i], "struct").line, TitleRule::struct_undefined, name);
  }
}

}  // namespace

void UniqueTexts::add(AttributePlace place, const std::string& value, RemarkList& remarks) {
  if (!place.is_valid || value.empty() || values_.insert(value).second) return;
  remarks.add(place.line, rule_, value);
}

void UniqueNames::add(const ManifestProvider& provider, const AttributePlaces& places,
                      RemarkList& remarks) {
  provider_guids_.add(place_of<ManifestProvider>(places, "providerGuid"), guid_text(provider.guid),
                      remarks);
}

void UniqueNames::add(const ManifestCounterSet& set, const AttributePlaces& places,
                      RemarkList& remarks) {
  set_guids_.add(place_of<ManifestCounterSet>(places, "guid"), guid_text(set.guid), remarks);
  set_uris_.add(place_of<ManifestCounterSet>(places, "uri"), set.uri, remarks);
  set_names_.add(place_of<ManifestCounterSet>(places, "name"), set.name, remarks);
  set_symbols_.add(place_of<ManifestCounterSet>(places, "symbol"), set.symbol, remarks);
}

void UniqueNames::add(const ManifestCounter& counter, const AttributePlaces& places,
                      RemarkList& remarks) {
  counter_uris_.add(place_of<Counter>(places, "uri"), counter.uri, remarks);
  counter_symbols_.add(place_of<Counter>(places, "symbol"), counter.symbol, remarks);
}

void check_counters(const ManifestCounterSet& set, std::span<const AttributePlaces> counters,
                    RemarkList& remarks) {
  UniqueTexts ids(TitleRule::counter_id_shared);
  UniqueTexts names(TitleRule::counter_name_shared);
  for (std::size_t i = 0; i < set.counters.size(); ++i) {
    ids.add(place_of<Counter>(counters[i], "id"), fmt::to_string(set.counters[i].id), remarks);
    names.add(place_of<Counter>(counters[i], "name"), set.counters[i].name, remarks);
  }
  ReferenceChecker(set, counters, remarks).check();
  check_structs(set, counters, remarks);
}

void check_flags(std::span<const PlacedFlag> flags, RemarkList& remarks) {
  const auto has = [&](std::uint64_t flag) {
    return std::ranges::find(flags, flag, &PlacedFlag::flag) != flags.end();
  };
  const bool is_hidden = has(PERF_ATTRIB_NO_DISPLAYABLE);
  const bool is_hexadecimal = has(PERF_ATTRIB_DISPLAY_AS_HEX);
  for (const PlacedFlag& one : flags) {
    if ((one.flag & kDisplay) == 0) continue;
    if (is_hidden) {
      remarks.add(one.line, TitleRule::hidden_counter_displayed, attribute_name(one.flag));
    } else if (is_hexadecimal && one.flag != PERF_ATTRIB_DISPLAY_AS_HEX) {
      remarks.add(one.line, TitleRule::display_combined, attribute_name(one.flag));
    }
  }
}

}  // namespace openperflib
