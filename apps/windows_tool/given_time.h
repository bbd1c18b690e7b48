// The times of -b and -e, as people write them.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "apps/windows_tool/options.h"
#include "openperflib/base/civil_time.h"

namespace openperflib::windows_tool {

// "1/13/2018 5:13:23": month, day, year, then [[HH:]MM:]SS of 24 hours, or of 12 with AM or PM
// behind it (with a blank or without). Without a time it is midnight. nullopt: it is no such date.
[[nodiscard]] std::optional<FileTime> read_given_time(std::string_view text);

// Whether a word may be a part of such a time, behind its first one: "5:13:23", "PM".
[[nodiscard]] bool goes_on_with_time(std::string_view word);

// The words of a command line, where -b and -e take as many words as belong to their time: the rest
// of what they took are words of their own again.
[[nodiscard]] std::vector<GivenOption> with_whole_times(std::vector<GivenOption> words);

}  // namespace openperflib::windows_tool
