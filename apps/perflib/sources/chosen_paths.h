// What the words of a command line select: counter paths, sets such as @disk, and names that are
// searched for.
#pragma once

#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <vector>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/source_options.h"
#include "apps/perflib/sources/log_input.h"
#include "openperflib/view/paths/chosen_paths.h"

namespace openperflib::apps {

// What the name of a process means: all its counters, or its processor time, memory and I/O only.
enum class ProcessNames : std::uint8_t { all_counters, main_counters };

// Value. A caller tells the user the remarks, also if a word selects nothing.
struct PathChoice {
  ChosenPaths chosen;  // of the words before the one that failed
  Step ended;          // why a word selects nothing
};

// Chooses the paths that `words` select. On a log a set has the paths that the log can answer. A
// word that is neither a path nor a set is searched for among the names of the source: if exactly
// one object, counter or instance has this name, it is used, with a remark.
[[nodiscard]] PathChoice choose_paths(const std::vector<std::string>& words,
                                      const SourceOptions& source, const LogOptions& log, Sets sets,
                                      ProcessNames processes = ProcessNames::all_counters);

// Chooses them for a command that reads only logs.
[[nodiscard]] PathChoice choose_paths(const std::vector<std::string>& words, const LogOptions& log,
                                      Sets sets);

// Chooses them for several logs that are read apart: a word selects what any of them has by that
// name, and fails if none of them has it.
[[nodiscard]] PathChoice choose_paths(const std::vector<std::string>& words,
                                      std::span<const LogOptions> logs, Sets sets);

}  // namespace openperflib::apps
