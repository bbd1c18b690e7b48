// What happens to a file that is already there.
#pragma once

#include <cstdint>
#include <string>

#include "apps/windows_tool/failure.h"

namespace openperflib::windows_tool {

// Whether -y was given.
enum class Overwrite : std::uint8_t { ask, yes };

// Nothing where `path` is no regular file yet, or may be overwritten: -y says so, or a y on
// standard input after the question, which ends in " [y/n]". Errors: anything else, the end of
// standard input included (PDH_FILE_ALREADY_EXISTS); nothing was touched then.
[[nodiscard]] Outcome ask_to_overwrite(const std::string& path, Overwrite overwrite);

}  // namespace openperflib::windows_tool
