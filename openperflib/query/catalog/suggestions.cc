#include "openperflib/query/catalog/suggestions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <optional>

#include "openperflib/query/paths/counter_path.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/text/utf16.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {
namespace {

constexpr std::size_t kMostInstances = 20;  // shown; the others are only counted
// Names are compared letter by letter; names longer than any title are not compared.
constexpr std::size_t kLongestName = 256;

// The letters to insert, delete or replace to turn `a` into `b`; a swap of neighbours counts as
// one.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> now(b.size() + 1);
  std::vector<std::size_t> two_before;
  std::iota(before.begin(), before.end(), 0U);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = before[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      now[j] = std::min({replaced, before[j] + 1, now[j - 1] + 1});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        now[j] = std::min(now[j], two_before[j - 2] + 1);
      }
    }
    two_before = std::exchange(before, now);
  }
  return before[b.size()];
}

struct Candidate {
  std::size_t distance;
  std::string_view name;
  auto operator<=>(const Candidate&) const = default;
};

// The distance of a name; nullopt if it is too far to be meant: every third letter may be wrong.
std::optional<std::size_t> nearness(std::string_view wanted, std::string_view name) {
  if (wanted.size() > kLongestName || name.size() > kLongestName) return std::nullopt;
  const std::string candidate = folded(name);
  const std::size_t forgiven = std::max<std::size_t>(1, wanted.size() / 3);
  const auto [shorter, longer] = std::minmax({wanted.size(), candidate.size()});
  const bool is_near =
      longer - shorter <= forgiven;  // otherwise at least that many letters are missing
  const std::size_t letters = is_near ? distance(wanted, candidate) : longer;
  if (letters <= forgiven) return letters;
  const bool contains = wanted.size() >= 3 && candidate.find(wanted) != std::string::npos;
  return contains ? std::optional(wanted.size() + candidate.size()) : std::nullopt;
}

std::string did_you_mean(std::string_view wanted, std::span<const std::string_view> names) {
  const auto nearest = nearest_names(wanted, names);
  if (nearest.empty()) return {};
  std::vector<std::string> quoted;
  for (const std::string_view name : nearest) quoted.push_back(fmt::format("\"{}\"", name));
  return fmt::format("did you mean {}?", fmt::join(quoted, " or "));
}

// The nearest of many instances are more useful than the first ones.
std::string existing_instances(const Catalog::Object& object, std::string_view wanted) {
  if (!object.has_instances) return fmt::format("{} has no instances", object.name);
  if (object.instances.empty()) return fmt::format("{} has no instances now", object.name);
  std::vector<std::string> names;
  for (const Catalog::Instance& instance : object.instances) {
    names.push_back(display_name(instance));
  }
  if (names.size() > kMostInstances) {
    const std::vector<std::string_view> views(names.begin(), names.end());
    const std::string nearest = did_you_mean(wanted, views);
    if (!nearest.empty() && wanted.size() > 2)
      return fmt::format("{} There are {} instances.", nearest, names.size());
    names.resize(kMostInstances);
  }
  const std::size_t more = object.instances.size() - names.size();
  if (more == 0) return fmt::format("existing instances: {}", fmt::join(names, ", "));
  return fmt::format("existing instances: {} and {} more", fmt::join(names, ", "), more);
}

std::string about_object(const PathPattern& path, std::span<const Catalog::Object> objects) {
  std::vector<std::string_view> names;
  for (const Catalog::Object& object : objects) names.push_back(object.name);
  return did_you_mean(path.objects().front().text(), names);
}

// Why the object of a title is missing, if the block says so.
std::string about_missing(const Snapshot& snapshot, TitleIndex object) {
  const MissingRun* const run = snapshot.left_out(object, 0);
  return run == nullptr ? "Windows has it, but it is not available here" : snapshot.reason(*run);
}

std::string about_title(const PathPattern& path, const Snapshot& snapshot,
                        const TitleTable& titles) {
  const std::string wanted = folded(path.objects().front().text());
  std::vector<std::string_view> names;
  for (const Title& title : titles.names()) {
    if (folded(title.text) == wanted) return about_missing(snapshot, title.index);
    names.push_back(title.text);
  }
  return did_you_mean(path.objects().front().text(), names);
}

std::string about_counter(const NamePattern& counter, const Catalog::Object& object) {
  std::vector<std::string_view> names;
  for (const Catalog::Counter& one : object.counters) names.push_back(one.name);
  return did_you_mean(counter.text(), names);
}

bool has_counter(const Catalog::Object& object, const NamePattern& pattern) {
  return std::ranges::any_of(object.counters, [&](const Catalog::Counter& counter) {
    return pattern.matches(counter.folded_name, counter.title_index);
  });
}

// The reading of a path that was most likely meant: the first one whose counter exists; otherwise,
// for shell paths, the one with the shortest counter.
std::string about_readings(std::span<const PathPattern::Request> readings,
                           const Catalog::Object& object) {
  const auto found = std::ranges::find_if(readings, [&](const PathPattern::Request& reading) {
    return has_counter(object, reading.counter) &&
           reading.instance.has_value() == object.has_instances;
  });
  const auto instance_of = [](const PathPattern::Request& reading) {
    return reading.instance.has_value() ? reading.instance->name() : std::string();
  };
  if (found != readings.end()) return existing_instances(object, instance_of(*found));
  const auto with_counter = std::ranges::find_if(
      readings, [&](const auto& reading) { return has_counter(object, reading.counter); });
  if (with_counter != readings.end()) return existing_instances(object, instance_of(*with_counter));
  for (const PathPattern::Request& reading : readings) {
    std::string said = about_counter(reading.counter, object);
    if (!said.empty()) return said;
  }
  return {};
}

// What is wrong below an existing object; nullopt if no object matches.
std::optional<std::string> about_series(const PathPattern& pattern,
                                        std::span<const Catalog::Object> objects) {
  for (const Catalog::Object& object : objects) {
    const auto readings = pattern.requests_for(object.folded_name, object.title_index);
    if (!readings.empty()) return about_readings(readings, object);
  }
  return std::nullopt;
}

std::string about_path(const PathPattern& pattern, std::span<const Catalog::Object> objects) {
  if (const auto said = about_series(pattern, objects)) return *said;
  return about_object(pattern, objects);
}

// The machines that there are, if the path names another one.
std::string about_machine(const PathPattern& pattern, std::span<const Catalog::Object> objects) {
  constexpr std::size_t kMost = 5;
  if (pattern.machine().empty()) return {};
  std::vector<std::string_view> machines;
  for (const Catalog::Object& object : objects) {
    const std::string_view machine = without_backslashes(object.machine);
    if (machine.empty() || pattern.is_for_machine(machine)) return {};
    const bool is_new = std::ranges::find(machines, machine) == machines.end();
    if (is_new && machines.size() < kMost) machines.push_back(machine);
  }
  if (machines.empty()) return {};
  return fmt::format("the machine{} {}", machines.size() == 1 ? " is" : "s are",
                     fmt::join(machines, ", "));
}

// A path without a machine means the objects of all machines.
Catalog without_machines(const Catalog& catalog) {
  Catalog merged;
  for (Series series : catalog.series()) {
    series.machine = {};
    merged.add(series);
  }
  return merged;
}

}  // namespace

std::vector<std::string_view> nearest_names(std::string_view wanted,
                                            std::span<const std::string_view> names,
                                            std::size_t most) {
  const std::string key = folded(wanted);
  std::vector<Candidate> candidates;
  for (const std::string_view name : names) {
    const auto far = nearness(key, name);
    if (far.has_value()) candidates.push_back({*far, name});
  }
  std::ranges::sort(candidates);
  const auto repeated = std::ranges::unique(candidates, {}, &Candidate::name);
  candidates.erase(repeated.begin(), repeated.end());
  std::vector<std::string_view> nearest;
  for (const Candidate& candidate : candidates) {
    if (nearest.size() == most) break;
    nearest.push_back(candidate.name);
  }
  return nearest;
}

std::string suggestion_for(std::string_view path, const Snapshot& snapshot,
                           const TitleTable& titles, CodePageDecoder decode) {
  const auto pattern = PathPattern::parse(path);
  if (!pattern.has_value()) return {};
  const Catalog catalog = catalog_of(snapshot, titles, decode);
  if (const auto said = about_series(*pattern, catalog.objects())) return *said;
  const std::string said = about_object(*pattern, catalog.objects());
  return said.empty() ? about_title(*pattern, snapshot, titles) : said;
}

std::string suggestion_for(std::string_view path, const Catalog& catalog) {
  const auto pattern = PathPattern::parse(path);
  if (!pattern.has_value()) return {};
  if (std::string said = about_machine(*pattern, catalog.objects()); !said.empty()) return said;
  if (catalog.is_of_snapshot()) return about_path(*pattern, catalog.objects());  // of one machine
  return about_path(*pattern, without_machines(catalog).objects());
}

}  // namespace openperflib
