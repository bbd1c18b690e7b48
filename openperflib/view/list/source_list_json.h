// A list of what a source has, as JSON (docs/perflib.md, section 3a).
#pragma once

#include "openperflib/view/list/source_list.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib {

// An object with its counters: an element of "objects".
void write_listed_object(JsonWriter& out, const ListedObject& object);

}  // namespace openperflib
