// A report as one page of HTML: nothing is fetched, nothing is run.
#pragma once

#include <string>
#include <string_view>

#include "openperflib/view/report/report_words.h"

namespace openperflib {

// All names are escaped. The page forbids scripts and external resources. `version`: of the tool.
[[nodiscard]] std::string report_page(const Report& report, std::string_view version);

}  // namespace openperflib
