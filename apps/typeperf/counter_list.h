// What -q and -qx list.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "apps/typeperf/options.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::typeperf {

enum class ListedInstances : std::uint8_t { as_wildcard, one_by_one };

// Counter paths in lines that end with CR LF: "\Object(*)\Counter" and "\Object\Counter", or with
// every existing instance, all instances of the first counter before those of the second. `object`:
// a name or index, with wildcards, or the beginning of a path, "\Object(instance)"; empty: every
// object. `computer`: as -s names it, which the paths begin with; empty: they have none. nullopt:
// there is no such object. `titles`: those of the catalog.
[[nodiscard]] std::optional<std::string> counter_list(const Catalog& catalog,
                                                      std::string_view object,
                                                      ListedInstances instances,
                                                      std::string_view computer,
                                                      const TitleTable& titles);

// Writes the list to the console or to the file of -o. Errors: nothing could be collected or
// written, or there is no such object.
[[nodiscard]] Outcome list_counters(const Options& options);

}  // namespace openperflib::typeperf
