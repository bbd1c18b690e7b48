// What /? prints.
#pragma once

#include <string>

namespace openperflib::lodctr {

// In the order of the Windows tool; lines end with CR LF.
[[nodiscard]] std::string lodctr_help();
[[nodiscard]] std::string unlodctr_help();

}  // namespace openperflib::lodctr
