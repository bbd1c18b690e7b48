// What perflib explain and the explain panel of watch say of a series.
#pragma once

#include <cstddef>
#include <string>

#include "apps/perflib/source_query.h"

namespace openperflib::apps {

// Lines of text: value, type, formula, the formula with the numbers of the newest row put in, where
// Linux takes it from, how near it is to Windows' meaning; of a log, who calculated it instead of
// the last two. Safe to print on a terminal.
[[nodiscard]] std::string explain_text(const SourceQuery& source, std::size_t series);

}  // namespace openperflib::apps
