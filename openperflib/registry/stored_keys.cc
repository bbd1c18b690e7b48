#include "openperflib/registry/stored_keys.h"

#include <algorithm>
#include <array>

#include "openperflib/abi/winerror_constants.h"
#include "openperflib/abi/winreg_types.h"
#include "openperflib/loading/load_fault.h"
#include "openperflib/state/store_edit.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr std::string_view kPerfProcName = "PerfProc";

// The keys below that of a service.
struct BelowService {
  std::string_view name;
  ServiceKey key;
};
constexpr auto kBelow = std::to_array<BelowService>(
    {{"Performance", ServiceKey::performance}, {"Linkage", ServiceKey::linkage}});

// The settings of Perflib that may be written. Source: docs/registry.md.
constexpr auto kSettings = std::to_array<std::string_view>(
    {"CollectTime", "Configuration Flags", "Disable Performance Counters", "EventLogLevel",
     "ExtCounterTestLevel", "OpenProcedureWaitTime"});

bool is_setting(std::string_view name) {
  return std::ranges::any_of(kSettings,
                             [&](std::string_view one) { return equal_ignoring_case(one, name); });
}

const BelowService* below_named(std::string_view name) {
  const auto* const found = std::ranges::find_if(
      kBelow, [&](const BelowService& one) { return equal_ignoring_case(one.name, name); });
  return found == kBelow.end() ? nullptr : found;
}

bool is_service(const RegistryKey& key) {
  return key.stored != nullptr && key.stored->key == ServiceKey::service;
}

}  // namespace

const RegistryKey* StoredKeys::node(const RegistryKey& parent, std::string_view service,
                                    ServiceKey key) {
  auto& kept = nodes_[{folded(service), key}];
  if (kept == nullptr) {
    const auto* const below = std::ranges::find(kBelow, key, &BelowService::key);
    kept = std::make_unique<Node>();
    kept->place = {std::string(service), key};
    kept->name = below == kBelow.end() ? std::string(service) : std::string(below->name);
    kept->key = {.name = kept->name, .parent = &parent, .stored = &kept->place};
  }
  return &kept->key;
}

const RegistryKey* StoredKeys::language(std::string_view name) {
  for (const RegisteredLanguage& language : read()->languages()) {
    const std::string text = language_text(language.language);
    if (!equal_ignoring_case(text, name)) continue;
    auto& kept = languages_[language.language];
    if (kept == nullptr) {
      kept = std::make_unique<Node>();
      kept->name = text;
      kept->key = {.name = kept->name, .parent = &kPerflib, .language = language.language};
    }
    return &kept->key;
  }
  return nullptr;
}

const RegistryKey* StoredKeys::child(const RegistryKey& parent, std::string_view name) {
  if (&parent == &kPerflib) return language(name);
  if (parent.registered != nullptr) return providers_.child(*read(), parent, name);
  if (&parent == &kServices) {
    const auto registration = read();
    const RegisteredService* const service = registration->find(name);
    return service == nullptr ? nullptr : node(parent, service->name, ServiceKey::service);
  }
  const BelowService* const below = is_service(parent) ? below_named(name) : nullptr;
  if (below == nullptr || !has({parent.stored->service, below->key})) return nullptr;
  return node(parent, parent.stored->service, below->key);
}

std::vector<std::string> StoredKeys::children(const RegistryKey& parent) {
  if (parent.registered != nullptr) return provider_children(*read(), *parent.registered);
  std::vector<std::string> names;
  if (&parent == &kServices) {
    for (const RegisteredService& service : read()->services()) {
      if (!equal_ignoring_case(service.name, kPerfProcName)) names.push_back(service.name);
    }
  } else if (&parent == &kPerflib) {
    for (const RegisteredLanguage& language : read()->languages()) {
      names.push_back(language_text(language.language));
    }
  } else if (is_service(parent)) {
    for (const BelowService& below : kBelow) {
      if (has({parent.stored->service, below.key})) names.emplace_back(below.name);
    }
  }
  return names;
}

bool StoredKeys::exists(const RegistryKey& key) {
  if (key.registered != nullptr) return has_provider_key(*read(), *key.registered);
  if (key.language == 0) return key.stored == nullptr || has(*key.stored);
  const auto registration = read();
  return std::ranges::any_of(registration->languages(), [&](const RegisteredLanguage& one) {
    return one.language == key.language;
  });
}

bool StoredKeys::has(const StoredPlace& place) {
  const auto registration = read();
  const RegisteredService* const service = registration->find(place.service);
  if (service == nullptr) return false;
  return place.key == ServiceKey::service ||
         service->keys.at(static_cast<std::size_t>(place.key)).has_value();
}

bool StoredKeys::is_own(const StoredPlace& place) {
  const auto registration = read();
  const RegisteredService* const service = registration->find(place.service);
  return service != nullptr && service->scope == store_.own_scope();
}

std::vector<RegisteredValue> StoredKeys::values(const RegistryKey& key) {
  const auto registration = read();
  if (key.registered != nullptr) return provider_values(*registration, *key.registered);
  if (&key == &kPerflib) {
    const auto all = registration->perflib_values();
    return {all.begin(), all.end()};
  }
  if (key.stored == nullptr) return {};
  const RegisteredService* const service = registration->find(key.stored->service);
  if (service == nullptr) return {};
  return service->keys.at(static_cast<std::size_t>(key.stored->key))
      .value_or(std::vector<RegisteredValue>());
}

template <typename Edit>
LSTATUS StoredKeys::change(Edit edit) {
  const auto changed = store_.change(store_.own_scope(), edit);
  return changed.has_value() ? ERROR_SUCCESS : static_cast<LSTATUS>(windows_code(changed.error()));
}

// The place that a path leads to, which may not exist yet.
std::expected<StoredPlace, LSTATUS> StoredKeys::place_below(
    const RegistryKey& parent, std::span<const std::string_view> path) {
  StoredPlace place;
  if (&parent == &kServices) {
    place.service = path.front();
    path = path.subspan(1);
  } else if (is_service(parent) && is_own(*parent.stored)) {
    place.service = parent.stored->service;
  } else {
    return std::unexpected(ERROR_ACCESS_DENIED);
  }
  if (path.empty()) return place;
  const BelowService* const below = path.size() == 1 ? below_named(path.front()) : nullptr;
  if (below == nullptr) return std::unexpected(ERROR_ACCESS_DENIED);
  place.key = below->key;
  return place;
}

std::expected<const RegistryKey*, LSTATUS> StoredKeys::create(
    const RegistryKey& parent, std::span<const std::string_view> path,
    const RegisteredValue* value) {
  const auto place = place_below(parent, path);
  if (!place.has_value()) return std::unexpected(place.error());
  const LSTATUS code = change([&](StoreEdit& edit) -> std::expected<void, StoreFault> {
    auto created = edit.create_key(place->service, place->key);  // with the key of the service
    if (!created.has_value() || value == nullptr) return created;
    return edit.set_value(place->service, place->key, *value);
  });
  if (code != ERROR_SUCCESS) return std::unexpected(code);
  const RegistryKey* const service = node(kServices, place->service, ServiceKey::service);
  return place->key == ServiceKey::service ? service : node(*service, place->service, place->key);
}

LSTATUS StoredKeys::remove(const StoredPlace& place) {
  if (!is_own(place)) return ERROR_ACCESS_DENIED;
  return change([&](StoreEdit& edit) { return edit.delete_key(place.service, place.key); });
}

LSTATUS StoredKeys::set(const RegistryKey& key, const RegisteredValue& value) {
  if (&key == &kPerflib && is_setting(value.name)) {
    return change([&](StoreEdit& edit) { return edit.set_perflib_value(value); });
  }
  if (key.stored == nullptr || !is_own(*key.stored)) return ERROR_ACCESS_DENIED;
  const StoredPlace& place = *key.stored;
  return change([&](StoreEdit& edit) { return edit.set_value(place.service, place.key, value); });
}

LSTATUS StoredKeys::remove_value(const RegistryKey& key, std::string_view name) {
  if (&key == &kPerflib && is_setting(name)) {
    return change([&](StoreEdit& edit) { return edit.delete_perflib_value(name); });
  }
  if (key.stored == nullptr || !is_own(*key.stored)) return ERROR_ACCESS_DENIED;
  const StoredPlace& place = *key.stored;
  return change([&](StoreEdit& edit) { return edit.delete_value(place.service, place.key, name); });
}

LSTATUS StoredKeys::set_format(std::string_view name, std::uint32_t number) {
  return change([&](StoreEdit& edit) -> std::expected<void, StoreFault> {
    auto created = edit.create_key(kPerfProcName, ServiceKey::performance);
    if (!created.has_value()) return created;
    return edit.set_value(kPerfProcName, ServiceKey::performance, number_value(name, number));
  });
}

std::optional<std::uint32_t> StoredKeys::format(std::string_view name) {
  const auto registration = read();
  const RegisteredService* const service = registration->find(kPerfProcName);
  return service == nullptr ? std::nullopt : service->number(ServiceKey::performance, name);
}

}  // namespace openperflib
