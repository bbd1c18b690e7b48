// What watch shows: the series of a query with their history, in groups, sorted and filtered.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "apps/perflib/source_query.h"
#include "apps/perflib/sparkline.h"
#include "openperflib/counter/statistics.h"
#include "openperflib/query/query.h"

namespace openperflib::apps {

enum class WatchOrder : std::uint8_t { as_collected, by_last, by_average, by_maximum, by_name };
[[nodiscard]] std::string_view name_of(WatchOrder order) noexcept;

// One series as it is shown.
struct WatchLine {
  std::size_t series = 0;  // position in the binding
  std::string label;       // the counter, or the instance where a group is of one counter
  bool competes = true;    // false: totals and Idle, which stay below the others when sorted
  Statistics statistics;
  Value last;
  std::string reason;                    // why there is no last value
  const RecentValues* recent = nullptr;  // lives as long as the series does
};

// Lines under one title: counters of one instance, or instances of one counter.
struct WatchGroup {
  std::string title;
  std::string counter;  // of a group of instances; empty: a group of counters
  std::vector<WatchLine> lines;
};

// Whether a row came when it was due, or between two that are: the moments since the row before it
// are too short for a rate to mean anything.
enum class Pace : std::uint8_t { due, between };

// Resource: remembers each series by its path and identity for as long as it is there.
class WatchModel {
 public:
  // What the statistics are made of: readings, or values where the source has nothing else.
  enum class RowsOf : std::uint8_t { readings, values };
  explicit WatchModel(const Policy& policy, RowsOf rows = RowsOf::readings)
      : policy_(policy), rows_(rows) {}

  // Takes the newest row of the query, whose paths these are. Of a row between two it takes only
  // what is new.
  void take(const Query& query, std::span<const std::string> paths, Pace pace = Pace::due);
  // The query was replaced by another one: what is remembered stays with its series.
  void forget_binding() noexcept { bound_query_ = nullptr; }
  // What is shown now, in `order` (a group of processes is sorted by_last where order is
  // as_collected), only lines whose title or label has `filter` in it (case ignored).
  [[nodiscard]] std::vector<WatchGroup> groups(const Query& query, WatchOrder order,
                                               std::string_view filter) const;

 private:
  struct History {
    explicit History(const Formula& formula, const Policy& policy) : range(formula, policy) {}
    // The newest row of the series.
    void take(const RawCounter& older, const RawCounter& newer, const Value& value, RowsOf rows);
    [[nodiscard]] Statistics statistics(RowsOf rows) const noexcept;
    RangeStatistics range;
    Statistics of_values;  // where there are no readings
    double sum = 0;
    RecentValues recent;
    bool alive = true;
    bool has_begun = false;  // a row was taken into it
  };
  using Key = std::pair<std::string, std::uint64_t>;  // path, identity

  void rebind(const Query& query, std::span<const std::string> paths);
  [[nodiscard]] WatchLine line_of(const Query& query, std::size_t series) const;

  Policy policy_;
  RowsOf rows_;
  std::map<Key, History> histories_;
  std::vector<History*> by_series_;  // aligned with the binding
  const Query* bound_query_ = nullptr;
  std::uint64_t generation_ = 0;
};

// One for the rows of that source, whose readings wrap as its query lets them.
[[nodiscard]] WatchModel watch_model_of(const SourceQuery& source);

// A group without lines for each path that stands for nothing now; its title says so.
void append_unmatched(const SourceQuery& source, std::vector<WatchGroup>& groups);

}  // namespace openperflib::apps
