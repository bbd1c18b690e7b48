// A chart as one page of HTML: nothing is fetched, nothing is run.
#pragma once

#include <string>
#include <string_view>

#include "openperflib/view/chart/chart_picture.h"

namespace openperflib {

// Returns the page. All names are escaped; the page forbids scripts and external resources.
// `version`: of the tool.
[[nodiscard]] std::string chart_page(const Chart& chart, const ChartLook& look,
                                     std::string_view version);

}  // namespace openperflib
