// The properties of a log that is written from another one.
#pragma once

#include <cstdint>

#include "openperflib/log/log_survey.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/os/portable/time_zone.h"

namespace openperflib {

// The clock of a log. A log without a bias keeps its times, as if they were UTC.
[[nodiscard]] ZoneOffset zone_of(const LogHeader& header);

// The header of a copy of all records: if some were stored by another clock, the header names its
// offset instead of its zone, whose own clock did not show these times.
[[nodiscard]] LogHeader one_zone_header(LogHeader header, const LogSurvey& survey);

// Ticks per second of PerfTime: those of any entry that does not run on 100 ns.
[[nodiscard]] std::int64_t perf_freq_of(const LogHeader& header);

}  // namespace openperflib
