// What perflib explain and the explain panel of watch say of a series.
#pragma once

#include <cstddef>
#include <string>

#include "openperflib/query/query.h"

namespace openperflib::apps {

// Lines of text: value, type, formula, the formula with the numbers of the newest row put in, where
// Linux takes it from, how near it is to Windows' meaning. Safe to print on a terminal.
[[nodiscard]] std::string explain_text(const Query& query, std::size_t series);

}  // namespace openperflib::apps
