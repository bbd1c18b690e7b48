// What a tool says of a counter path that matches nothing here.
#pragma once

#include <cstdint>
#include <string>

#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/query.h"
#include "openperflib/snapshot/snapshot.h"

namespace openperflib::drop_in {

// Why the path of that number in the query matches nothing in the snapshot that it took last, with
// the nearest names and the code; empty: it matches something.
[[nodiscard]] std::string why_unmatched(const Query& query, const Snapshot& snapshot,
                                        const std::string& path, std::uint32_t number);

// Says why a path matches nothing in a log, of which that is the catalog of all records. `match`:
// not matched.
[[nodiscard]] std::string why_unmatched_in_log(Query::Match match, const std::string& path,
                                               const Catalog& catalog);

}  // namespace openperflib::drop_in
