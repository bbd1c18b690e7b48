// What this process may do, as far as it decides what can be collected.
#pragma once

#include "openperflib/view/doctor/health_report.h"

namespace openperflib {

[[nodiscard]] ProcessRights rights_of_this_process();

}  // namespace openperflib
