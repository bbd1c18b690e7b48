// The objects of a log or a machine in results.
#pragma once

#include <cstddef>

#include "openperflib/titles/title_table.h"
#include "openperflib/view/list/source_list.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib {

// How much is written of an object. Value.
struct ListDepth {
  bool has_counters = false;  // and the names of its instances
  bool has_details = false;   // what is known of its counters
  std::size_t most_instances = 50;
};

// Members of an object.
void write_object(JsonWriter& out, const ListedObject& object, const ListDepth& depth,
                  const TitleTable& titles);

}  // namespace openperflib
