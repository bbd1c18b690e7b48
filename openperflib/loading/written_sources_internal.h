// The files that would have installed given titles.
#pragma once

#include <string>

#include "openperflib/titles/service_titles.h"

namespace openperflib {

// Values. Reading both gives the titles again: symbols are S0, S2, ..., as their numbers.
[[nodiscard]] std::string ini_text_of(const ServiceTitles& titles);
[[nodiscard]] std::string header_text_of(const ServiceTitles& titles);

}  // namespace openperflib
