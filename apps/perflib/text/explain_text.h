// What perflib explain prints: text, which the explain panel of watch has too, or JSON.
#pragma once

#include <cstddef>
#include <string>

#include "openperflib/session/counter_session.h"

namespace openperflib::apps {

// explain_series() as text, with what the providers of the machine, or the fixed tables for a log,
// say about the series. Safe to print on a terminal.
[[nodiscard]] std::string explain_text(const CounterSession& session, std::size_t series);

// Explains all series of the newest row, as a document (docs/perflib.md, section 3f).
[[nodiscard]] std::string explain_json(const CounterSession& session);

}  // namespace openperflib::apps
