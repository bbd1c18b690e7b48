// The text of perflib explain and of the explain panel of watch about a series.
#pragma once

#include <cstddef>
#include <string>

#include "openperflib/session/counter_session.h"

namespace openperflib::apps {

// Lines of text: value, type, formula, the formula with the numbers of the newest row, the source
// on Linux, and how close it is to the meaning on Windows; for a text log, that its values were
// calculated instead of the last two. Safe to print on a terminal.
[[nodiscard]] std::string explain_text(const CounterSession& source, std::size_t series);

}  // namespace openperflib::apps
