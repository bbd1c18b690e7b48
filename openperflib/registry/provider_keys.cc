#include "openperflib/registry/provider_keys.h"

namespace openperflib {
namespace {

std::vector<RegisteredValue> values_of(const RegisteredProvider& provider) {
  return {text_value("ApplicationIdentity", provider.identity),
          number_value("ProviderType", provider.type), text_value("ProviderName", provider.name)};
}

std::vector<RegisteredValue> values_of(const RegisteredSet& set) {
  return {text_value("CounterSetName", set.name),
          text_value("Uri", set.uri),
          number_value("InstanceType", set.instance_type),
          number_value("CounterCount", static_cast<std::uint32_t>(set.counters.size())),
          number_value("First Counter", set.range.first),
          number_value("Last Counter", set.range.last),
          number_value("First Help", set.range.first + 1),
          number_value("Last Help", set.range.last + 1)};
}

}  // namespace

std::vector<std::string> provider_children(const Registration& registration,
                                           const ProviderPlace& place) {
  std::vector<std::string> names;
  if (!place.provider.has_value()) {
    for (const RegisteredProvider& provider : registration.providers()) {
      names.push_back(guid_text(provider.guid));
    }
  } else if (!place.set.has_value()) {
    for (const RegisteredSet& set : registration.sets()) {
      if (set.provider == *place.provider) names.push_back(guid_text(set.guid));
    }
  }
  return names;
}

bool has_provider_key(const Registration& registration, const ProviderPlace& place) {
  if (!place.provider.has_value()) return true;
  if (!place.set.has_value()) return registration.find_provider(*place.provider) != nullptr;
  const RegisteredSet* const set = registration.find_set(*place.set);
  return set != nullptr && set->provider == *place.provider;
}

std::vector<RegisteredValue> provider_values(const Registration& registration,
                                             const ProviderPlace& place) {
  if (!place.provider.has_value() || !has_provider_key(registration, place)) return {};
  if (place.set.has_value()) return values_of(*registration.find_set(*place.set));
  return values_of(*registration.find_provider(*place.provider));
}

const RegistryKey* ProviderKeys::child(const Registration& registration, const RegistryKey& parent,
                                       std::string_view name) {
  const ProviderPlace& above = *parent.registered;
  const auto guid = guid_of(name);
  if (!guid.has_value() || above.set.has_value()) return nullptr;
  const ProviderPlace place =
      above.provider.has_value() ? ProviderPlace{above.provider, guid} : ProviderPlace{guid, {}};
  if (!has_provider_key(registration, place)) return nullptr;
  auto& kept = nodes_[{place.provider, place.set}];
  if (kept == nullptr) {
    kept = std::make_unique<Node>(Node{place, guid_text(*guid), {}});
    kept->key = {.name = kept->name, .parent = &parent, .registered = &kept->place};
  }
  return &kept->key;
}

}  // namespace openperflib
