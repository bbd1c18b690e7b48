// The text of perflib explain and of the explain panel of watch about a series.
#pragma once

#include <cstddef>
#include <string>

#include "openperflib/session/counter_session.h"

namespace openperflib::apps {

// explain_series() as text, with what the providers of the machine, or the fixed tables for a log,
// say about the series. Safe to print on a terminal.
[[nodiscard]] std::string explain_text(const CounterSession& session, std::size_t series);

}  // namespace openperflib::apps
