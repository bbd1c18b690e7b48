// CounterPresence: which counters of the rules a log has; found while the log is read.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/analysis/rule.h"
#include "openperflib/query/query.h"

namespace openperflib {

// Resource. Memory is that of the rules' paths, however many series the log has.
class CounterPresence {
 public:
  // The texts of `titles` must outlive it.
  CounterPresence(std::span<const Rule> rules, const TitleTable& titles);

  // The catalog of a record: of the series of a log, or of a block.
  void add(const Catalog& catalog);

  // Returns whether one of the catalogs had a series that a path of the rules matches.
  [[nodiscard]] bool has(const std::string& path) const;
  [[nodiscard]] bool has_series() const noexcept { return !objects_.empty(); }
  // The names of the log's objects in the order in which they appeared, at most kMostObjects.
  [[nodiscard]] const std::vector<std::string>& objects() const noexcept { return objects_; }
  static constexpr std::size_t kMostObjects = 100;

 private:
  // Adds the catalog's objects that have series to objects_, until there are kMostObjects.
  void note_objects(const Catalog& catalog);
  void note_object(std::string_view name);
  // Returns whether a path may be matched that was not matched in the catalog before: objects and
  // counters are others, or only an instance was missing.
  [[nodiscard]] bool may_match(const Catalog& catalog);
  // Looks for the paths that were not found yet.
  void match(const Catalog& catalog);
  // Makes a query of the paths that no catalog has matched yet.
  void look_for_the_rest();

  const TitleTable& titles_;
  std::map<std::string, bool> paths_;  // and whether the log has them
  Query query_;                        // for those that were not found yet
  std::vector<std::string> wanted_;    // their texts, by their numbers in the query
  std::uint64_t generation_ = 0;
  std::uint64_t counters_ = 0;  // a hash of the objects and counters of the last catalog; 0: none
  std::vector<std::string> objects_;
};

// The paths that an analysis with these rules reads, for a query of a machine: each once. Without
// those of stand-ins: a machine has all objects, and each one that is read costs time.
[[nodiscard]] std::vector<std::string> paths_of(std::span<const Rule> rules);

// \Process(*)\ID Process, which distinguishes processes.
inline constexpr std::string_view kProcessIds = "\\Process(*)\\ID Process";
// \Process(*)\Elapsed Time, which has their starts: no rule reads it, but their first rates do.
inline constexpr std::string_view kProcessStarts = "\\Process(*)\\Elapsed Time";

}  // namespace openperflib
