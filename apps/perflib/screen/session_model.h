// The model of watch, of the rows of a session.
#pragma once

#include <vector>

#include "openperflib/session/counter_session.h"
#include "openperflib/view/watch/watch_model.h"

namespace openperflib::apps {

// A model for the rows of that source; its readings wrap if the query of the source allows it.
[[nodiscard]] WatchModel watch_model_of(const CounterSession& source);

// A group without lines for each path that matches nothing now; its title says so.
void append_unmatched(const CounterSession& source, std::vector<WatchGroup>& groups);

}  // namespace openperflib::apps
