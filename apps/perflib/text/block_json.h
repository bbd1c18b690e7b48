// A block as the JSON document of docs/perflib.md, section 3.
#pragma once

#include <string>

#include "openperflib/snapshot/snapshot.h"

namespace openperflib::apps {

// Writes the document piece by piece: memory is bounded by one instance, not by the block. `write`
// gets each piece; if it returns false, writing ends.
void write_block_json(const Snapshot& snapshot, const TitleTable& titles,
                      bool (*write)(std::string_view piece));

}  // namespace openperflib::apps
