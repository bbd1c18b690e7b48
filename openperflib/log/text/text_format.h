// Which formats of logs are text, and which text they are.
#pragma once

#include "openperflib/log/reader/log_reader.h"
#include "openperflib/log/text/text_log_writer.h"

namespace openperflib {

// A CSV or TSV.
[[nodiscard]] constexpr bool is_text(LogFormat format) noexcept {
  return format == LogFormat::csv || format == LogFormat::tsv;
}

// The text of a log format for which is_text() holds.
[[nodiscard]] constexpr TextLogFormat text_format_of(LogFormat format) noexcept {
  return format == LogFormat::tsv ? TextLogFormat::tsv : TextLogFormat::csv;
}

}  // namespace openperflib
