// What a user means who typed a word instead of a counter path: svchost, "Available Bytes".
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/query/catalog/series.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Value: the names that words are searched in.
class SearchedNames {
 public:
  // The names of one object's counters and instances.
  struct Object {
    std::string name;
    bool has_instances = false;
    std::set<std::string> counters;
    std::map<std::string, std::uint32_t>
        instances;  // "parent/name", and how many have it at the same time
  };
  // The names in a snapshot, without Collection Status.
  [[nodiscard]] static SearchedNames of(const Snapshot& snapshot, const TitleTable& titles);
  [[nodiscard]] static SearchedNames of(std::span<const Series> series);

  // In the order of their first appearance.
  [[nodiscard]] std::span<const Object> objects() const noexcept { return objects_; }

 private:
  // Returns the object with this name; a new one is added without names.
  Object& object(std::string_view name);
  std::vector<Object> objects_;
};

// The paths that a word can mean. Value.
struct WordMeanings {
  std::vector<std::string>
      exact;  // paths: an object, a counter or an instance has exactly this name
  std::vector<std::string> near;  // paths of names that contain or resemble it, best first
};

// Case is ignored. An object means all its counters, a counter all its instances. An object with an
// instance but without a counter, \Process(mmc), means all its counters.
[[nodiscard]] WordMeanings meanings_of(std::string_view word, const SearchedNames& names);

}  // namespace openperflib
