// SeriesBinder: which series of a flat catalog the paths of a query stand for.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "openperflib/query/path_pattern.h"
#include "openperflib/query/query.h"
#include "openperflib/query/series_catalog.h"
#include "openperflib/query/text_arena.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// A path and one of the series that it stands for.
struct BoundSeries {
  std::uint32_t path = 0;
  std::uint32_t source = kNone;  // position in the catalog; kNone: named, known, but not there now
  std::uint32_t like = kNone;    // where source is kNone: a series of the same object and counter
  static constexpr std::uint32_t kNone = 0xFFFFFFFF;
};

// Resource: tables of one catalog, reused. Work is that of the paths and the series each alone
// where paths have no wildcards: those are looked up.
class SeriesBinder {
 public:
  // Finds the series of all paths, in the order of the paths, then of the catalog.
  void assign(const SeriesCatalog& catalog, std::span<const PathPattern> paths,
              const TitleTable& titles);

  [[nodiscard]] std::span<const BoundSeries> series() const noexcept { return bound_; }
  [[nodiscard]] std::span<const Query::Match> matches() const noexcept { return matches_; }

 private:
  struct Names {
    std::uint32_t machine;      // position in machines_
    std::uint32_t object;       // position in objects_
    std::string_view counter;   // folded
    std::string_view original;  // of the counter in the log's own language, folded; empty: the same
    std::string_view instance;  // folded "parent/name"
  };
  struct Object {
    std::string_view name;      // folded
    std::string_view original;  // in the log's own language, folded; empty: the same
    std::uint32_t title_index;
    std::vector<std::uint32_t> series;  // positions in the catalog
  };

  void index(const TitleTable& titles);
  [[nodiscard]] std::uint32_t object_of(const Series& series, const TitleTable& titles);
  [[nodiscard]] std::uint32_t machine_of(const Series& series);
  [[nodiscard]] bool is_called(const NamePattern& counter, std::uint32_t series,
                               const TitleTable& titles) const;
  void bind(const PathPattern& path, std::uint32_t number, const TitleTable& titles);
  [[nodiscard]] bool choose_machines(const PathPattern& path);
  [[nodiscard]] Query::Match bind_object(const PathPattern& path, const Object& object,
                                         const TitleTable& titles);
  [[nodiscard]] Query::Match bind_reading(const PathPattern::Request& reading, const Object& object,
                                          const TitleTable& titles);
  [[nodiscard]] bool look_up(const PathPattern::Request& reading, const Object& object);
  [[nodiscard]] Query::Match scan(const PathPattern::Request& reading, const Object& object,
                                  const TitleTable& titles);
  [[nodiscard]] bool is_for_machine_of(std::uint32_t series) const {
    return machine_is_meant_[names_[series].machine];
  }
  [[nodiscard]] bool is_instance(const PathPattern::Request& reading, std::uint32_t series) const;

  const SeriesCatalog* catalog_ = nullptr;  // during assign()
  TextArena texts_;
  std::vector<Names> names_;            // by series
  std::vector<std::string> machines_;   // as the catalog has them
  std::vector<bool> machine_is_meant_;  // by the path that is being bound
  std::vector<Object> objects_;
  std::unordered_map<std::string, std::uint32_t> object_positions_;
  std::unordered_multimap<std::string, std::uint32_t> by_name_;  // see key_of()
  std::vector<BoundSeries> bound_;
  std::vector<Query::Match> matches_;
  std::vector<std::uint32_t> found_;
  std::uint32_t like_ = BoundSeries::kNone;
};

}  // namespace openperflib
