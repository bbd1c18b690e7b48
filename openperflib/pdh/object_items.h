// ObjectItems: the counters and the instances of one object, as lists show them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/pdh/name_list.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Value.
struct ObjectItems {
  // A name, and from which level of detail on (PERF_DETAIL_...) it is listed.
  struct Counter {
    std::string name;
    std::uint32_t detail_level = 0;
  };
  std::vector<Counter> counters;  // each name once
  bool has_instances = false;     // of its kind; there may be none now
  NameList instances;             // "parent/name", without #n, each once
  std::string default_counter;    // empty: it has no counter

  // The names of the counters up to this level, PERF_DETAIL_..., in the order of `counters`.
  [[nodiscard]] NameList counters_at(std::uint32_t detail_level) const;
};

// The items of an object of a catalog.
[[nodiscard]] ObjectItems items_of(const Catalog::Object& object, const TitleTable& titles);

// The object that has that name, of all machines or of one; null: there is none, or it only
// describes a block. No name has wildcards.
[[nodiscard]] const Catalog::Object* find_object(const Catalog& catalog, std::string_view name,
                                                 std::optional<std::string_view> machine);

}  // namespace openperflib
