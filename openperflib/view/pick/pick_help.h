// What a row of a choice of counters is, in words.
#pragma once

#include <string>

#include "openperflib/query/catalog/catalog.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Returns what an object or one of its counters is (null: the object); empty: that is not known.
// `titles`: those of the source.
[[nodiscard]] std::string pick_help(const Catalog::Object& object, const Catalog::Counter* counter,
                                    const TitleTable& titles);

}  // namespace openperflib
