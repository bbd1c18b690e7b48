// What there is to say about the services, from the stores and from what a source collected.
#pragma once

#include "openperflib/machine/local_source.h"
#include "openperflib/state/title_store.h"
#include "openperflib/view/doctor/health_report.h"

namespace openperflib {

// Returns the health of the stores and their services. `diagnosis`: of the objects that `source`
// collected, with their costs.
[[nodiscard]] ServicesHealth services_health(TitleStore& store, const LocalSource& source,
                                             const Diagnosis& diagnosis);

}  // namespace openperflib
