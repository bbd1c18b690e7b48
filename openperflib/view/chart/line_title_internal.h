// The title of a line.
#pragma once

#include <fmt/core.h>

#include <string>

#include "openperflib/query/catalog/series.h"
#include "openperflib/view/text/value_text.h"

namespace openperflib {

// Returns "\Processor(_Total)\% Processor Time", with the machine if it is shown.
[[nodiscard]] inline std::string line_title(const Series& series,
                                            MachineNames machines = MachineNames::hidden) {
  return fmt::format("{}\\{}", group_title(series, machines), series.counter);
}

}  // namespace openperflib
