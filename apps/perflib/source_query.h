// SourceQuery: counter paths asked of this machine, of root folders or of logs, with the pace
// between the samples: what query, watch, explain and record share.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/perflib/log_source.h"
#include "apps/perflib/source_options.h"
#include "openperflib/os/event_waiter.h"
#include "openperflib/os/time_zone.h"
#include "openperflib/query/query.h"
#include "openperflib/session/local_source.h"

namespace openperflib::apps {

// Resource.
class SourceQuery {
 public:
  enum class Next : std::uint8_t { row, end, stopped, failed };

  // Opens the logs, where some are named, else the source, and adds the paths; none of a log: all
  // that it has. Returns an exit code after a message, else kAllWell. `input_fd`: a descriptor that
  // wait() watches too.
  [[nodiscard]] int open(const SourceOptions& source, const LogOptions& log,
                         const std::vector<std::string>& paths, double interval_seconds,
                         int input_fd = -1);
  // The first row that one of the paths stands for something in: of a log it may be a later one.
  [[nodiscard]] Next first_matched();
  // The first row that is worth showing: where a series needs two samples the first one is silent.
  [[nodiscard]] Next first();
  // Waits for the time of the next row (a live source alone) and collects it.
  [[nodiscard]] Next next();
  // The next deadline of wait() is an interval from now; nothing is collected until then.
  void postpone();
  // Collects now, without waiting; the row after it is due one interval after it was.
  [[nodiscard]] Next collect();
  // Waits until the next row is due or something else happens. Root folders and a log that has
  // ended are never due.
  [[nodiscard]] Event wait();
  // From row to row, of wait().
  void set_interval(double seconds);

  [[nodiscard]] const Query& query() const noexcept { return *query_; }
  // Empty for a log.
  [[nodiscard]] const Snapshot& snapshot() const noexcept { return snapshot_; }
  [[nodiscard]] std::span<const std::string> paths() const noexcept { return paths_; }
  [[nodiscard]] bool is_live() const noexcept { return local_ != nullptr && local_->is_live(); }
  // Whether collect() has said so.
  [[nodiscard]] bool has_ended() const noexcept { return has_ended_; }
  // Null where it is no log.
  [[nodiscard]] const LogSource* log() const noexcept {
    return log_.has_value() ? &*log_ : nullptr;
  }
  // Whether the values come as they are: there are no readings that they were calculated from.
  [[nodiscard]] bool holds_values() const noexcept {
    return log_.has_value() && log_->holds_values();
  }
  // The clock in which its times are shown: the local one, UTC for root folders, a log's own.
  [[nodiscard]] ZoneOffset zone_at(FileTime time_utc) const;
  // Forgets the query and asks for these paths from now on. An exit code after a message, or
  // kAllWell.
  [[nodiscard]] int ask(const std::vector<std::string>& paths);
  // Collects every object that is not costly from now on, whatever the paths are. Not of a log.
  void collect_all_objects() { request_.emplace(); }

  // Why the path stands for nothing; matched also where a log had it in an earlier record, and for
  // the paths that nobody asked for by name.
  [[nodiscard]] Query::Match match(std::uint32_t path) const noexcept;
  // Whether no path can ever match: objects and counters do not come and go, as instances do.
  [[nodiscard]] bool nothing_can_match() const;
  // After the first collect(): whether another one would bring values that are missing now.
  [[nodiscard]] bool wants_another_sample() const;

 private:
  [[nodiscard]] int open_source(const SourceOptions& source, const LogOptions& log);
  [[nodiscard]] std::expected<ReadResult, SourceFault> take();
  // Notes which paths the newest record of a log has.
  void note_matches();

  std::unique_ptr<LocalSource> local_;
  std::optional<LogSource> log_;
  bool has_ended_ = false;
  std::optional<Query> query_;
  std::optional<ObjectRequest> request_;  // in place of the query's
  std::optional<EventWaiter> waiter_;
  Snapshot snapshot_;
  std::vector<std::string> paths_;
  std::vector<bool> was_matched_;  // by path; of a log
  EventWaiter::Clock::duration interval_{};
  EventWaiter::Clock::time_point due_{};
};

// "no such object": why a path stands for nothing here; empty where it stands for something.
[[nodiscard]] std::string why_unmatched(const SourceQuery& source, std::uint32_t path);

// The same with the nearest names or the instances there are: "no such object; did you mean ...?".
[[nodiscard]] std::string unmatched_text(const SourceQuery& source, std::uint32_t path);

// What to say to somebody whose path is none.
[[nodiscard]] std::string not_a_path(const Error& error);

// Says on stderr which paths stand for nothing here, with the nearest names or the instances there
// are. Whether there was one.
bool report_unmatched_paths(const SourceQuery& source);

// Tells what was odd in a log, when no more is read of it.
void report_log_oddities(const SourceQuery& source);

// Says why there was no row at all, where first() or first_matched() gave end. The exit code.
[[nodiscard]] int report_no_row(const SourceQuery& source);

}  // namespace openperflib::apps
