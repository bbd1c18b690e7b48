// What `perflib provider list` and `show` print.
#pragma once

#include <vector>

#include "apps/perflib/provider/offered_sets.h"
#include "apps/perflib/provider/registered_services.h"
#include "apps/perflib/provider/registered_sets.h"

namespace openperflib::apps::provider_command {

// What is shown in one document.
struct Shown {
  std::vector<ServiceFacts> services = {};
  std::vector<RegisteredSetFacts> registered = {};
  std::vector<RunningSetFacts> running = {};
};

void print_json(const Shown& shown);

// The counter sets that processes offer now. Offers that cannot be used are reported on stderr.
[[nodiscard]] std::vector<RunningSetFacts> read_offered_sets();

}  // namespace openperflib::apps::provider_command
