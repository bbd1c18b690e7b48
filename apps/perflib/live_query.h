// A query of this machine or of root folders, with the pace between its samples: what query and watch
// share.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "apps/perflib/source_options.h"
#include "openperflib/os/event_waiter.h"
#include "openperflib/query/query.h"
#include "openperflib/session/local_source.h"

namespace openperflib::apps {

// Resource.
class LiveQuery {
 public:
  enum class Next : std::uint8_t { row, end, stopped, failed };

  // Opens the source and adds the paths. Returns an exit code after a message, else kAllWell.
  // `input_fd`: a descriptor that wait() watches too.
  [[nodiscard]] int open(const SourceOptions& source, const std::vector<std::string>& paths,
                         double interval_seconds, int input_fd = -1);
  // The first row that is worth showing: where a series needs two samples the first one is silent.
  [[nodiscard]] Next first();
  // Waits for the time of the next row (a live source alone) and collects it.
  [[nodiscard]] Next next();
  // The next deadline of wait() is an interval from now; nothing is collected until then.
  void postpone();
  // Collects now, without waiting; the row after it is due one interval after it was.
  [[nodiscard]] Next collect();
  // Waits until the next row is due or something else happens. A source that is not live is never due.
  [[nodiscard]] Event wait();

  [[nodiscard]] const Query& query() const noexcept { return *query_; }
  [[nodiscard]] const Snapshot& snapshot() const noexcept { return snapshot_; }
  [[nodiscard]] LocalSource& source() noexcept { return *source_; }
  [[nodiscard]] std::span<const std::string> paths() const noexcept { return paths_; }
  [[nodiscard]] bool is_live() const noexcept { return source_->is_live(); }
  // Forgets the query and asks for these paths from now on. An exit code after a message, or kAllWell.
  [[nodiscard]] int ask(const std::vector<std::string>& paths);

  // Whether no path can ever match: objects and counters do not come and go, as instances do.
  [[nodiscard]] bool nothing_can_match() const;
  // After the first collect(): whether another one would bring values that are missing now.
  [[nodiscard]] bool wants_another_sample() const;

 private:
  std::unique_ptr<LocalSource> source_;
  std::optional<Query> query_;
  std::optional<EventWaiter> waiter_;
  Snapshot snapshot_;
  std::vector<std::string> paths_;
  EventWaiter::Clock::duration interval_{};
  EventWaiter::Clock::time_point due_{};
};

// "no such object": why a path stands for nothing here; empty where it stands for something.
[[nodiscard]] std::string why_unmatched(const LiveQuery& live, std::uint32_t path);

// The same with the nearest names or the instances there are: "no such object; did you mean ...?".
[[nodiscard]] std::string unmatched_text(const LiveQuery& live, std::uint32_t path);

// What to say to somebody whose path is none.
[[nodiscard]] std::string not_a_path(const Error& error);

// Says on stderr which paths stand for nothing here, with the nearest names or the instances there
// are. Whether there was one.
bool report_unmatched_paths(const LiveQuery& live);

}  // namespace openperflib::apps
