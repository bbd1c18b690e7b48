// What to do about a file or folder that cannot be read as a file.
#pragma once

#include <string>

namespace openperflib::apps {

// Returns the advice for the name of a file that does not exist, which begins with "; ": the file
// of its folder with the nearest name, or that the name looks like one of Windows. Empty: there is
// none.
[[nodiscard]] std::string missing_file_advice(const std::string& name);

}  // namespace openperflib::apps
