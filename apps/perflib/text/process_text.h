// What a screen shows of a process besides its counters.
#pragma once

#include <string>

#include "openperflib/session/counter_session.h"

namespace openperflib::apps {

// Returns the user and the command line of the process that a series of a live machine belongs to,
// as lines like those of explain_text(); empty: it belongs to none, or the machine is recorded.
// Safe to print on a terminal.
[[nodiscard]] std::string process_text(const CounterSession& session, std::size_t series);

}  // namespace openperflib::apps
