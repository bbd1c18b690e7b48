// The option that somebody means who writes one that a subcommand does not have.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace openperflib::apps {

// Returns whether a word asks a tool of Windows for its help: /? or -?.
[[nodiscard]] bool is_help_of_windows(std::string_view word) noexcept;

// Returns what to write instead of an option of Windows' tools or of PowerShell: "use -n" for
// -MaxSamples, /sc and --sc. `names` are the options of the subcommand. Empty: `word` is not such
// an option, or it is one of `names` or of a file.
[[nodiscard]] std::string meant_option_of_windows(const std::string& word,
                                                  std::span<const std::string> names);

// Returns what to write instead of `word` with that subcommand, whose options are `names`: "use
// --format csv". Empty: nothing is near.
[[nodiscard]] std::string meant_option(std::string_view subcommand, const std::string& word,
                                       std::span<const std::string> names);

}  // namespace openperflib::apps
