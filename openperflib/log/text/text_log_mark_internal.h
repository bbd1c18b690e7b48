// The first cell of a text log: the format, and the time zone.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "openperflib/log/text/text_log_writer.h"

namespace openperflib {

// Value. "(PDH-CSV 4.0) (GMT Standard Time)(-60)", or "time (UTC+01:00)" of our spreadsheets.
struct TextLogMark {
  TextLogFormat format = TextLogFormat::csv;
  std::string zone_name;    // "" if there is none; names of resources are resolved
  std::optional<int> bias;  // minutes to add to local time to get UTC
  // The completeness of the cell.
  enum class Form : std::uint8_t {
    full,     // zone and bias
    short_,   // neither: what typeperf writes to a console
    cut,      // truncated by Windows at the first letter outside ASCII: the bias is lost
    no_bias,  // a complete zone, but not followed by a number of minutes
  };
  Form form = Form::full;
  bool is_sheet = false;  // "time (UTC+01:00)", or "time" before a path
  bool operator==(const TextLogMark&) const = default;
};

// Reads the first cell, ignoring case. Text behind the zone is ignored. nullopt: it is not that of
// a text log.
[[nodiscard]] std::optional<TextLogMark> parse_text_log_mark(std::string_view cell);

}  // namespace openperflib
