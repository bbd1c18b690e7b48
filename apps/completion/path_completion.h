// Counter paths that begin as a word does: what a shell offers after TAB.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/query/names.h"

namespace openperflib::apps {

// The names to choose from. Value.
struct CompletionNames {
  std::shared_ptr<const void> owner;  // of all that `names` is a view of
  Names names;
  // The instances of one of its objects, in stored form: asked for only where the word has come to
  // them.
  std::function<std::vector<std::string>(const Names::Object&)> instances;
};

// Whether `name` begins with `prefix`, case ignored.
[[nodiscard]] bool matches_beginning(std::string_view name, std::string_view prefix);

// The names of objects that begin as `word` does. Of described objects, here and below, those that
// are collected, with the counters that a machine usually has.
[[nodiscard]] std::vector<std::string> object_completions(std::string_view word,
                                                          const CompletionNames& names);

// What `word` may become, in its own spelling: \object(instance)\counter where it begins with a
// backslash, else object/instance/counter. One step at a time: objects, then instances, then
// counters; where a step leaves one way only, the next is taken with it, so that a single
// completion is a whole path. Case is ignored. No text is quoted.
[[nodiscard]] std::vector<std::string> path_completions(std::string_view word,
                                                        const CompletionNames& names);

}  // namespace openperflib::apps
