// The first cell of a text log: which format it is, and in which zone its times are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "openperflib/log/text_log_writer.h"

namespace openperflib {

// Value. "(PDH-CSV 4.0) (GMT Standard Time)(-60)".
struct TextLogMark {
  TextLogFormat format = TextLogFormat::csv;
  std::string zone_name;    // "" where none is told; resources are named
  std::optional<int> bias;  // minutes to add to local time to get UTC
  // How much of the cell there is.
  enum class Form : std::uint8_t {
    full,     // zone and bias
    short_,   // neither: what typeperf writes to a console
    cut,      // by Windows, at the first letter outside ASCII: the bias is lost
    no_bias,  // a whole zone, and no number of minutes behind it
  };
  Form form = Form::full;
  bool operator==(const TextLogMark&) const = default;
};

// Reads the first cell, in any case of letters. nullopt: it is not that of a text log.
[[nodiscard]] std::optional<TextLogMark> parse_text_log_mark(std::string_view cell);

}  // namespace openperflib
