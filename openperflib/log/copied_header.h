// The properties of a log that is written from another one.
#pragma once

#include <string>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/log/blg/writing/blg_writer.h"
#include "openperflib/log/log_survey.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/os/time_zone.h"

namespace openperflib {

// The clock of a log. A log without a bias keeps its times, as if they were UTC.
[[nodiscard]] ZoneOffset zone_of(const LogHeader& header);

// The header of a copy of all records: if some were stored by another clock, the header names its
// offset instead of its zone, whose own clock did not show these times.
[[nodiscard]] LogHeader one_zone_header(LogHeader header, const LogSurvey& survey);

// Options for a binary log with the same clocks, of `paths` in the order of the query; its first
// record is at `first_utc`. It gets its own identity.
[[nodiscard]] BlgWriterOptions copied_header(const LogHeader& header,
                                             std::vector<std::string> paths, std::string file_path,
                                             FileTime first_utc);

}  // namespace openperflib
