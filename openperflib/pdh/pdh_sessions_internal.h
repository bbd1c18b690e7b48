// The sessions that PDH reads its sources through.
#pragma once

#include <expected>

#include "openperflib/log/log_cursor.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/log/log_window.h"
#include "openperflib/pdh/data_source.h"
#include "openperflib/pdh/pdh_machine.h"
#include "openperflib/pdh/pdh_status.h"
#include "openperflib/session/counter_session.h"

namespace openperflib {

// The logs of a source that is not real time, whose times are as stored.
[[nodiscard]] LogInputs log_inputs_of(const DataSource& source);

// A session over a source: PDH's grammar, strict differences, no pace. Errors: those of
// open_log_cursor(); this machine has none before it is read.
[[nodiscard]] std::expected<CounterSession, PdhStatus> open_session(const DataSource& source,
                                                                    const LogWindow& window,
                                                                    const PdhMachine& machine);

// The records of a source that is not real time; those of a recording are blocks. Errors: those of
// open_log().
[[nodiscard]] std::expected<LogCursor, PdhStatus> open_log_cursor(const DataSource& source,
                                                                  const LogWindow& window,
                                                                  const PdhMachine& machine);

}  // namespace openperflib
