// Charts of a report, as SVG that stands in the page: its colours are the page's.
#pragma once

#include <string>

#include "apps/perflib/report_words.h"

namespace openperflib::apps {

// How a finding's value went over the whole log, with its ranges as bands and its limit as a line.
[[nodiscard]] std::string course_chart(const Report& report, const Rule& rule,
                                       const Finding& finding);

// All rules that fired, a row each, over the time of the log.
[[nodiscard]] std::string timeline_chart(const Report& report);

// The ranges of one finding alone, as small as a line of text.
[[nodiscard]] std::string range_strip(const Report& report, const Finding& finding);

}  // namespace openperflib::apps
