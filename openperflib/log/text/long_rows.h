// LongRows: a row for each value, with its time and its path, as data frames and databases take
// them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "openperflib/log/text/text_log_writer.h"
#include "openperflib/os/portable/time_zone.h"
#include "openperflib/query/row_sink.h"

namespace openperflib {

// A sink that writes to `fd`, which it does not own; `shown_name` stands in faults. The header is
// "time", "path", "value"; a value that is missing has no row. Times are in `zone`, with its offset
// (2026-11-21T10:00:00.000+01:00), or as `sheet` says.
[[nodiscard]] std::unique_ptr<RowSink> make_long_rows(int fd, std::string shown_name,
                                                      TextLogFormat format, ZoneOffset zone,
                                                      std::optional<SheetStyle> sheet);

}  // namespace openperflib
