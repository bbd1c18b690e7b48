// What list shows of objects that do not exist on Linux.
#pragma once

#include <vector>

#include "openperflib/view/list/source_list.h"

namespace openperflib::apps {

// The objects of Windows that do not exist on Linux, each with its reason.
[[nodiscard]] std::vector<ListedObject> list_omitted_objects();

}  // namespace openperflib::apps
