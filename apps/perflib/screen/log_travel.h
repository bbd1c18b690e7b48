// LogTravel: the place of a screen in a log, and its ways to other places: back and forth by
// samples, and to a time.
#pragma once

#include <cstddef>
#include <expected>
#include <optional>
#include <string>

#include "openperflib/log/time/log_timeline.h"
#include "openperflib/log/time/written_time.h"
#include "openperflib/session/counter_session.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/watch/watch_model.h"

namespace openperflib::apps {

// Resource. The times of the log are read once, when a way first needs them. Every way that leads
// elsewhere fills a model that is new with the samples up to there (go_to_moment()).
class LogTravel {
 public:
  // The texts of `titles` must outlive it.
  explicit LogTravel(const TitleTable& titles) : titles_(titles) {}

  // Notes that the session has collected its next row.
  void note_row() noexcept { ++rows_; }
  // Whether the next way takes as long as reading the whole log.
  [[nodiscard]] bool must_read_times() const noexcept { return !times_.has_value(); }

  // Goes some samples back or forth, at most to the first or the last one. `model` is only changed
  // if it goes elsewhere, or cannot. Returns a remark for the user, mostly empty. Errors: why it
  // cannot, as a sentence.
  [[nodiscard]] std::expected<std::string, std::string> step(CounterSession& session,
                                                             std::ptrdiff_t samples,
                                                             WatchModel& model);
  // Goes to the last sample at or before a time that a user wrote. The remark names a gap there.
  [[nodiscard]] std::expected<std::string, std::string> go_to(CounterSession& session,
                                                              const std::string& time,
                                                              WatchModel& model);
  // Shows the current sample again, with the paths that the session has now.
  [[nodiscard]] std::expected<std::string, std::string> stay(CounterSession& session,
                                                             WatchModel& model);

 private:
  [[nodiscard]] std::expected<void, std::string> read_times(const CounterSession& session);
  [[nodiscard]] std::expected<std::string, std::string> move(CounterSession& session,
                                                             std::size_t place, WatchModel& model);

  TitleTable titles_;
  std::optional<LogTimeline> times_;
  LogTimes range_;  // of times_
  std::size_t rows_ =
      0;  // that were collected from the first one on: the place is the last of them
};

}  // namespace openperflib::apps
