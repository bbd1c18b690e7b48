// Counter paths on a command line that should have been in single quotes.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "apps/drop_in/failure.h"
#include "apps/drop_in/options.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::drop_in {

// Errors: the shell changed a path among the values that `option` has on the command line; the
// message says how to write it (PDH_CSTATUS_BAD_COUNTERNAME).
[[nodiscard]] Outcome check_quoted_paths(std::span<const GivenOption> given,
                                         std::string_view option, const TitleTable& titles);

// "PATH is not a counter path; ...", with what to write instead, without a code.
[[nodiscard]] std::string not_a_path(std::string_view path);

}  // namespace openperflib::drop_in
