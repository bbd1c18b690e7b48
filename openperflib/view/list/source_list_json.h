// A list of what a source has, as JSON (docs/perflib.md, section 3a).
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "openperflib/view/list/source_list.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib {

// An object with its counters: an element of "objects".
void write_listed_object(JsonWriter& out, const ListedObject& object);

// The whole document, on one line. `write` gets it piece by piece: only one object is in memory as
// text.
void write_list_json(const std::vector<ListedObject>& objects,
                     const std::function<void(std::string_view piece)>& write);

}  // namespace openperflib
