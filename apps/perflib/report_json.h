// A report as one JSON document (docs/perflib.md, section 7f).
#pragma once

#include <string>

#include "apps/perflib/report_words.h"

namespace openperflib::apps {

[[nodiscard]] std::string report_json(const Report& report);

}  // namespace openperflib::apps
