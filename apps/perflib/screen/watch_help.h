// The keys of watch, in words: for its last line and for its help.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace openperflib::apps {

// What a screen shows, as far as its keys differ. recorded: root folders.
enum class WatchedSource : std::uint8_t { machine, recorded, log };

// As many whole keys as fit, and always how to see the others.
[[nodiscard]] std::string key_line(WatchedSource source, std::size_t width);

// All keys, a line each, and what the columns are.
[[nodiscard]] std::string watch_help(WatchedSource source);

}  // namespace openperflib::apps
