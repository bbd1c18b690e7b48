// Counter paths that begin as a word does: what a shell offers after TAB.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace openperflib::apps {

// An object that a path may name.
struct PathObject {
  std::string name;
  bool has_instances = false;
  std::vector<std::string> counters;
};

// The names to choose from. Instances are asked for only where the word has come to them, in stored
// form.
struct PathNames {
  std::vector<PathObject> objects;
  std::function<std::vector<std::string>(const PathObject&)> instances;
};

// Whether `name` begins with `prefix`, case ignored.
[[nodiscard]] bool matches_beginning(std::string_view name, std::string_view prefix);

// The names of objects that begin as `word` does.
[[nodiscard]] std::vector<std::string> object_completions(std::string_view word,
                                                          const PathNames& names);

// What `word` may become, in its own spelling: \object(instance)\counter where it begins with a
// backslash, else object/instance/counter. One step at a time: objects, then instances, then
// counters; where a step leaves one way only, the next is taken with it, so that a single
// completion is a whole path. Case is ignored. No text is quoted.
[[nodiscard]] std::vector<std::string> path_completions(std::string_view word,
                                                        const PathNames& names);

}  // namespace openperflib::apps
