// Fills doctor's model from a snapshot and from what is known of the machine's objects.
#pragma once

#include "openperflib/query/names.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/view/doctor/health_report.h"

namespace openperflib {

// All described objects of a snapshot, and what is missing according to its Collection Status.
// Values that the next collection has (rates) do not count as missing. `names`: of the catalog of
// the snapshot, with the descriptions of its source.
[[nodiscard]] Diagnosis diagnose(const Names& names, const Snapshot& snapshot);

}  // namespace openperflib
