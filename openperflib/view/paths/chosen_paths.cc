#include "openperflib/view/paths/chosen_paths.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "openperflib/query/catalog/suggestions.h"

namespace openperflib {
namespace {

bool is_one_of(std::span<const std::string> paths, std::string_view path) {
  return std::ranges::find(paths, path) != paths.end();
}

// The path of a set, or the first of its alternatives, that a log has; empty: it has none of them.
std::string_view present_way(const PresetPath& path, std::span<const std::string> present) {
  if (is_one_of(present, path.path)) return path.path;
  const auto way = std::ranges::find_if(
      path.or_else, [&](std::string_view one) { return is_one_of(present, one); });
  return way == path.or_else.end() ? std::string_view() : *way;
}

void add_preset_path(std::string_view path, PresetPath::Worth worth, ChosenPaths& chosen) {
  if (worth == PresetPath::Worth::extra) chosen.extra.push_back(chosen.paths.size());
  if (worth == PresetPath::Worth::essential) chosen.essential.push_back(chosen.paths.size());
  chosen.paths.emplace_back(path);
}

}  // namespace

void ChosenPaths::add_meaning(std::string_view word, const std::string& path) {
  remarks.push_back({.subject = std::string(word), .text = fmt::format("read as {}", path)});
  paths.push_back(path);
}

void ChosenPaths::add_process(std::string_view word, const std::string& path,
                              std::span<const std::string> present) {
  if (present.empty()) return add_meaning(word, path);
  const std::string process = path.substr(0, path.size() - 1);  // without the * of its counters
  std::vector<std::string> counters;
  for (const std::string& one : present) counters.push_back(one.substr(process.size()));
  std::string list = fmt::format("{}", fmt::join(counters.begin(), counters.end() - 1, ", "));
  if (!list.empty()) list += " and ";
  remarks.push_back({.subject = std::string(word),
                     .text = fmt::format("read as {}{} of {}", list, counters.back(),
                                         process.substr(0, process.size() - 1))});
  paths.insert(paths.end(), present.begin(), present.end());
}

void ChosenPaths::add_set(const WatchPreset& set) {
  for (const PresetPath& path : set.paths) add_preset_path(path.path, path.worth, *this);
}

// The objects of a set stand in for all of its paths, also for those that an earlier set has added.
void ChosenPaths::add_set_of_log(const WatchPreset& set, std::span<const std::string> present,
                                 std::string_view log) {
  const std::size_t before = paths.size();
  for (const PresetPath& path : set.paths) {
    const std::string_view way = present_way(path, present);
    if (!way.empty() && !is_one_of(paths, way)) add_preset_path(way, path.worth, *this);
  }
  if (paths.size() != before) return;
  for (const std::string_view path : set.objects) {
    if (is_one_of(present, path)) paths.emplace_back(path);
  }
  if (paths.size() != before) return;
  lacks_a_set = true;
  remarks.push_back({.subject = std::string(log),
                     .text = fmt::format("this log has no counters of {}", set.name)});
}

std::vector<std::string> possible_paths(const WatchPreset& set) {
  std::vector<std::string> possible;
  for (const PresetPath& path : set.paths) {
    possible.emplace_back(path.path);
    possible.insert(possible.end(), path.or_else.begin(), path.or_else.end());
  }
  possible.insert(possible.end(), set.objects.begin(), set.objects.end());
  std::erase(possible, "");
  return possible;
}

std::string did_you_mean(std::string_view word, const WordMeanings& meanings, Sets sets) {
  std::vector<std::string> all;
  if (sets == Sets::taken && word.size() > 2) {
    std::vector<std::string_view> names;
    for (const WatchPreset& preset : watch_presets()) names.push_back(preset.name.substr(1));
    for (const std::string_view name : nearest_names(word, names, 1)) {
      all.push_back(fmt::format("@{}", name));
    }
  }
  constexpr std::size_t kMost = 4;
  for (const auto* paths : {&meanings.exact, &meanings.near}) {
    for (const std::string& path : *paths) {
      if (all.size() < kMost) all.push_back(path);
    }
  }
  if (all.empty()) return {};
  const std::string last = all.back();
  all.pop_back();
  if (all.empty()) return fmt::format("did you mean {}?", last);
  return fmt::format("did you mean {} or {}?", fmt::join(all, ", "), last);
}

}  // namespace openperflib
