// Counter paths that begin as a word does: what a shell offers after TAB.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "openperflib/query/known_names.h"

namespace openperflib {

// Returns the names of objects that begin as `word` does, case ignored. Of described objects, here
// and below, those that are collected, with the counters that a machine usually has.
[[nodiscard]] std::vector<std::string> object_completions(std::string_view word,
                                                          const KnownNames& names);

// Returns what `word` may become, in its own spelling: \object(instance)\counter where it begins
// with a backslash, else object/instance/counter. One step at a time: objects, then instances, then
// counters; where a step leaves one way only, the next is taken with it, so that a single
// completion is a whole path. Case is ignored. No text is quoted.
[[nodiscard]] std::vector<std::string> path_completions(std::string_view word,
                                                        const KnownNames& names);

}  // namespace openperflib
