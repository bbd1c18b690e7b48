// What there is to say about a series of a session: the model of explain.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "openperflib/base/civil_time.h"
#include "openperflib/session/counter_session.h"
#include "openperflib/view/explain/series_explanation.h"

namespace openperflib {

// The time of the newest row on the session's clock: "2026-11-21T10:00:05.250+01:00", without an
// offset in logs that do not tell theirs. nullopt: unknown.
[[nodiscard]] std::optional<std::string> row_time(const CounterSession& session);

// Returns any time, in UTC, as text on that clock.
[[nodiscard]] std::optional<std::string> time_text(const CounterSession& session,
                                                   FileTime time_utc);

// explain_series() of a series of the binding, with what the source says of it or, for a log, the
// catalogue of counters.
[[nodiscard]] SeriesExplanation explanation_of(const CounterSession& session, std::size_t series);

}  // namespace openperflib
