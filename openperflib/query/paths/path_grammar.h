// PathGrammar: how a path may be spelled, and which characters of it are wildcards.
// Source: docs/counter_paths.md.
#pragma once

#include <cstdint>

namespace openperflib {

// For people, or for programs that were written for Windows: names may contain a ? there.
enum class PathGrammar : std::uint8_t {
  full,  // * and ? are wildcards, [*] and [?] the characters themselves; also the shell spelling
  pdh,   // * alone, in every part but the machine; a path begins with a backslash
};

}  // namespace openperflib
