// The names under which registered counter sets are shown.
#pragma once

#include <span>
#include <vector>

#include "openperflib/state/store/registered_set.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Gives each set its name from the English titles, which are ascending by index. A name belongs to
// who had it first: the fixed titles, those of services, the sets of the system, those of the user.
// The title of a set whose name is taken becomes "NAME {GUID}"; it refers to the set, which must
// then stay where it is.
void name_sets(const TitleTable& fixed, std::span<const RegisteredService> services,
               std::vector<RegisteredSet>& sets, std::vector<Title>& english);

}  // namespace openperflib
