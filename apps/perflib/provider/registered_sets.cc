#include "apps/perflib/provider/registered_sets.h"

#include <algorithm>

#include "openperflib/abi/perflib_constants.h"
#include "openperflib/text/utf16.h"

namespace openperflib::apps {
namespace {

RegisteredSetFacts set_facts(const RegisteredSet& set, const Registration& registration) {
  RegisteredSetFacts facts{.name = set.shown_name,
                           .guid = guid_text(set.guid),
                           .help = std::string(registration.title(set.range.first + 1)),
                           .provider = {},
                           .provider_guid = guid_text(set.provider),
                           .program = {},
                           .is_of_system = set.scope == StoreScope::system,
                           .is_of_kernel = false,
                           .first_index = set.range.first,
                           .last_index = set.range.last,
                           .counters = {}};
  if (const RegisteredProvider* const provider = registration.find_provider(set.provider)) {
    facts.provider = provider->name;
    facts.program = provider->identity;
    facts.is_of_kernel = provider->type == PERF_PROVIDER_KERNEL_MODE;
  }
  for (std::size_t i = 0; i < set.counters.size(); ++i) {
    facts.counters.emplace_back(
        registration.title(set.range.first + RegisteredSet::counter_distance(i)));
  }
  return facts;
}

}  // namespace

std::vector<RegisteredSetFacts> registered_set_facts(const Registration& registration) {
  std::vector<RegisteredSetFacts> all;
  for (const RegisteredSet& set : registration.sets()) all.push_back(set_facts(set, registration));
  return all;
}

std::vector<RegisteredSetFacts> registered_sets_called(const Registration& registration,
                                                       std::string_view name) {
  std::vector<RegisteredSetFacts> sets = registered_set_facts(registration);
  std::erase_if(sets, [&](const RegisteredSetFacts& set) {
    const auto names = {set.name, set.guid, set.provider, set.provider_guid};
    return std::ranges::none_of(
        names, [&](const std::string& one) { return equal_ignoring_case(one, name); });
  });
  return sets;
}

}  // namespace openperflib::apps
