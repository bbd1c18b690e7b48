// The registered counter sets as `perflib provider` shows them.
#pragma once

#include <string_view>
#include <vector>

#include "openperflib/state/store/registration.h"
#include "openperflib/view/services/registered_sets.h"

namespace openperflib::apps {

[[nodiscard]] std::vector<RegisteredSetFacts> registered_set_facts(
    const Registration& registration);
// Returns the sets of a name or GUID, and those of the provider of a name or GUID; letter case is
// ignored.
[[nodiscard]] std::vector<RegisteredSetFacts> registered_sets_called(
    const Registration& registration, std::string_view name);

}  // namespace openperflib::apps
