// Names of this computer, as programs pass them.
#pragma once

#include <string>
#include <string_view>

namespace openperflib::compat {

// The name of this computer, without backslashes.
[[nodiscard]] std::string this_machine_name();

// Whether "\\NAME" or "NAME" is the name of this computer, either whole or up to its first dot, in
// any letter case; "" is this one.
[[nodiscard]] bool is_this_machine(std::string_view machine);

}  // namespace openperflib::compat
