// ChosenPaths: what words of a user select: counter paths, sets such as @disk, and names that were
// searched for.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/view/paths/watch_presets.h"
#include "openperflib/view/paths/word_search.h"

namespace openperflib {

// Whether the words may be sets.
enum class Sets : std::uint8_t { taken, refused };

// Value.
struct ChosenPaths {
  // What a user should know of a word: "svchost", "read as \Process(svchost)\*".
  struct Remark {
    std::string subject;
    std::string text;
    bool operator==(const Remark&) const = default;
  };

  std::vector<std::string> paths;
  std::vector<std::size_t> extra;      // positions in `paths` of paths for screens with room
  std::vector<std::size_t> essential;  // ... and of those that stay on the smallest screen
  std::vector<Remark> remarks;         // in the order of the words
  bool lacks_a_set = false;            // a log has no counters of a set; a remark says so

  // Adds the path that a word was read as, with a remark.
  void add_meaning(std::string_view word, const std::string& path);
  // Adds those of main_paths_of_process() that a source has, with a remark; without any, the path
  // that the word was read as.
  void add_process(std::string_view word, const std::string& path,
                   std::span<const std::string> present);
  // Adds all paths of a set, for a machine.
  void add_set(const WatchPreset& set);
  // Adds the part of a set that a log has, or a remark that it has none. `present`: those of
  // possible_paths() that it has. `log`: its name for the remark.
  void add_set_of_log(const WatchPreset& set, std::span<const std::string> present,
                      std::string_view log);
};

// Returns every path that a set may have for a log: its own, their alternatives, and those of its
// objects.
[[nodiscard]] std::vector<std::string> possible_paths(const WatchPreset& set);

// Returns "did you mean @disk or \PhysicalDisk(*)\*?" for a word that names nothing by itself;
// empty: nothing is near.
[[nodiscard]] std::string did_you_mean(std::string_view word, const WordMeanings& meanings,
                                       Sets sets);

}  // namespace openperflib
