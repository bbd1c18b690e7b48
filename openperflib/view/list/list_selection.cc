#include "openperflib/view/list/list_selection.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

using Requests = std::vector<PathPattern::Request>;

// An instance as lists show it, "name#2": its folded name and its number.
std::pair<std::string, std::uint32_t> shown_parts(std::string_view shown) {
  const std::size_t sign = shown.rfind('#');
  std::uint32_t number = 0;
  if (sign != std::string_view::npos) {
    const char* const end = shown.data() + shown.size();
    const auto [read, error] = std::from_chars(shown.data() + sign + 1, end, number);
    if (error == std::errc() && read == end) return {folded(shown.substr(0, sign)), number};
  }
  return {folded(shown), 0};
}

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

bool names_instance(const Requests& requests, std::string_view instance) {
  const auto [name, number] = shown_parts(instance);
  return std::ranges::any_of(requests, [&](const PathPattern::Request& request) {
    return !request.instance.has_value() || request.instance->matches(name, number);
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
