// A report on a terminal: what was found, a finding a paragraph of two lines.
#pragma once

#include <cstdint>
#include <string>

#include "apps/perflib/report_words.h"

namespace openperflib::apps {

enum class Colours : std::uint8_t { off, on };

// Control characters in names are shown as U+FFFD.
[[nodiscard]] std::string report_text(const Report& report, Colours colours);

}  // namespace openperflib::apps
