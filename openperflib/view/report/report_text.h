// A report on a terminal: the verdict first, then a paragraph for each finding.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "openperflib/view/report/report_words.h"

namespace openperflib {

// How a report is printed.
struct TextStyle {
  enum class Colours : std::uint8_t { off, on };
  // counted: only their number. listed: by reason, with their ids.
  enum class Skipped : std::uint8_t { counted, listed };
  Colours colours = Colours::off;
  Skipped skipped = Skipped::counted;  // the rules that could not be judged
  std::size_t width = 80;              // of a line
};

// Control characters in names are shown as U+FFFD.
[[nodiscard]] std::string report_text(const Report& report, const TextStyle& style);

}  // namespace openperflib
