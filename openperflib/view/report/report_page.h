// A report as one page of HTML: nothing is fetched, nothing is run.
#pragma once

#include <string>
#include <string_view>

#include "openperflib/view/report/report_words.h"

namespace openperflib {

// All names are escaped. The page forbids scripts and external resources. `version`: of the tool.
[[nodiscard]] std::string report_page(const Report& report, std::string_view version);

// The page's CSS (report_style.cc): light or dark like the reader's system; always light on paper.
[[nodiscard]] std::string_view report_style() noexcept;

}  // namespace openperflib
