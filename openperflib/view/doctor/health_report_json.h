// What doctor shows, as JSON.
#pragma once

#include "openperflib/view/doctor/health_report.h"
#include "openperflib/view/text/json_writer.h"

namespace openperflib {

// The whole report, as an object.
void write_health(JsonWriter& out, const HealthReport& report);

}  // namespace openperflib
