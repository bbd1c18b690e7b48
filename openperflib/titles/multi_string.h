// The title tables as the registry gives them: REG_MULTI_SZ.
#pragma once

#include <span>
#include <string>

#include "openperflib/titles/title_table.h"

namespace openperflib {

// "2\0System\0" for each title whose index is above `above`, in their order, and the empty string
// that closes the list. UTF-8.
[[nodiscard]] std::string multi_string_of(std::span<const Title> titles, TitleIndex above = 0);

}  // namespace openperflib
