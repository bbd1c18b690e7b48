// PathBinder: the one that finds the series of a catalog that the paths of a query match, whether a
// snapshot or the entries of a log filled it.
//
// Source: docs/counter_paths.md, docs/adr/0018-one-binder.md.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/counter/cstatus.h"
#include "openperflib/query/binding/object_names_internal.h"
#include "openperflib/query/binding/path_match.h"
#include "openperflib/query/binding/paths_by_object_internal.h"
#include "openperflib/query/binding/series_places_internal.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// A path and one of the series that it matches.
struct BoundSeries {
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
  std::uint32_t path = 0;
  std::uint32_t number = kNone;  // in the catalog; kNone: it is in PathBinder::unreadable()
  Catalog::Place place{};        // of the series, or of the counter that it would have
};

// A series without a value to read, but with a place in every row: its path has no wildcards, and
// its instance does not exist now or its counter has no definition on this machine.
struct UnreadableSeries {
  std::uint32_t path = 0;
  std::uint32_t series = 0;  // position in the row
  CStatus status = CStatus::no_instance;
  std::uint32_t object_title_index = 0;  // 0 in logs without titles
  std::uint32_t counter_title_index = 0;
  Catalog::Place like{};  // no_instance: a place of its object and counter
  std::string instance;   // as the path names it
  bool has_instance = false;
  [[nodiscard]] bool has_definition() const noexcept { return status == CStatus::no_instance; }
};

// What paths are bound to, besides the catalog.
struct BoundSource {
  const TitleTable& titles;
  // Which counters of a snapshot have no definition, and why.
  std::span<const MissingRun> missing;
  // What paths call the machine of a snapshot. Nullopt: the machines of the catalog.
  std::optional<std::string_view> machine;
  // The catalog is that of a block of one object of a log (LoggedObject).
  bool is_of_one_object = false;
};

// Resource: lists and indices that are reused.
class PathBinder {
 public:
  // The paths of the calls that follow. They live until the next call.
  void set_paths(std::span<const PathPattern> paths);

  // Finds the series of all paths, in the order of the paths, then of the catalog.
  void bind(const Catalog& catalog, const BoundSource& source);

  [[nodiscard]] std::span<const BoundSeries> series() const noexcept { return bound_; }
  // In the order of the paths; at most one of each.
  [[nodiscard]] std::span<const UnreadableSeries> unreadable() const noexcept {
    return unreadable_;
  }
  [[nodiscard]] std::span<const PathMatch> matches() const noexcept { return matches_; }

 private:
  // How far a path has got while objects are looked at one after the other.
  struct Progress {
    std::uint32_t last_object = BoundSeries::kNone;       // that was looked at
    std::uint32_t series = 0;                             // found
    std::uint32_t missing_instance = BoundSeries::kNone;  // in missing_instances_
  };
  void begin(const Catalog& catalog, const BoundSource& source);
  [[nodiscard]] bool has_no_series(std::uint32_t number) const noexcept;
  void bind_object(std::uint32_t number);
  [[nodiscard]] bool is_for(const PathPattern& path, const Catalog::Object& object) const;
  [[nodiscard]] bool is_answered(std::uint32_t path) const;
  void bind_path(std::uint32_t path);
  [[nodiscard]] PathMatch match_object(std::uint32_t path);
  [[nodiscard]] PathMatch bind_request(std::uint32_t path, const PathPattern::Request& request);
  void note_missing_instance(std::uint32_t path, const PathPattern::Request& request);
  void finish(std::uint32_t path);
  [[nodiscard]] bool bind_left_out(std::uint32_t path);
  [[nodiscard]] bool bind_left_out(std::uint32_t path, std::uint32_t object);
  void add_unreadable(UnreadableSeries series);
  void put_in_order();

  std::span<const PathPattern> paths_;
  PathsByObject by_object_;
  const Catalog* catalog_ = nullptr;  // during bind()
  const BoundSource* source_ = nullptr;
  SeriesPlaces places_;
  std::vector<Progress> progress_;  // by path
  // What is known of the object that is looked at:
  std::uint32_t object_ = 0;
  std::uint32_t title_index_ = 0;
  std::string original_name_;  // folded
  ObjectNames names_;
  std::vector<std::uint32_t> candidates_;
  std::vector<std::uint32_t> counters_;
  std::vector<std::uint32_t> instances_;
  std::vector<PlacedSeries> placed_;
  std::vector<UnreadableSeries> missing_instances_;
  std::vector<BoundSeries> found_;  // by object, then by path
  std::vector<BoundSeries> bound_;
  std::vector<UnreadableSeries> unreadable_;
  std::vector<PathMatch> matches_;
};

}  // namespace openperflib
