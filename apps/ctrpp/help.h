// What -? and --version print.
#pragma once

#include <string>

namespace openperflib::ctrpp {

// Lines end with CR LF.
[[nodiscard]] std::string help_text();
[[nodiscard]] std::string version_text();

}  // namespace openperflib::ctrpp
