// LongRows: a row for each value, with its time, path, type, unit and status, as data frames and
// databases take them.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "openperflib/counter/counter_type.h"
#include "openperflib/counter/raw_counter.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/log/text/text_log_writer.h"
#include "openperflib/os/portable/time_zone.h"
#include "openperflib/query/row_sink.h"

namespace openperflib {

// Returns the word in the column `status`: "valid", "first_sample" for a rate that has no earlier
// reading, or why there is no value: "no_data", "negative_value". Empty: the instance, object or
// counter does not exist at that time, so that there is no row. `reading`: what the value was
// calculated from.
[[nodiscard]] std::string_view status_word(const Value& value, const RawCounter& reading,
                                           CounterType type) noexcept;

// Returns a sink that writes to `fd`, which it does not own; `shown_name` stands in faults. The
// header is "time", "path", "value", "type", "unit", "status"; a value that is missing is an empty
// cell. The type is empty if `content` is values, which have none. Times are in `zone`, with its
// offset (2026-11-21T10:00:00.000+01:00), or as `sheet` says.
[[nodiscard]] std::unique_ptr<RowSink> make_long_rows(int fd, std::string shown_name,
                                                      TextLogFormat format, ZoneOffset zone,
                                                      LogContent content,
                                                      std::optional<SheetStyle> sheet);

}  // namespace openperflib
