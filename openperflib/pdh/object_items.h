// ObjectItems: the counters and the instances of one object, as lists of pdh.h.
#pragma once

#include <cstdint>

#include "openperflib/pdh/name_list.h"
#include "openperflib/query/names.h"

namespace openperflib {

// Value.
struct ObjectItems {
  NameList counters;           // each name once
  bool has_instances = false;  // of its kind; there may be none now
  NameList instances;          // "parent/name", without #n, each once
};

// The items of an object; of its counters those up to a level of detail (PERF_DETAIL_...).
[[nodiscard]] ObjectItems items_of(const Names::Object& object, std::uint32_t detail_level);

}  // namespace openperflib
