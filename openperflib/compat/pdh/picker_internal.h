// The picker of PdhBrowseCounters and PdhSelectDataSource: the perflib that is installed with this
// library, on the terminal of the program.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace openperflib::compat {

// Runs `perflib pick` with these arguments until the user has chosen. Returns the lines that it
// printed; nullopt: nothing was chosen, or nobody can choose, because standard input is not a
// terminal, there is no perflib, or the program has gained privileges.
[[nodiscard]] std::optional<std::vector<std::string>> run_picker(
    std::vector<std::string> arguments);

}  // namespace openperflib::compat
