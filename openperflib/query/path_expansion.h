// PathExpansion: the paths that names with wildcards mean in a catalog. No value is read: it is for
// lists.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>

#include "openperflib/query/binding/path_match.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/paths/counter_path.h"
#include "openperflib/query/paths/name_pattern.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Value. Selects counters, by patterns of their objects, instances and names.
struct PathSelection {
  // path: match as a query would (the first object of that name; the name of an instance excludes
  // objects without instances). list: every object of that name, with or without instances.
  enum class As : std::uint8_t { path, list };

  NamePattern object;
  std::optional<InstancePattern> instance;  // nullopt: objects without instances
  NamePattern counter;
  As as = As::path;
  std::optional<std::string_view> machine = std::nullopt;  // only this one; not folded
};

// Value. What becomes of wildcards, by part of the path.
struct PathExpansion {
  // expanded: one path for each match. kept: written as it was given.
  enum class Part : std::uint8_t { expanded, kept };
  Part instances = Part::expanded;
  Part counters = Part::expanded;
  bool operator==(const PathExpansion&) const = default;
};

// Value. The result of an expansion.
struct ExpandedPath {
  PathMatch match = PathMatch::no_object;  // the closest one: what was lacking if there is no path
  // The path names an instance, but the kind of object has no instances.
  bool names_instance_of_none = false;
};

// Calls take(path) for each path, in the order of the objects, then of their counters, then of
// their instances. A part that is kept is written as it was given, and each path once. Objects
// that describe a block never match, and wildcards do not match unlisted counters. The path has the
// machine of its object; it is valid during the call.
ExpandedPath expand(const PathSelection& selection, const Catalog& catalog,
                    const TitleTable& titles, const PathExpansion& expansion,
                    const std::function<void(const CounterPath& path)>& take);

}  // namespace openperflib
