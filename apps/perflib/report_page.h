// A report as one page of HTML: nothing is fetched, nothing is run.
#pragma once

#include <string>
#include <string_view>

#include "apps/perflib/report_words.h"

namespace openperflib::apps {

// All names are escaped. The page forbids scripts and external resources.
[[nodiscard]] std::string report_page(const Report& report);

// The page's CSS (report_style.cc): light or dark like the reader's system; always light on paper.
[[nodiscard]] std::string_view report_style() noexcept;

}  // namespace openperflib::apps
