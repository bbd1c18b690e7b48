// The times of -b and -e, as people write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "apps/drop_in/options.h"
#include "openperflib/base/civil_time.h"

namespace openperflib::drop_in {

// Reads "1/13/2018 5:13:23": month, day and year, then [[HH:]MM:]SS with 24 hours, or with 12 hours
// and AM or PM (after a blank or not); or "2018-01-13 05:13[:23]", also with a T between date and
// time. A date without a time is midnight. nullopt: it is not a valid date and time.
[[nodiscard]] std::optional<FileTime> read_given_time(std::string_view text);

// A local time as read_given_time() takes it: "1/13/2018 5:13:23", without zeros before month, day
// and hour, and without milliseconds.
[[nodiscard]] std::string written_time(FileTime time_local);

// Whether a word may be a later part of such a time: "5:13:23", "PM".
[[nodiscard]] bool goes_on_with_time(std::string_view word);

// The words of a command line, with the words of each -b and -e joined to one time. The words that
// they took and that are not part of a time belong to no option again.
[[nodiscard]] std::vector<GivenOption> with_whole_times(std::vector<GivenOption> words);

}  // namespace openperflib::drop_in
