// The series that the paths of a query match in one block, and what to request from a source.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "openperflib/query/binding/path_match.h"
#include "openperflib/query/binding/series_reader_internal.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/snapshot/object_request.h"

namespace openperflib {

// A series without a value to read, but with a place in every row: the path has no wildcards, and
// its instance does not exist now or its counter has no definition on this machine.
struct UnreadableSeries {
  std::uint32_t path = 0;
  std::uint32_t series = 0;
  CStatus status = CStatus::no_instance;
  std::uint32_t object_title_index = 0;
  std::uint32_t counter_title_index = 0;
  CounterType type;  // of its definition, if it has one
  std::int32_t default_scale = 0;
  std::string instance;  // as the path names it
  bool has_instance = false;
};

// Resource: lists that are reused.
struct BoundPaths {
  std::vector<SeriesRun> runs;         // in the order of the paths, then of the block
  std::vector<std::uint32_t> choices;  // counters, by their position among the catalog's
  std::vector<UnreadableSeries> unreadable;
  std::vector<PathMatch> matches;  // by path
  std::uint32_t series = 0;        // their number
};

// Finds the series of all paths. `machine` is the name of this machine in paths.
void bind_paths(std::span<const PathPattern> paths, const Snapshot& snapshot,
                const Catalog& catalog, const TitleTable& titles, std::string_view machine,
                BoundPaths& bound);

// Builds the request to a source, path by path.
class RequestBuilder {
 public:
  void add(const PathPattern& path, const TitleTable& titles);
  [[nodiscard]] const ObjectRequest& request() const noexcept { return request_; }

 private:
  void add_readings(std::span<const std::uint32_t> objects,
                    std::span<const PathPattern::Request> readings, const TitleTable& titles);
  [[nodiscard]] std::vector<std::uint32_t> matching_titles(const NamePattern& pattern,
                                                           const TitleTable& titles);
  ObjectRequest request_ = ObjectRequest::nothing();
  std::vector<std::string> folded_titles_;  // by position; made when a pattern has wildcards
  bool is_global_ = false;                  // a path asks for objects of any name
};

// The title indices that an object or counter without wildcards may refer to, ascending: its
// number, or all indices of its name.
[[nodiscard]] std::vector<std::uint32_t> title_indices_of(const NamePattern& pattern,
                                                          const TitleTable& titles);

}  // namespace openperflib
