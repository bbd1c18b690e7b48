// AlertRehearsal: what rules would have done during a log.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "openperflib/alert/alert_watch.h"

namespace openperflib {

// The results of a rule. Times are those of the log's clock; durations in 100 ns.
struct RuleTally {
  std::uint64_t fired = 0;
  std::uint64_t suppressed = 0;
  std::uint64_t over = 0;      // cleared, or the series is gone
  std::uint64_t still_on = 0;  // at the end of the log
  FileTime longest = 0;        // from firing to its end, or to the end of the log if it still lasts
};

// An event at the log's own time.
struct RehearsedEvent {
  FileTime time_local = 0;
  AlertEvent event;
};

// Resource. Keeps a limited number of events, and counts all.
class AlertRehearsal {
 public:
  AlertRehearsal(std::vector<AlertRule> rules, std::size_t most_events)
      : watch_(std::move(rules)),
        most_events_(most_events),
        tallies_(watch_.rules().size()),
        had_path_(paths_of(watch_.rules()).size()) {}

  // To be called after a query with the rules' paths has taken the next record.
  void take(const Query& query, FileTime time_local);
  // There are no more records.
  void end();

  [[nodiscard]] const AlertWatch& watch() const noexcept { return watch_; }
  // One element per rule, in the order of the rules.
  [[nodiscard]] const std::vector<RuleTally>& tallies() const noexcept { return tallies_; }
  // The first ones, at most `most_events`.
  [[nodiscard]] const std::vector<RehearsedEvent>& events() const noexcept { return events_; }
  // Whether a path of paths_of() matched something in some record.
  [[nodiscard]] bool had_path(std::size_t path) const { return had_path_[path]; }
  [[nodiscard]] std::uint64_t all_events() const noexcept { return all_events_; }

 private:
  // Counts an event of the current record, and keeps it if there is room.
  void note(const AlertEvent& event);

  AlertWatch watch_;
  std::size_t most_events_;
  std::vector<RuleTally> tallies_;
  std::vector<bool> had_path_;
  std::vector<RehearsedEvent> events_;
  std::uint64_t all_events_ = 0;
  FileTime now_ = 0;
  std::map<std::pair<std::size_t, std::string>, FileTime> fired_at_;  // alerts that are on
};

}  // namespace openperflib
