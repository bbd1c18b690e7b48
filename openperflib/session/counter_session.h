// CounterSession: counter paths on machines, root folders or logs, row by row.
//
// Everything that needs a query over a source has a session: the tools, and the library's users. It
// prints nothing, waits for nothing but its source, and touches no signals, so that a program can
// hold many: handle() is for its event loop.
// Source: docs/adr/0015-one-session.md, docs/adr/0033-one-source-for-each-machine.md.
#pragma once

#include <chrono>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "openperflib/base/error.h"
#include "openperflib/base/source_fault.h"
#include "openperflib/log/log_cursor.h"
#include "openperflib/log/open_log_fault.h"
#include "openperflib/os/portable/time_zone.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/paths/path_grammar.h"
#include "openperflib/query/query.h"
#include "openperflib/session/pacer.h"
#include "openperflib/session/row_timer.h"
#include "openperflib/snapshot/object_description.h"
#include "openperflib/snapshot/object_request.h"
#include "openperflib/snapshot/snapshot.h"
#include "openperflib/snapshot/source.h"
#include "openperflib/titles/title_set.h"

namespace openperflib {

// How a session reads its paths and calculates its rows. Value.
struct SessionOptions {
  // What a smaller reading means. of_source: on a machine a 4-byte counter may have wrapped, and
  // the clock may have been set. strict: the value is missing, as in logs.
  enum class Differences : std::uint8_t { of_source, strict };
  Differences differences = Differences::of_source;
  PathGrammar grammar = PathGrammar::full;
  // What the first reading of a process is compared with, as of QueryOptions.
  QueryOptions::FirstRates first_rates = QueryOptions::FirstRates::nothing;
  QueryOptions::Units units = QueryOptions::Units::of_readings;
};

// A source of one of several machines. Value, move-only.
struct NamedSource {
  std::string machine;  // as paths call it, without backslashes; of several, never empty
  std::unique_ptr<Source> source;
};

class SessionMachines;

// Resource, movable. One thread at a time.
class CounterSession {
 public:
  // Monotonic: setting the time of day does not move it.
  using Clock = Pacer::Clock;
  // row: query() has a new one. end: there is no further record or root folder.
  enum class Collected : std::uint8_t { row, end };

  // A session of logs that are open. `fixed`: the titles that are the same on every machine; their
  // texts must outlive the session. `interval`: between rows that are due; root folders, and logs
  // that are read without waiting, have no pace. To open a machine or logs: open_session().
  [[nodiscard]] static CounterSession of_log(LogCursor log, const TitleTable& fixed,
                                             Clock::duration interval,
                                             const SessionOptions& options = {});
  // Opens a session of a source.
  [[nodiscard]] static CounterSession of_source(std::unique_ptr<Source> source,
                                                const TitleTable& fixed, Clock::duration interval,
                                                const SessionOptions& options = {});
  // Opens a session of several machines, at least one, all of them live or none: paths name them,
  // and those without a machine are for the first. A machine that cannot be read, or is late, costs
  // only its own series; they keep their places.
  [[nodiscard]] static CounterSession of_sources(std::vector<NamedSource> sources,
                                                 const TitleTable& fixed, Clock::duration interval,
                                                 const SessionOptions& options = {});
  ~CounterSession();
  CounterSession(CounterSession&&) noexcept;
  CounterSession& operator=(CounterSession&&) noexcept;

  // Adds a path like Query::add(), from the next row on. Returns its number. Errors: syntax, with
  // the byte in the path.
  [[nodiscard]] std::expected<Query::PathId, Error> add(std::string_view path);
  // Adds a path for the caller's own use, beside those of its user: that the source has it, or does
  // not, changes nothing that the session says of its paths. Returns its number. Errors: syntax.
  [[nodiscard]] std::expected<Query::PathId, Error> add_beside(std::string_view path);
  // Returns whether the path was added by add_beside().
  [[nodiscard]] bool is_beside(Query::PathId path) const noexcept {
    return path < is_beside_.size() && is_beside_[path];
  }
  // Adds paths that match everything in a log.
  void add_everything();
  // Removes a path, from the next row on. The other paths keep their numbers and their series.
  void remove(Query::PathId path);
  // Returns a number without a path, as Query::reserve().
  Query::PathId reserve();
  // Returns the paths by their numbers. A removed one is empty.
  [[nodiscard]] std::span<const std::string> paths() const noexcept { return paths_; }
  // Adds a path under the number of one that was removed, as Query::replace().
  [[nodiscard]] std::expected<void, Error> replace(Query::PathId removed, std::string_view path);
  // Collects `request` on every machine instead of only what the paths need; it must include that.
  // Not for a log.
  void ask_for(ObjectRequest request) { request_ = std::move(request); }

  // Collects the next row now; the row after it is due one interval after this one was. At the
  // deadline, providers that wait for others give up, and their objects have a reason; nullopt: for
  // the first row the time limit of the source, for later ones half an interval. All machines are
  // asked before the first of them is read, so that they have the same time. Errors: there is no
  // row at all; those of the source, or of the first of several.
  [[nodiscard]] std::expected<Collected, SourceFault> collect(
      std::optional<Clock::time_point> deadline = std::nullopt);
  // Collects the first row: of a log always its first record, even if no path matches anything
  // before a later record. end: a log in which no path matches anything, or without records.
  [[nodiscard]] std::expected<Collected, SourceFault> collect_first();
  // Takes the newest record of a log again, for paths that were added since. Only after a row.
  void take_again();
  // Returns a log to its start, with a query that has read nothing; what match() knows of the
  // records that were read stays. Errors: those of open_logs(); the session is then as before.
  [[nodiscard]] std::expected<void, OpenLogFault> rewind();

  // Returns a log to the first record of its window at or after a time on its own clock, as
  // LogCursor::rewind_to(), with a query that has read nothing. Errors: as rewind().
  [[nodiscard]] std::expected<void, OpenLogFault> rewind_to(FileTime begin_local);

  // Returns the query, with its binding and its newest row. Valid until the session moves.
  [[nodiscard]] const Query& query() const noexcept { return *query_; }
  // Returns the last snapshot of a machine, by default of the first; empty for a log, and for a
  // machine that the session does not have.
  [[nodiscard]] const Snapshot& snapshot(std::string_view machine = {}) const noexcept;
  // Returns the catalog of the last row: the objects that were collected from machines, or those of
  // the newest record of a log. Valid until the next collect().
  [[nodiscard]] const Catalog& catalog();
  // Returns the titles of everything that can be requested by name, on the first of several
  // machines.
  [[nodiscard]] std::shared_ptr<const TitleSet> titles() const;
  // Returns the objects that the source of a machine describes, by default of the first; none for a
  // log. Valid until the next collect().
  [[nodiscard]] std::vector<const ObjectDescription*> describe(std::string_view machine = {}) const;
  // Returns how the source of its machine describes a counter; null: it does not, or the source is
  // a log. Valid until the next collect().
  [[nodiscard]] const CounterDescription* description_of(const Series& series) const;
  // Returns where the value of a series comes from, in words; empty: not known, or the source is a
  // log. `shown` is the instance as people see it.
  [[nodiscard]] std::string source_of(const Series& series, std::string_view shown) const;

  // Returns whether a path matches, or why not. A path also counts as matched if a log had it in an
  // earlier record, if it was not requested by name, or if it was removed.
  [[nodiscard]] Query::Match match(Query::PathId path) const noexcept;
  // Returns whether at least one path of a log counts as matched, removed ones left out.
  [[nodiscard]] bool has_matched() const noexcept;
  // Returns whether no path can ever match: objects and counters do not come and go, as instances
  // do.
  [[nodiscard]] bool nothing_can_match() const;
  // Returns, for a machine after the first row, whether another row would bring values that are
  // missing now.
  [[nodiscard]] bool wants_another_sample() const;
  // Returns why a path matches nothing: "no such object"; empty if it matches something.
  [[nodiscard]] std::string why_unmatched(Query::PathId path) const;
  // Returns why_unmatched() with the nearest names or the existing instances: "no such object; did
  // you mean ...?".
  [[nodiscard]] std::string unmatched_text(Query::PathId path) const;

  // Returns whether time passes between its rows: it reads one or several live machines.
  [[nodiscard]] bool is_live() const noexcept;
  // Returns the log; null if the source is not a log.
  [[nodiscard]] const LogCursor* log() const noexcept {
    return log_.has_value() ? &*log_ : nullptr;
  }
  // Returns whether the source has only calculated values, without readings.
  [[nodiscard]] bool holds_values() const noexcept {
    return log_.has_value() && log_->holds_values();
  }
  // Returns the zone in which its times are shown: the local one, UTC for root folders, or that of
  // the log.
  [[nodiscard]] ZoneOffset zone_at(FileTime time_utc) const;
  // Returns whether collect() has returned the end.
  [[nodiscard]] bool has_ended() const noexcept { return has_ended_; }

  // Returns whether rows are due at times: live machines, and a log that is replayed and has not
  // ended.
  [[nodiscard]] bool is_paced() const noexcept {
    return is_live() || (log_.has_value() && !has_ended_);
  }
  // Returns when the next row is due.
  [[nodiscard]] Clock::time_point due() const noexcept { return pacer_.due(); }
  // Makes the next row due one interval from now; nothing is collected until then.
  void postpone();
  // Changes the interval, from the row after the next one on.
  void set_interval(Clock::duration interval) noexcept { pacer_.set_interval(interval); }
  // Returns whether less than half an interval has passed since the last row was due.
  [[nodiscard]] bool has_just_collected() const noexcept {
    return pacer_.has_just_advanced(Clock::now());
  }
  // Returns a descriptor that is readable when a row is due, for poll() and event loops; it must
  // not be read or closed. Never readable where is_paced() is false. Errors: errno.
  [[nodiscard]] std::expected<int, int> handle();

 private:
  // Without a source: of_log() and of_sources() add it.
  CounterSession(const TitleTable& fixed, Clock::duration interval, const SessionOptions& options);
  // Creates the query of paths_, which were added before.
  void make_query();
  // Reads the next record or collects once, and gives it to the query. The deadline has no effect
  // on logs.
  [[nodiscard]] std::expected<ReadResult, SourceFault> take(
      std::optional<Clock::time_point> deadline);
  // The source of a machine, of the first for an empty name; null: there is none.
  [[nodiscard]] const Source* source_at(std::string_view machine) const noexcept;
  // The nearest names to those of a path, or the existing instances; empty: there are none.
  [[nodiscard]] std::string suggestion(std::string_view path) const;
  // Notes which paths the newest record of a log has.
  void note_matches();

  const TitleTable* fixed_;
  SessionOptions options_;
  std::unique_ptr<SessionMachines> machines_;  // null: a log
  std::optional<LogCursor> log_;
  std::optional<Query> query_;
  std::optional<ObjectRequest> request_;  // in place of the query's
  Snapshot no_snapshot_;
  Catalog catalog_;  // of the machines, if it is current
  bool is_catalog_current_ = false;
  std::vector<std::string> paths_;
  std::vector<bool> was_matched_;       // by path; of a log
  std::vector<bool> is_beside_;         // by path
  std::uint64_t noted_generation_ = 0;  // of the catalog that they were noted for; 0: none
  Pacer pacer_;
  RowTimer timer_;
  bool is_first_ = true;  // nothing was collected yet
  bool has_ended_ = false;
};

// Returns the paths that match everything in a log.
[[nodiscard]] std::span<const std::string_view> everything() noexcept;

}  // namespace openperflib
