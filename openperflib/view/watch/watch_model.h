// The model of watch: the series of a query with their history, in groups, sorted and filtered.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/counter/statistics.h"
#include "openperflib/query/query.h"
#include "openperflib/view/summary/rows_of.h"
#include "openperflib/view/summary/unattributed_time.h"
#include "openperflib/view/summary/value_statistics.h"
#include "openperflib/view/text/sparkline.h"
#include "openperflib/view/text/value_text.h"

namespace openperflib {

// The order of the lines of a list; values are descending, names ascending.
// by_growth: by how much the last value exceeds the first one.
enum class WatchOrder : std::uint8_t {
  as_collected,
  by_last,
  by_average,
  by_maximum,
  by_name,
  by_growth
};
// "as collected", "last", "average", "maximum", "name", "growth".
[[nodiscard]] std::string_view name_of(WatchOrder order) noexcept;

// One line: a series as it is shown.
struct WatchLine {
  std::size_t series = 0;     // position in the binding
  std::string label;          // the counter, or the instance if the group has one counter
  bool competes = true;       // false: totals and Idle, which are sorted below the others
  bool is_virtual = false;    // a virtual device
  bool is_repeat = false;     // a total of one instance
  bool is_extra = false;      // for screens with room
  bool is_essential = false;  // also for a screen that has room for nothing else
  std::size_t added = 0;      // by the user; more: later. 0: not added
  bool is_word = false;       // the state of a process, which `state` has in words
  bool is_usual = false;      // a state that asks for no attention: the process runs or sleeps
  // What no process accounts for, beneath the processes: `series` is that of one of these.
  bool is_remainder = false;
  Statistics statistics;
  Value last;
  Value growth;                          // the last value less the first one
  std::string state;                     // of the process, in words; empty: not known
  std::string reason;                    // why there is no last value
  const RecentValues* recent = nullptr;  // lives as long as the series does
};

// Lines under one title: counters of one instance, or instances of one counter (a list).
struct WatchGroup {
  std::string title;  // "\Processor(_Total)", "\Process(*)\% Processor Time"
  bool is_list = false;
  std::vector<WatchLine> lines;
  std::string note = {};     // shown after the title: "50 forks/s"; empty: none
  std::size_t left_out = 0;  // lines that a caller has cut off
};

// Whether a row came when it was due, or in between: the time since the previous row is then too
// short for a meaningful rate.
enum class Pace : std::uint8_t { due, between };

// Resource: keeps the history of each series of one query, by its path and identity, as long as it
// exists.
class WatchModel {
 public:
  explicit WatchModel(const Policy& policy, RowsOf rows = RowsOf::readings)
      : policy_(policy), rows_(rows) {}

  // Takes the newest row of the query, which must always be the same query. From a row in between
  // it takes only series that are new.
  void take(const Query& query, Pace pace = Pace::due);
  // The path was removed from the query: its series disappear at once, before the next row.
  void remove_path(Query::PathId path) { removed_paths_.insert(path); }
  // The lines of this path are for screens with room.
  void set_extra(Query::PathId path) { extra_paths_.insert(path); }
  // The lines of this path are not shown: it is read for the remainder.
  void hide_path(Query::PathId path) { hidden_paths_.insert(path); }
  // The list of processes gets a line for the processor time that none of them accounts for, while
  // there is much of it.
  void set_remainder_paths(const RemainderPaths& paths) { remainder_paths_ = paths; }
  // Returns the remainder of the newest row, whether it is shown or not; nullopt: it is not known.
  [[nodiscard]] const std::optional<CpuRemainder>& remainder() const noexcept { return remainder_; }
  // The lines of this path stay on the smallest screen.
  void set_essential(Query::PathId path) { essential_paths_.insert(path); }
  // The user has added these paths: the later its place, the longer a path stays on a small screen.
  void set_added(std::span<const Query::PathId> paths) {
    added_paths_.assign(paths.begin(), paths.end());
  }
  // The lines to show now, path by path and object by object, in `order` (a list of processes is
  // sorted by_last if order is as_collected). Only lines whose title or label contains `filter`
  // (case is ignored). An object of which a path shows one counter of several instances is a list.
  // If there are several machines, titles name them. Empty: the model has not taken the newest row.
  [[nodiscard]] std::vector<WatchGroup> groups(const Query& query, WatchOrder order,
                                               std::string_view filter) const;

 private:
  // What is kept of one series of a path.
  struct History {
    explicit History(const Formula& formula, const Policy& policy, std::int8_t scale)
        : range(formula, policy, scale) {}
    // The newest row of the series.
    void take(const RawCounter& older, const RawCounter& newer, const Value& value, RowsOf rows);
    // The older reading of the next row is the start of a process.
    void begin(const RawCounter& start);
    // Over the readings of the range, or over the values that were taken.
    [[nodiscard]] Statistics statistics(RowsOf rows) const noexcept;
    RangeStatistics range;
    Value first;  // the first value that was usable
    Value last;
    ValueStatistics of_values;  // if there are no readings
    RecentValues recent;
    bool alive = true;
    bool has_begun = false;  // it has taken a row
  };
  using Key = std::pair<Query::PathId, std::uint64_t>;  // with the identity of the series

  // Puts the state of each process beside it in the lists of processes.
  void add_states(const Query& query, std::vector<WatchGroup>& groups) const;
  // Finds or begins the history of each series of a new binding, and drops the others.
  void rebind(const Query& query);
  void take_remainder(const Query& query, Pace pace);
  // Appends the line of the remainder to the list that has `first`, if it is that of the processes.
  void append_remainder(const Series& first, WatchGroup& group) const;
  // Returns the place of the path among those that the user has added, from 1 on; 0: not added.
  [[nodiscard]] std::size_t place_among_added(Query::PathId path) const;
  // Makes the line of a series, labelled with its counter.
  [[nodiscard]] WatchLine line_of(const Query& query, std::size_t series) const;
  // Appends the groups of series of one path, object and machine.
  void append_groups(const Query& query, std::span<const std::size_t> of_object, WatchOrder order,
                     MachineNames machines, std::vector<WatchGroup>& groups) const;

  Policy policy_;
  RowsOf rows_;
  std::map<Key, History> histories_;
  std::vector<History*> by_series_;  // aligned with the binding
  std::set<Query::PathId> removed_paths_;
  std::set<Query::PathId> extra_paths_;
  std::set<Query::PathId> hidden_paths_;
  std::optional<RemainderPaths> remainder_paths_;
  std::optional<CpuRemainder> remainder_;
  History of_remainder_{Formula(), Policy(), 0};  // its values
  std::set<Query::PathId> essential_paths_;
  std::vector<Query::PathId> added_paths_;
  std::uint64_t generation_ = 0;  // of the binding
};

}  // namespace openperflib
