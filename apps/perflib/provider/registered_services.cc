#include "apps/perflib/provider/registered_services.h"

#include <array>
#include <string>

#include "openperflib/loading/service_settings.h"

namespace openperflib::apps {
namespace {

constexpr std::array<std::string_view, kServiceKeys> kKeyNames = {"", "Performance", "Linkage"};

std::vector<std::string> object_names(const RegisteredService& service,
                                      const Registration& registration) {
  std::vector<std::string> names;
  for (const TitleIndex index : service.objects().value_or(std::vector<TitleIndex>())) {
    const auto name = registration.titles()->table().name(index);
    names.push_back(name.has_value() ? std::string(*name) : std::to_string(index));
  }
  return names;
}

std::vector<ServiceValue> values_of(const RegisteredService& service) {
  std::vector<ServiceValue> values;
  for (std::size_t key = 0; key < kServiceKeys; ++key) {
    if (!service.keys.at(key).has_value()) continue;
    for (const RegisteredValue& value : *service.keys.at(key)) {
      values.push_back({std::string(kKeyNames.at(key)), value.name, value_text(value)});
    }
  }
  return values;
}

}  // namespace

ServiceFacts service_facts(const RegisteredService& service, const Registration& registration) {
  ServiceFacts facts{
      .name = service.name,
      .is_of_system = service.scope == StoreScope::system,
      .is_disabled = false,
      .disabled = service.number(ServiceKey::performance, "Disable Performance Counters"),
      .library = service.text(ServiceKey::performance, "Library").value_or(""),
      .first_index = std::nullopt,
      .last_index = std::nullopt,
      .objects = object_names(service, registration),
      .values = values_of(service)};
  facts.is_disabled = facts.disabled.value_or(0) != 0;
  if (const auto titles = service.titles(); titles.has_value()) {
    facts.first_index = titles->first;
    facts.last_index = titles->last;
  }
  return facts;
}

std::vector<ServiceFacts> service_facts(const Registration& registration) {
  std::vector<ServiceFacts> all;
  for (const RegisteredService& service : registration.services()) {
    all.push_back(service_facts(service, registration));
  }
  return all;
}

}  // namespace openperflib::apps
