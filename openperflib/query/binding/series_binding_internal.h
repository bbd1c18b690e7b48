// SeriesBinder: which series of a flat catalog the paths of a query stand for.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "openperflib/query/binding/path_match.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/catalog/series_names_internal.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// A path and one of the series that it stands for.
struct BoundSeries {
  std::uint32_t path = 0;
  std::uint32_t source = kNone;  // position in the catalog; kNone: named, known, but not there now
  std::uint32_t like = kNone;    // where source is kNone: a series of the same object and counter
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
};

// Resource: what the paths mean of the names that there were, kept from catalog to catalog. The
// work of a catalog is one look at each series and one at each path; only a new name is matched
// against the paths.
class SeriesBinder {
 public:
  // The paths of the assign() calls that follow. `paths` lives until the next call, `titles` as
  // long as this.
  void set_paths(std::span<const PathPattern> paths, const TitleTable& titles);

  // Finds the series of all paths, in the order of the paths, then of the catalog.
  void assign(const Catalog& catalog);

  [[nodiscard]] std::span<const BoundSeries> series() const noexcept { return bound_; }
  [[nodiscard]] std::span<const PathMatch> matches() const noexcept { return matches_; }

 private:
  // Plain paths have one reading, by names: with backslashes and without title indices. The others,
  // the odd ones, are matched against all series of each catalog.
  using Paths = std::vector<std::uint32_t>;
  // Paths by the one name that a part of them stands for, and those that may stand for several.
  struct PathsByName {
    std::unordered_map<std::string_view, Paths> exact;
    Paths with_wildcards;
  };
  // An object of names_.
  struct Object {
    std::uint64_t catalog = 0;          // the last that had it, as catalogs_ counts
    PathsByName by_counter;             // the plain paths that mean the object
    std::vector<std::uint32_t> series;  // of that catalog, where there are odd paths
  };
  // A counter of names_.
  struct Counter {
    std::uint64_t catalog = 0;  // the last that had it, and its last series there
    std::uint32_t last_without_instance = BoundSeries::kNone;
    std::uint32_t last_with_instance = BoundSeries::kNone;
    Paths without_instance;  // the plain paths that mean the counter
    PathsByName by_instance;
  };
  // Of a name of names_: its plain paths, a part of wanted_.
  struct Wanted {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  // Of a plain path: what it means of names_.
  struct Meaning {
    std::vector<std::uint32_t> objects;
    std::vector<std::uint32_t> counters;
  };

  void forget_names();
  void learn_names();
  void learn_object(std::uint32_t number);
  void learn_counter(std::uint32_t number);
  void learn_name(std::uint32_t number);
  void note_place(std::uint32_t series);
  void note_series();
  [[nodiscard]] bool is_machine_there(const PathPattern& path) const;
  [[nodiscard]] PathMatch match_of_unfound(std::uint32_t path) const;
  [[nodiscard]] std::uint32_t like(std::uint32_t path) const;
  void bind_unfound(std::uint32_t path);
  void put_in_order();

  // Of odd paths (series_binding_odd.cc).
  [[nodiscard]] PathMatch bind_odd(std::uint32_t path);
  [[nodiscard]] PathMatch bind_odd(const PathPattern& path, std::uint32_t object);
  [[nodiscard]] bool look_up(const PathPattern::Request& reading, const Object& object);
  [[nodiscard]] PathMatch scan(const PathPattern::Request& reading, const Object& object);
  [[nodiscard]] bool is_called(const NamePattern& counter, std::uint32_t series) const;
  [[nodiscard]] bool is_instance(const PathPattern::Request& reading, std::uint32_t series) const;
  [[nodiscard]] const SeriesNames::Name& name_of(std::uint32_t series) const {
    return names_.names()[names_.of_series()[series]];
  }

  std::span<const PathPattern> paths_;
  const TitleTable* titles_ = nullptr;
  PathsByName by_object_;  // plain paths
  Paths odd_paths_;
  std::vector<Meaning> meanings_;  // by path
  SeriesNames names_;
  std::vector<std::uint64_t> machines_;  // by number in names_: the last catalog that had it
  std::vector<Object> objects_;
  std::vector<Counter> counters_;
  std::vector<Wanted> wanted_of_;
  Paths wanted_;
  std::uint64_t catalogs_ = 0;  // taken so far
  // Of the present catalog.
  std::vector<BoundSeries> found_;       // in any order of the paths
  std::vector<std::uint32_t> found_of_;  // by path: how many
  std::vector<std::uint32_t> odd_found_;
  std::uint32_t odd_like_ = BoundSeries::kNone;
  std::vector<BoundSeries> bound_;
  std::vector<PathMatch> matches_;
};

}  // namespace openperflib
