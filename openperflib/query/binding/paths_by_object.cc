#include "openperflib/query/binding/paths_by_object_internal.h"

namespace openperflib {
namespace {

void append(const auto& paths, const auto& key, std::vector<std::uint32_t>& found) {
  const auto known = paths.find(key);
  if (known == paths.end()) return;
  found.insert(found.end(), known->second.begin(), known->second.end());
}

}  // namespace

void PathsByObject::assign(std::span<const PathPattern> paths) {
  by_name_.clear();
  by_title_.clear();
  with_wildcards_.clear();
  for (std::uint32_t path = 0; path < paths.size(); ++path) {
    for (const NamePattern& object : paths[path].objects()) {
      if (object.has_wildcards()) {
        with_wildcards_.push_back(path);
        continue;
      }
      by_name_[object.folded_text()].push_back(path);
      if (object.number().has_value()) by_title_[*object.number()].push_back(path);
    }
  }
}

void PathsByObject::find(std::string_view name, std::string_view original_name,
                         std::uint32_t title_index, std::vector<std::uint32_t>& found) const {
  found.clear();
  append(by_name_, name, found);
  if (!original_name.empty() && original_name != name) append(by_name_, original_name, found);
  append(by_title_, title_index, found);
  found.insert(found.end(), with_wildcards_.begin(), with_wildcards_.end());
}

}  // namespace openperflib
