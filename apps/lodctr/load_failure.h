// How lodctr and unlodctr say what a change of the title store came to.
#pragma once

#include <expected>
#include <string>
#include <string_view>

#include "apps/drop_in/failure.h"
#include "openperflib/loading/load_fault.h"

namespace openperflib::lodctr {

// One line for each, "FILE:LINE: error: RULE", which end with CR LF.
[[nodiscard]] std::string remark_lines(const FileRemarks& remarks);

// "Unable to WHAT: WHY, error code is N", after the remarks of the fault, which are printed here.
[[nodiscard]] std::unexpected<drop_in::Failure> load_failure(std::string_view what,
                                                             const LoadFault& fault);

}  // namespace openperflib::lodctr
