// A block as the JSON document of docs/perflib.md, section 3.
#pragma once

#include <string_view>

#include "openperflib/snapshot/snapshot.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/wire/instance_name.h"

namespace openperflib {

// Writes the document piece by piece: memory is bounded by one instance, not by the block. `write`
// gets each piece; if it returns false, writing ends. `decode`: of names and texts in code pages.
void write_block_json(const Snapshot& snapshot, const TitleTable& titles, CodePageDecoder decode,
                      bool (*write)(std::string_view piece));

}  // namespace openperflib
