// SourceQuery: counter paths on this machine, root folders or logs, with the pace between the
// samples: shared by query, watch, explain and record.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/perflib/log_source.h"
#include "apps/perflib/source_options.h"
#include "openperflib/machine/local_source.h"
#include "openperflib/os/event_waiter.h"
#include "openperflib/os/time_zone.h"
#include "openperflib/query/query.h"
#include "openperflib/session/pacer.h"

namespace openperflib::apps {

// Resource.
class SourceQuery {
 public:
  enum class Next : std::uint8_t { row, end, stopped, failed };

  // Opens the logs, if some are named, otherwise the source, and adds the paths; for a log without
  // paths everything in it. Returns an exit code after a message, otherwise kSuccess. `input_fd`: a
  // descriptor that wait() also watches.
  [[nodiscard]] int open(const SourceOptions& source, const LogOptions& log,
                         const std::vector<std::string>& paths, double interval_seconds,
                         int input_fd = -1);
  // The first row: for a log always its first record, even if no path matches anything before a
  // later record. end: a log in which no path matches anything, or without records.
  [[nodiscard]] Next first_row();
  // The first row that is worth printing. If a series of a machine needs two samples, the first one
  // is taken silently; for a log it is first_row(), in which such a series has no value yet.
  [[nodiscard]] Next first();
  // Waits for the time of the next row (only a live source) and collects it.
  [[nodiscard]] Next next();
  // The next deadline of wait() is an interval from now; nothing is collected until then.
  void postpone();
  // Whether less than half an interval has passed since the last row was due.
  [[nodiscard]] bool has_just_collected() const;
  // Collects now, without waiting; the row after it is due one interval after it was.
  [[nodiscard]] Next collect();
  // Takes the newest record of a log again, for paths that were added since. Only after a row.
  void take_again();
  // Waits until the next row is due or something else happens. Root folders and a log that has
  // ended are never due.
  [[nodiscard]] Event wait();
  // Sets the interval between rows for wait().
  void set_interval(double seconds);

  [[nodiscard]] const Query& query() const noexcept { return *query_; }
  // The last snapshot; empty for a log.
  // What a provider of the machine says of a counter; null: nothing, or it is of a log.
  [[nodiscard]] const CounterDescription* description_of(const Series& series) const;
  // What can be asked for by name.
  [[nodiscard]] std::shared_ptr<const TitleSet> titles() const {
    return local_ != nullptr ? local_->titles() : title_set_of(fixed_titles());
  }
  [[nodiscard]] const Snapshot& snapshot() const noexcept { return snapshot_; }
  // By their numbers in the query. A removed one is empty.
  [[nodiscard]] std::span<const std::string> paths() const noexcept { return paths_; }
  [[nodiscard]] bool is_live() const noexcept { return local_ != nullptr && local_->is_live(); }
  // Whether collect() has returned the end.
  [[nodiscard]] bool has_ended() const noexcept { return has_ended_; }
  // Null if it is not a log.
  [[nodiscard]] const LogSource* log() const noexcept {
    return log_.has_value() ? &*log_ : nullptr;
  }
  // Whether the source has only calculated values, without readings.
  [[nodiscard]] bool holds_values() const noexcept {
    return log_.has_value() && log_->holds_values();
  }
  // The clock in which its times are shown: the local one, UTC for root folders, that of the log.
  [[nodiscard]] ZoneOffset zone_at(FileTime time_utc) const;
  // Adds a path, from the next row on. Errors: syntax, with the byte in the path.
  [[nodiscard]] std::expected<Query::PathId, Error> add_path(const std::string& path);
  // Removes a path, from the next row on. The other paths keep their numbers and their series.
  void remove_path(Query::PathId path);
  // Collects every object that is not costly from now on, whatever the paths are. Not for a log.
  void collect_all_objects() { request_.emplace(); }

  // Why the path matches nothing; matched also if a log had it in an earlier record, for paths that
  // were not requested by name, and for removed ones.
  [[nodiscard]] Query::Match match(std::uint32_t path) const noexcept;
  // Whether no path can ever match: objects and counters do not come and go, as instances do.
  [[nodiscard]] bool nothing_can_match() const;
  // For a machine, after the first collect(): whether another one would bring values that are
  // missing now.
  [[nodiscard]] bool wants_another_sample() const;

 private:
  [[nodiscard]] int open_source(const SourceOptions& source, const LogOptions& log);
  // Creates the query of paths_. An exit code after a message, or kSuccess.
  [[nodiscard]] int make_query();
  // Returns to the start of the log. False after a message.
  [[nodiscard]] bool rewind();
  [[nodiscard]] std::expected<ReadResult, SourceFault> take();
  // Notes which paths the newest record of a log has.
  void note_matches();

  std::unique_ptr<LocalSource> local_;
  std::optional<LogSource> log_;
  LogOptions log_options_;  // of log_
  bool has_ended_ = false;
  std::optional<Query> query_;
  std::optional<ObjectRequest> request_;  // in place of the query's
  std::optional<EventWaiter> waiter_;
  Snapshot snapshot_;
  std::vector<std::string> paths_;
  std::vector<bool> was_matched_;  // by path; of a log
  Pacer pacer_{{}, {}};
};

// "no such object": why a path matches nothing; empty if it matches something.
[[nodiscard]] std::string why_unmatched(const SourceQuery& source, std::uint32_t path);

// The same with the nearest names or the existing instances: "no such object; did you mean ...?".
[[nodiscard]] std::string unmatched_text(const SourceQuery& source, std::uint32_t path);

// The message for a word that is not a path.
[[nodiscard]] std::string not_a_path(const Error& error);

// Reports on stderr that the shell changed a path, if the words show it. Returns whether it did.
[[nodiscard]] bool report_unquoted(const std::vector<std::string>& words);

// Reports on stderr which paths match nothing, with the nearest names or the existing instances.
// Returns whether there was one.
bool report_unmatched_paths(const SourceQuery& source);

// Reports the anomalies of a log, when no more is read from it.
void report_log_anomalies(const SourceQuery& source);

// Reports why there was no row at all, after first() or first_row() returned end. Returns the exit
// code.
[[nodiscard]] int report_no_row(const SourceQuery& source);

}  // namespace openperflib::apps
