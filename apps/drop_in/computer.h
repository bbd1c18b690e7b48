// The computer of -s.
#pragma once

#include <string>
#include <string_view>

#include "apps/drop_in/failure.h"

namespace openperflib::drop_in {

// Succeeds if `computer` is the machine that is read: its name in any letter case, ".", "localhost"
// or "". Errors: it is another one (PDH_CSTATUS_NO_MACHINE).
[[nodiscard]] Outcome check_computer(const std::string& computer, std::string_view machine);

}  // namespace openperflib::drop_in
