// How many files of /proc a tool may keep open between its collections.
#pragma once

namespace openperflib::apps {

// Raises the soft limit of the process to its hard limit. Returns how many files it may keep open
// then, less a reserve for other uses.
[[nodiscard]] unsigned descriptors_to_keep();

}  // namespace openperflib::apps
