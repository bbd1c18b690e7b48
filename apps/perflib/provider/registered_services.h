// What is registered, as the models of view want it.
#pragma once

#include <vector>

#include "openperflib/state/store/registration.h"
#include "openperflib/view/services/service_list.h"

namespace openperflib::apps {

[[nodiscard]] ServiceFacts service_facts(const RegisteredService& service,
                                         const Registration& registration);
// All, by name.
[[nodiscard]] std::vector<ServiceFacts> service_facts(const Registration& registration);

}  // namespace openperflib::apps
