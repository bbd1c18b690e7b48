// What a machine has, as its source describes it: for lists and diagnoses.
#pragma once

#include <span>
#include <vector>

#include "openperflib/snapshot/object_description.h"
#include "openperflib/snapshot/object_request.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/view/doctor/health_report.h"
#include "openperflib/view/list/source_list.h"

namespace openperflib {

// A request for everything that can be collected here, including the costly objects. `described`,
// here and below: Source::describe().
[[nodiscard]] ObjectRequest request_for_all(std::span<const ObjectDescription* const> described);

// All described objects of a snapshot, followed by those for which it only has reasons why they are
// missing.
[[nodiscard]] std::vector<ListedObject> list_objects(
    const Snapshot& snapshot, std::span<const ObjectDescription* const> described);

// The described objects that a snapshot of everything does not mention.
[[nodiscard]] std::vector<ListedObject> list_absent_objects(
    const Snapshot& snapshot, std::span<const ObjectDescription* const> described);

// Returns what a snapshot of everything lacks, and what could provide it.
[[nodiscard]] Diagnosis diagnose(const Snapshot& snapshot,
                                 std::span<const ObjectDescription* const> described);

}  // namespace openperflib
