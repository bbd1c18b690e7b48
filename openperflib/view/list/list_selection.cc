#include "openperflib/view/list/list_selection.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "openperflib/query/paths/counter_path.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

using Requests = std::vector<PathPattern::Request>;

// What the paths request of an object.
Requests requests_for(const ListedObject& object, std::span<const PathPattern> patterns) {
  const std::string name = folded(object.name);
  const std::string original = folded(object.original_name);
  Requests all;
  for (const PathPattern& pattern : patterns) {
    for (auto& request : pattern.requests_for(name, object.title_index, original)) {
      all.push_back(std::move(request));
    }
  }
  return all;
}

bool names_counter(const Requests& requests, const ListedCounter& counter) {
  return std::ranges::any_of(requests, [&](const PathPattern::Request& request) {
    return request.counter.matches(folded(counter.name), counter.title_index) ||
           (!counter.original_name.empty() &&
            request.counter.matches(folded(counter.original_name)));
  });
}

// `instance`: as lists show it, "parent/name#2".
bool names_instance(const Requests& requests, std::string_view instance) {
  const InstanceParts parts = split_instance(instance, ObjectParents::none);
  const std::string name = folded(parts.name);
  return std::ranges::any_of(requests, [&](const PathPattern::Request& request) {
    return !request.instance.has_value() || request.instance->matches(name, parts.index);
  });
}

}  // namespace

std::vector<ListedObject> selected_by_paths(std::vector<ListedObject> objects,
                                            std::span<const std::string> paths) {
  std::vector<PathPattern> patterns;
  for (const std::string& path : paths) {
    if (auto pattern = PathPattern::parse(path)) patterns.push_back(*std::move(pattern));
  }
  std::erase_if(objects, [&](ListedObject& object) {
    const Requests requests = requests_for(object, patterns);
    std::erase_if(object.counters,
                  [&](const ListedCounter& one) { return !names_counter(requests, one); });
    std::erase_if(object.instances,
                  [&](const std::string& one) { return !names_instance(requests, one); });
    return object.counters.empty() || (object.has_instances && object.instances.empty());
  });
  return objects;
}

}  // namespace openperflib
