// What -? prints.
#pragma once

#include <string>
#include <string_view>

namespace openperflib::typeperf {

// In the order and the columns of the Windows tool; lines end in CR LF. `program`: the path of the
// program.
[[nodiscard]] std::string help_text(std::string_view program);

}  // namespace openperflib::typeperf
