// What -q and -qx list.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "apps/typeperf/options.h"
#include "openperflib/query/catalog.h"

namespace openperflib::typeperf {

enum class ListedInstances : std::uint8_t { as_wildcard, one_by_one };

// Lines of counter paths that end in CR LF: "\Object(*)\Counter" and "\Object\Counter", or with
// each instance there is, all of the first counter, then all of the second. `object`: its name or
// index, wildcards allowed; also as a path begins, "\Object(instance)". Empty: every object.
// nullopt: there is no such object.
[[nodiscard]] std::optional<std::string> counter_list(const Catalog& catalog,
                                                      std::string_view object,
                                                      ListedInstances instances);

// Lists to the console or to the file of -o. Errors: nothing could be collected or written, or
// there is no such object.
[[nodiscard]] Outcome list_counters(const Options& options);

}  // namespace openperflib::typeperf
