// Charts of a report, as parts of its page: SVG without a view box, so that letters and lines keep
// their size on any screen; the page defines the colours.
#pragma once

#include <string>

#include "openperflib/view/report/report_words.h"

namespace openperflib {

// The value of a finding over the whole log, with its runs as bands and the limits as lines.
[[nodiscard]] std::string time_series_chart(const Report& report, const Rule& rule,
                                            const Finding& finding);

// All rules that fired, one row each, over the time of the log.
[[nodiscard]] std::string timeline_chart(const Report& report);

// The runs of one finding, as high as a line of text.
[[nodiscard]] std::string run_strip(const Report& report, const Finding& finding);

}  // namespace openperflib
