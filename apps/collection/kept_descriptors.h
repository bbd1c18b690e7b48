// How many files of /proc a tool may keep open between its collections.
#pragma once

namespace openperflib::apps {

// Raises the process's soft limit to its hard one. What it may hold then, less what others need.
[[nodiscard]] unsigned descriptors_to_keep();

}  // namespace openperflib::apps
