// Paths as Windows writes them, given where a file of Linux is meant.
#pragma once

#include <string>
#include <string_view>

namespace openperflib::apps {

// What to tell the user about "c:\perflogs\x.blg" or "logs\x.blg", which is the name of a file in
// the current folder here; empty where there is nothing to tell.
[[nodiscard]] std::string windows_path_remark(std::string_view path);

}  // namespace openperflib::apps
