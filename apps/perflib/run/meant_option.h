// The option that somebody means who writes one that a subcommand does not have.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace openperflib::apps {

// What to write instead of `word` with that subcommand, whose long options are `names`: "use
// --format csv". Empty: nothing is near.
[[nodiscard]] std::string meant_option(std::string_view subcommand, const std::string& word,
                                       std::span<const std::string> names);

}  // namespace openperflib::apps
