// A report as one JSON document (docs/perflib.md, section 7f).
#pragma once

#include <string>

#include "openperflib/view/report/report_words.h"

namespace openperflib {

[[nodiscard]] std::string report_json(const Report& report);

}  // namespace openperflib
