// Which words of a command line are logs, the same for all commands.
//
// A word without a dot, slash or backslash is a name first: of a set, an object, a counter or an
// instance. It is a log if the source has no such name and a log has it. Every other word is a log
// by is_log_file().
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/source_options.h"
#include "apps/perflib/sources/log_input.h"
#include "openperflib/view/paths/chosen_paths.h"

namespace openperflib::apps {

// What the words of a command are if they are not logs.
enum class OtherWords : std::uint8_t {
  paths,     // of counters, sets, and names of which a path is made
  objects,   // the same, and parts of the names of objects
  requests,  // what ObjectRequest::parse() takes
  logs,      // nothing: every word has to be a log
};

// Moves the words that are logs to options.files, in their order. `source`: where the names are if
// no other word is a log; null for a command that reads logs only, whose names are those of the
// other logs. A file that is not a log stays a word, and other_reading() tells of it. Returns
// what the user should know: which words are read as names although a log has them. Errors: those
// of reading the names.
[[nodiscard]] std::expected<std::vector<ChosenPaths::Remark>, Failure> take_log_words(
    std::vector<std::string>& words, const SourceOptions* source, LogOptions& options,
    OtherWords others);

// Returns what a word that names nothing would be as a file: "; the file of that name is a text
// file, not a performance log"; empty if there is no such file.
[[nodiscard]] std::string other_reading(std::string_view word, const LogOptions& options);

// Returns why a word is not a log, for commands that read logs only: "is a text file, not a
// performance log", or `otherwise` if it names no file.
[[nodiscard]] std::string why_not_read(std::string_view word, const LogOptions& options,
                                       std::string_view otherwise);

}  // namespace openperflib::apps
