// The header of a column.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "openperflib/query/query.h"

namespace openperflib::typeperf {

// "\\HOST" and the path as it was written, including letter case, with the names of the series
// instead of wildcards and title indices. Paths in the spelling for shells are converted to those
// of Windows.
[[nodiscard]] std::string header_path(std::string_view written, const Binding& binding,
                                      std::size_t series);

}  // namespace openperflib::typeperf
