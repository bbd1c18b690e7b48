#include <algorithm>

#include "openperflib/machine_jobs/services_health_internal.h"
#include "openperflib/provider/provider.h"

namespace openperflib {
namespace {

constexpr std::string_view kDisabled = "Disable Performance Counters";

StoreHealth store_health(StoreScope scope, const std::string& folder,
                         const Registration& registration, std::span<const StoreFault> faults) {
  StoreHealth health{.is_of_system = scope == StoreScope::system,
                     .file = folder + "/titles.db",
                     .services = 0,
                     .fault = {}};
  health.services = static_cast<std::uint32_t>(
      std::ranges::count(registration.services(), scope, &RegisteredService::scope));
  for (const StoreFault& fault : faults) {
    if (fault.source.file.starts_with(folder)) health.fault = describe(fault);
  }
  return health;
}

// Returns the cost of all objects of the service, each collected alone.
std::optional<double> cost_of(const RegisteredService& service, const Diagnosis& diagnosis) {
  std::optional<double> cost;
  const auto titles = service.titles();
  if (!titles.has_value()) return cost;
  for (const ObjectHealth& object : diagnosis.objects) {
    if (!titles->contains(object.title_index) || !object.milliseconds.has_value()) continue;
    cost = cost.value_or(0) + *object.milliseconds;
  }
  return cost;
}

}  // namespace

ServicesHealth services_health(TitleStore& store, const LocalSource& source,
                               const Diagnosis& diagnosis) {
  const auto registration = store.read();
  ServicesHealth health;
  health.all_disabled = registration->perflib_number(kDisabled).value_or(0) != 0;
  const StoreFolders& folders = store.folders();
  health.stores.push_back(
      store_health(StoreScope::system, folders.system, *registration, store.faults()));
  if (!folders.user.empty()) {
    health.stores.push_back(
        store_health(StoreScope::user, folders.user, *registration, store.faults()));
  }
  const auto states = source.services();
  for (const RegisteredService& service : registration->services()) {
    const auto state = std::ranges::find(states, service.name, &ServiceState::service);
    const bool is_known = state != states.end();
    health.services.push_back({.name = service.name,
                               .is_of_system = service.scope == StoreScope::system,
                               .may_change = service.scope == store.own_scope(),
                               .has_titles = service.titles().has_value(),
                               .disabled = service.number(ServiceKey::performance, kDisabled),
                               .failure = is_known ? state->lack : "",
                               .confinement = is_known ? state->confinement : "",
                               .milliseconds = is_known && state->lack.empty()
                                                   ? cost_of(service, diagnosis)
                                                   : std::nullopt});
  }
  return health;
}

}  // namespace openperflib
