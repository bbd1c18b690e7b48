// Fills doctor's model from a snapshot and from what the providers of the machine describe.
#pragma once

#include <span>

#include "openperflib/provider/provider.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/view/doctor/health_report.h"

namespace openperflib::apps {

// All objects of a snapshot except Collection Status, and what is missing according to that. Values
// that the next collection has (rates) do not count as missing.
// `described`: what its providers have.
[[nodiscard]] Diagnosis diagnose(const Snapshot& snapshot,
                                 std::span<const ObjectDescription* const> described);

}  // namespace openperflib::apps
