// The title stores and the services whose modules publish counters, as doctor shows them.
//
// Values: filled by who reads the stores and collects. Source: docs/perflib.md, section 3c.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/view/text/json_writer.h"

namespace openperflib {

// One title store. Value.
struct StoreHealth {
  bool is_of_system = false;  // or of the user
  std::string file = {};
  std::uint32_t services = 0;  // that count: one of both stores is the system's
  std::string fault = {};      // why it cannot be read; empty: it can, or does not exist
};

// One registered service. Value.
struct ServiceHealth {
  std::string name = {};
  bool is_of_system = false;
  bool may_change = true;                      // this user may write its store
  bool has_titles = false;                     // without them nothing calls its module
  std::optional<std::uint32_t> disabled = {};  // what Disable Performance Counters says
  std::string failure = {};                 // why the last request has no answer; empty: it has one
  std::string confinement = {};             // what confines its process; empty: it does not run
  std::optional<double> milliseconds = {};  // of one collection of each of its objects
};

// All stores and services. Value.
struct ServicesHealth {
  bool all_disabled = false;  // by the value of Perflib
  std::vector<StoreHealth> stores;
  std::vector<ServiceHealth> services;
};

// "works", "fails", "disabled" or "no titles".
[[nodiscard]] std::string_view state_of(const ServiceHealth& service);
// "Disque: works, 0.42 ms; confined: privileges, limits"; not yet printable.
[[nodiscard]] std::string service_line(const ServiceHealth& service);
// What to do about a service that does not work; empty: nothing.
[[nodiscard]] std::string remedy_of(const ServiceHealth& service);
// "system: /var/lib/openperflib/titles.db, 2 services"; not yet printable.
[[nodiscard]] std::string store_line(const StoreHealth& store);

// The members "all_disabled", "stores" and "services" of an object.
void write_services_health(JsonWriter& out, const ServicesHealth& health);

}  // namespace openperflib
