// What a log made from another one says of itself, as far as that one tells it.
#pragma once

#include <string>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/log/blg_writer.h"
#include "openperflib/log/log_reader.h"
#include "openperflib/os/time_zone.h"

namespace openperflib {

// The clock of a log. One that tells no bias keeps its times: as if it were UTC.
[[nodiscard]] ZoneOffset zone_of(const LogHeader& header);

// A binary log of the same clocks, of `paths` as they stand in the query; its first record is of
// `first_utc`. An identity of its own.
[[nodiscard]] BlgWriterOptions copied_header(const LogHeader& header,
                                             std::vector<std::string> paths, std::string file_path,
                                             FileTime first_utc);

}  // namespace openperflib
