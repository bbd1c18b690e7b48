#include "openperflib/view/paths/word_search.h"

#include <fmt/core.h>

#include <algorithm>

#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/catalog/suggestions.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/snapshot/titles_object.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

using Object = SearchedNames::Object;

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
  for (const std::string& counter : object.counters) {
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

NearPaths all_paths_of(const SearchedNames& names) {
  NearPaths near;
  for (const Object& object : names.objects()) {
    near.add(object.name, path_of_counter(object, "*"));
    for (const std::string& counter : object.counters) {
      near.add(counter, path_of_counter(object, counter));
    }
    for (const auto& [instance, count] : object.instances) {
      near.add(instance, path_of_instance(object, instance, count));
    }
  }
  return near;
}

}  // namespace

SearchedNames::Object& SearchedNames::object(std::string_view name) {
  const auto known = std::ranges::find(objects_, name, &Object::name);
  if (known != objects_.end()) return *known;
  objects_.push_back({.name = std::string(name), .counters = {}, .instances = {}});
  return objects_.back();
}

SearchedNames SearchedNames::of(const Snapshot& snapshot, const TitleTable& titles) {
  SearchedNames names;
  const Catalog catalog = catalog_of(snapshot, titles);
  for (const Catalog::Object& one : catalog.objects()) {
    if (describes_the_block(one.title_index)) continue;
    Object& object = names.object(one.name);
    object.has_instances = one.has_instances;
    for (const Catalog::Counter& counter : one.counters) {
      if (counter.is_listed) object.counters.emplace(counter.name);
    }
    for (const Catalog::Instance& instance : one.instances) ++object.instances[full_name(instance)];
  }
  return names;
}

SearchedNames SearchedNames::of(std::span<const Series> series) {
  SearchedNames names;
  for (const Series& one : series) {
    Object& object = names.object(one.object);
    object.counters.emplace(one.counter);
    if (!one.instance.has_value()) continue;
    object.has_instances = true;
    const std::string name = one.parent.empty() ? std::string(*one.instance)
                                                : fmt::format("{}/{}", one.parent, *one.instance);
    std::uint32_t& count = object.instances[name];
    count = std::max(count, one.instance_number + 1);
  }
  return names;
}

WordMeanings meanings_of(std::string_view word, const SearchedNames& names) {
  WordMeanings meanings;
  if (std::string path = completed(word, names.objects()); !path.empty()) {
    meanings.exact.push_back(std::move(path));
    return meanings;
  }
  for (const Object& object : names.objects()) add_exact(word, object, meanings.exact);
  constexpr std::size_t kShortest = 3;  // shorter words are near to everything
  if (meanings.exact.empty() && word.size() >= kShortest) {
    meanings.near = all_paths_of(names).nearest(word);
  }
  return meanings;
}

}  // namespace openperflib
