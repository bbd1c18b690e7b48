// What the words of a command line select: counter paths, sets such as @disk, and names that are
// searched for.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <vector>

#include "apps/perflib/run/source_options.h"
#include "apps/perflib/sources/log_input.h"

namespace openperflib::apps {

struct ChosenPaths {
  std::vector<std::string> paths;
  std::vector<std::size_t> extra;  // positions in `paths` of paths for screens with room
  bool lacks_a_set = false;        // the log has no counters of a set; a message was printed
};

// Whether the words may be sets.
enum class Sets : std::uint8_t { taken, refused };

// The paths that `words` select. On a log a set has the paths that the log can answer. A word that
// is neither a path nor a set is searched for among the names of the source: if exactly one object,
// counter or instance has this name, it is used, and a line on stderr says so.
[[nodiscard]] std::expected<ChosenPaths, Failure> choose_paths(
    const std::vector<std::string>& words, const SourceOptions& source, const LogOptions& log,
    Sets sets);

}  // namespace openperflib::apps
