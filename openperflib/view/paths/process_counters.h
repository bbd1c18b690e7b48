// The counters that a chart draws of a process, if a word names the process and not a counter.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace openperflib {

// Returns the paths of the main counters of the process that `word` names: processor time, memory
// and I/O. `meaning`: the path of all its counters that the word was read as, \Process(mmc)\*.
// Empty: it is not that of an instance of Process or Process V2, or the word has a wildcard.
[[nodiscard]] std::vector<std::string> main_paths_of_process(std::string_view word,
                                                             std::string_view meaning);

}  // namespace openperflib
