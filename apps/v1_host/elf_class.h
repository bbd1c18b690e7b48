// Whether a library is built for this machine.
#pragma once

#include <optional>
#include <string>

namespace openperflib {

// What is wrong, if the file is an ELF file for another kind of machine; nullopt: nothing, or it
// cannot be read or is of another format, which loading it says better.
[[nodiscard]] std::optional<std::string> wrong_machine(const std::string& library);

}  // namespace openperflib
