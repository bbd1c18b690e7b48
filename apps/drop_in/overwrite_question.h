// What happens to an output file that already exists.
#pragma once

#include <cstdint>
#include <string>

#include "apps/drop_in/failure.h"

namespace openperflib::drop_in {

// Whether -y was given.
enum class Overwrite : std::uint8_t { ask, yes };

// Asks whether to overwrite `path` if it is a regular file and -y was not given. The question ends
// in " [y/n]", and the answer is read from standard input. Errors: any answer other than y, or none
// (PDH_FILE_ALREADY_EXISTS); the file is unchanged then.
[[nodiscard]] Outcome ask_to_overwrite(const std::string& path, Overwrite overwrite);

}  // namespace openperflib::drop_in
