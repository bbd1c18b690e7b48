// Counter paths that a shell changed because they were not in single quotes: it removes
// backslashes, and splits words at spaces.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "openperflib/titles/title_table.h"

namespace openperflib {

// Value. Words of a command line that were meant as one path.
struct UnquotedPath {
  // removed_backslashes: \Memory\Available MBytes arrived as MemoryAvailable MBytes, or
  // "\\PC\Memory\..." as \PC\Memory\...; split: the backslashes were kept, but not the spaces;
  // no_first_backslash: it begins with the object.
  enum class Damage : std::uint8_t { removed_backslashes, split, no_first_backslash };

  std::string typed;  // the words, separated by spaces
  std::string path;   // the path that was meant
  std::size_t first;  // position of its first word
  std::size_t count;
  Damage damage;
  bool operator==(const UnquotedPath&) const = default;
};

// All such paths among `words`, in their order; each word should be a counter path. They do not
// overlap, and each contains a word that is not a path by itself. Only objects and counters that
// `titles` contains are recognised.
[[nodiscard]] std::vector<UnquotedPath> find_unquoted_paths(std::span<const std::string> words,
                                                            const TitleTable& titles);

// Returns what happened, and what to type instead: a sentence that follows "TYPED: ".
[[nodiscard]] std::string describe(const UnquotedPath& unquoted);

}  // namespace openperflib
