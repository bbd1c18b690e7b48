// The counter sets that manifests have registered, as people and programs see them.
//
// Values: filled by who reads the registration. Source: docs/perflib.md, section 7j.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "openperflib/view/text/json_writer.h"

namespace openperflib {

// One registered set.
struct RegisteredSetFacts {
  std::string name;  // as it is shown
  std::string guid;  // in braces
  std::string help;
  std::string provider;
  std::string provider_guid;
  std::string program;  // the path of the provider's binary
  bool is_of_system = false;
  bool is_of_kernel = false;  // its provider is a driver, of which no counters are read
  std::uint32_t first_index = 0;
  std::uint32_t last_index = 0;
  std::vector<std::string> counters;  // their names; of a hidden one perhaps empty
};

// A row for each: REGISTERED SET, PROVIDER, STORE, INDICES, GUID; names are printable. "" if there
// is none.
[[nodiscard]] std::string registered_set_table(const std::vector<RegisteredSetFacts>& sets);
// All about one, a line each.
[[nodiscard]] std::string registered_set_details(const RegisteredSetFacts& set);
// The member "registered_sets".
void write_registered_sets(JsonWriter& out, const std::vector<RegisteredSetFacts>& sets);

}  // namespace openperflib
