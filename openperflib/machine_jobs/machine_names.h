// The names that a machine could have, for the completion of a word while it is typed.
#pragma once

#include "openperflib/machine/local_source.h"
#include "openperflib/query/known_names.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Returns the objects that a machine, or the first root folder, describes, with their counters, and
// collects nothing for it. instances() collects the instances of one object when it is called; it
// has none where that fails. A machine that cannot be opened has no names. The texts of `titles`
// must outlive the result. `machine`: its kept_descriptors and collection_status have no effect.
[[nodiscard]] KnownNames names_of_machine(LocalSourceOptions machine, const TitleTable& titles);

}  // namespace openperflib
