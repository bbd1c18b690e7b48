// The option that somebody means who writes one that a subcommand does not have.
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <string_view>

namespace openperflib::apps {

// What to write instead of `word` with that subcommand, whose options are those of `app`: "use
// --format csv". Empty: nothing is near.
[[nodiscard]] std::string meant_option(std::string_view subcommand, const std::string& word,
                                       const CLI::App& app);

}  // namespace openperflib::apps
