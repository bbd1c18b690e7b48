// The title tables in the registry's format, REG_MULTI_SZ.
#pragma once

#include <span>
#include <string>

#include "openperflib/titles/title_table.h"

namespace openperflib {

// "2\0System\0" for each title whose index is above `above`, in order, followed by the empty string
// that ends the list. UTF-8.
[[nodiscard]] std::string multi_string_of(std::span<const Title> titles, TitleIndex above = 0);

}  // namespace openperflib
