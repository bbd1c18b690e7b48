#include "openperflib/view/paths/word_search.h"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <span>

#include "openperflib/query/catalog/suggestions.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

// Objects of one name, on all machines.
struct Object {
  std::string_view name;
  bool has_instances = false;
  std::set<std::string_view> counters;
  std::map<std::string, std::uint32_t> instances;  // "parent/name", and how many have it at once
};

void add_names(const Names::Object& named, Object& object) {
  object.has_instances = object.has_instances || named.has_instances();
  for (const std::string_view counter : named.counter_names()) object.counters.insert(counter);
  if (named.defined == nullptr) return;
  for (const Catalog::Instance& instance : named.defined->instances) {
    std::uint32_t& count = object.instances[full_name(instance)];
    count = std::max(count, instance.number + 1);
  }
}

// The name of a process means its instance of Process, and not also that of Linux Process, which
// has the same ones.
void leave_processes_to_process(std::vector<Object>& objects) {
  const auto process = std::ranges::find(objects, "Process", &Object::name);
  const auto states = std::ranges::find(objects, "Linux Process", &Object::name);
  if (process == objects.end() || states == objects.end()) return;
  std::erase_if(states->instances,
                [&](const auto& one) { return process->instances.contains(one.first); });
}

// In the order of their first appearance.
std::vector<Object> objects_of(const Names& names) {
  std::vector<Object> objects;
  for (const Names::Object& named : names.objects()) {
    auto object = std::ranges::find(objects, named.name(), &Object::name);
    if (object == objects.end()) {
      object = objects.insert(object, {.name = named.name(), .counters = {}, .instances = {}});
    }
    add_names(named, *object);
  }
  leave_processes_to_process(objects);
  return objects;
}

// "\\Process(svchost#*)\\*": all counters of the instances with that name.
std::string path_of_instance(const Object& object, std::string_view instance, std::uint32_t count) {
  return fmt::format("\\{}({}{})\\*", object.name, instance, count > 1 ? "#*" : "");
}

std::string path_of_counter(const Object& object, std::string_view counter) {
  return fmt::format("\\{}{}\\{}", object.name, object.has_instances ? "(*)" : "", counter);
}

// "Process(mmc)", "\\Process(mmc)", "\\Memory": the path of all its counters, if the object exists.
std::string completed(std::string_view word, std::span<const Object> objects) {
  if (word.starts_with('\\')) word.remove_prefix(1);
  const std::size_t open = word.find('(');
  const std::string_view name = word.substr(0, open);
  const auto object = std::ranges::find_if(
      objects, [&](const Object& one) { return equal_ignoring_case(one.name, name); });
  if (object == objects.end()) return {};
  if (open == std::string_view::npos) return path_of_counter(*object, "*");
  if (!object->has_instances || !word.ends_with(')')) return {};
  std::string path = fmt::format("\\{}{}\\*", object->name, word.substr(open));
  return PathPattern::parse(path).has_value() ? path : std::string();
}

void add_exact(std::string_view word, const Object& object, std::vector<std::string>& paths) {
  for (const std::string_view counter : object.counters) {
    if (equal_ignoring_case(counter, word)) paths.push_back(path_of_counter(object, counter));
  }
  for (const auto& [instance, count] : object.instances) {
    const bool can_be_written = instance.find_first_of("*?") == std::string::npos;
    if (can_be_written && equal_ignoring_case(instance, word)) {
      paths.push_back(path_of_instance(object, instance, count));
    }
  }
}

// Names and their paths.
class NearPaths {
 public:
  void add(std::string_view name, std::string path) {
    names_.push_back(name);
    paths_.emplace(name, std::move(path));
  }
  [[nodiscard]] std::vector<std::string> nearest(std::string_view word) const {
    constexpr std::size_t kMost = 3;
    std::vector<std::string> found;
    for (const std::string_view name : nearest_names(word, names_, kMost)) {
      const auto [first, last] = paths_.equal_range(name);
      for (auto path = first; path != last && found.size() < kMost; ++path) {
        found.push_back(path->second);
      }
    }
    return found;
  }

 private:
  std::vector<std::string_view> names_;
  std::multimap<std::string_view, std::string> paths_;
};

NearPaths all_paths_of(std::span<const Object> objects) {
  NearPaths near;
  for (const Object& object : objects) {
    near.add(object.name, path_of_counter(object, "*"));
    for (const std::string_view counter : object.counters) {
      near.add(counter, path_of_counter(object, counter));
    }
    for (const auto& [instance, count] : object.instances) {
      near.add(instance, path_of_instance(object, instance, count));
    }
  }
  return near;
}

}  // namespace

WordMeanings meanings_of(std::string_view word, const Names& names) {
  const std::vector<Object> objects = objects_of(names);
  WordMeanings meanings;
  if (std::string path = completed(word, objects); !path.empty()) {
    meanings.exact.push_back(std::move(path));
    return meanings;
  }
  for (const Object& object : objects) add_exact(word, object, meanings.exact);
  constexpr std::size_t kShortest = 3;  // shorter words are near to everything
  if (meanings.exact.empty() && word.size() >= kShortest) {
    meanings.near = all_paths_of(objects).nearest(word);
  }
  return meanings;
}

}  // namespace openperflib
