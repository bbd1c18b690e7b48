#include "openperflib/view/doctor/service_health.h"

#include <fmt/core.h>

namespace openperflib {
namespace {

constexpr std::uint32_t kDisabledByFailures = 4;

std::string_view name_of_store(bool is_of_system) { return is_of_system ? "system" : "user"; }

}  // namespace

std::string_view state_of(const ServiceHealth& service) {
  if (service.disabled.value_or(0) != 0) return "disabled";
  if (!service.has_titles) return "no titles";
  return service.failure.empty() ? "works" : "fails";
}

std::string service_line(const ServiceHealth& service) {
  std::string line = fmt::format("{}: {}", service.name, state_of(service));
  if (service.disabled.value_or(0) != 0) {
    return line + (*service.disabled == kDisabledByFailures ? ", because it failed" : "");
  }
  if (!service.failure.empty()) line += fmt::format(": {}", service.failure);
  if (service.milliseconds.has_value()) line += fmt::format(", {:.2f} ms", *service.milliseconds);
  if (!service.confinement.empty()) line += fmt::format("; confined: {}", service.confinement);
  return line;
}

std::string remedy_of(const ServiceHealth& service) {
  const std::string_view as = service.may_change ? "" : ", as root";
  const std::string_view state = state_of(service);
  if (state == "disabled") {
    const bool has_failed = *service.disabled == kDisabledByFailures;
    return fmt::format("{}perflib provider enable {}{}", has_failed ? "once it is fixed: " : "",
                       service.name, as);
  }
  if (state == "no titles") {
    return fmt::format("perflib provider install DIR, or lodctr FILE.ini, gives it titles{}", as);
  }
  if (state == "fails") return "perflib provider test LIBRARY --ini FILE names what it does wrong";
  return {};
}

std::string store_line(const StoreHealth& store) {
  const std::string head = fmt::format("{}: {}", name_of_store(store.is_of_system), store.file);
  if (!store.fault.empty()) return fmt::format("{} cannot be read: {}", head, store.fault);
  if (store.services == 1) return head + ", 1 service";
  return fmt::format("{}, {} services", head, store.services);
}

void write_services_health(JsonWriter& out, const ServicesHealth& health) {
  out.member("all_disabled", health.all_disabled);
  out.objects("stores", health.stores, [&](const StoreHealth& store) {
    out.member("store", name_of_store(store.is_of_system));
    out.member("file", store.file);
    out.member("services", store.services);
    out.member("fault", store.fault);
  });
  out.objects("services", health.services, [&](const ServiceHealth& service) {
    out.member("name", service.name);
    out.member("store", name_of_store(service.is_of_system));
    out.member("state", state_of(service));
    out.member("failure", service.failure);
    out.member("confinement", service.confinement);
    out.member("milliseconds", service.milliseconds);
    out.member("remedy", remedy_of(service));
  });
}

}  // namespace openperflib
