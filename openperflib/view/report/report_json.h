// A report as one JSON document (docs/perflib.md, section 7f).
#pragma once

#include <string>

#include "openperflib/view/report/report_words.h"

namespace openperflib {

// Indented by two spaces; ends with a line end.
[[nodiscard]] std::string report_json(const Report& report);

}  // namespace openperflib
