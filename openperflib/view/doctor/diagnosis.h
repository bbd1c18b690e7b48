// Fills doctor's model from a snapshot and from what is known of the machine's objects.
#pragma once

#include <span>

#include "openperflib/query/catalog/catalog.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/view/doctor/health_report.h"
#include "openperflib/view/list/source_list.h"

namespace openperflib {

// All known objects of a snapshot, and what is missing according to its Collection Status. Values
// that the next collection has (rates) do not count as missing. `catalog` is that of the snapshot.
[[nodiscard]] Diagnosis diagnose(const Catalog& catalog, const Snapshot& snapshot,
                                 std::span<const DescribedObject> known);

}  // namespace openperflib
