// Counter paths that begin as a word does: what a shell offers behind TAB.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/linux/object_catalogue.h"

namespace openperflib::apps {

// The names to choose from. Instances are asked for only where the word has come to them.
struct PathNames {
  std::span<const CatalogueObject* const> objects;
  std::function<std::vector<std::string>(const CatalogueObject&)> instances;  // in stored form
};

// Whether `name` begins with `prefix`, case ignored.
[[nodiscard]] bool matches_beginning(std::string_view name, std::string_view prefix);

// What `word` may become, in its own spelling: \object(instance)\counter where it begins with a
// backslash, else object/instance/counter. One step at a time: objects, then instances, then
// counters; where a step leaves one way only, the next is taken with it, so that a single
// completion is a whole path. Case is ignored. No text is quoted.
[[nodiscard]] std::vector<std::string> path_completions(std::string_view word,
                                                        const PathNames& names);

}  // namespace openperflib::apps
