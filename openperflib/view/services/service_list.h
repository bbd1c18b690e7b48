// The services whose modules publish counters, as people and programs see them.
//
// Values: filled by who reads the registration. Source: docs/perflib.md, section 7j.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/view/text/json_writer.h"

namespace openperflib {

// A value of one of its keys.
struct ServiceValue {
  std::string key;  // "Performance", "Linkage" or ""
  std::string name;
  std::string text;
};

// One registered service.
struct ServiceFacts {
  std::string name;
  bool is_of_system = false;  // or of the user
  bool is_disabled = false;
  std::optional<std::uint32_t> disabled;     // what Disable Performance Counters says
  std::string library;                       // as registered; empty: none
  std::optional<std::uint32_t> first_index;  // of its titles; nullopt: none are installed
  std::optional<std::uint32_t> last_index;
  std::vector<std::string> objects;  // their names
  std::vector<ServiceValue> values;
};

// "enabled", "disabled", "no titles": the first that keeps its counters away.
[[nodiscard]] std::string state_text(const ServiceFacts& service);

// A row for each: SERVICE, STATE, STORE, INDICES, LIBRARY; names are printable. Ends with a line
// end; "" if there is no service.
[[nodiscard]] std::string service_table(const std::vector<ServiceFacts>& services);
// All about one, a line each.
[[nodiscard]] std::string service_details(const ServiceFacts& service);
// The member "services".
void write_services(JsonWriter& out, const std::vector<ServiceFacts>& services);

}  // namespace openperflib
