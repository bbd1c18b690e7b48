// What every job does with its logs.
#pragma once

#include <cstdint>
#include <expected>
#include <limits>
#include <string>
#include <vector>

#include "openperflib/jobs/job.h"
#include "openperflib/jobs/step_time.h"
#include "openperflib/log/log_cursor.h"
#include "openperflib/query/query.h"
#include "openperflib/session/counter_session.h"

namespace openperflib {

// Opens the logs with the readings that the job needs. With LogReadings::names records have all
// series if the window is not the whole log: what is new in one would depend on those before it.
// Errors: not_a_log.
[[nodiscard]] std::expected<LogCursor, JobFault> open_cursor(const LogInputs& logs,
                                                             const LogWindow& window,
                                                             const TitleTable& titles,
                                                             LogReadings readings);

// A query with these paths, or those of everything in a log if there are none. Errors: not_a_path.
[[nodiscard]] std::expected<Query, JobFault> query_of_paths(
    const std::vector<std::string>& paths, const TitleTable& titles,
    QueryOptions::FirstRates first_rates = QueryOptions::FirstRates::nothing);

// Opens a session over the logs with these paths, or those of everything in them if there are none.
// With first rates it also reads what tells how much no process accounts for (RemainderReading).
// The session refers to `titles`. Errors: not_a_log, not_a_path.
[[nodiscard]] std::expected<CounterSession, JobFault> session_of_paths(
    const LogInputs& logs, const LogWindow& window, const std::vector<std::string>& paths,
    const TitleTable& titles, QueryOptions::FirstRates first_rates);

[[nodiscard]] inline JobProgress progress_of(const LogCursor& log) noexcept {
  return {.position = log.reader().position(), .size = log.reader().size()};
}

// How far a job reads its logs: up to the first record after which so many bytes of them were read;
// at first, and if they have no more bytes than that, to their end. Value.
class ReadLimit {
 public:
  void set(std::uint64_t position) noexcept { position_ = position; }
  // Notes what the read of a record returned.
  void note(const std::expected<ReadResult, SourceFault>& result) noexcept {
    has_ended_ = result.has_value() && *result == ReadResult::end;
  }
  [[nodiscard]] bool has_ended() const noexcept { return has_ended_; }
  [[nodiscard]] bool is_reached(const LogCursor& log) const noexcept {
    if (has_ended_ || position_ == kEnd) return has_ended_;
    return position_ < log.reader().size() && log.reader().position() >= position_;
  }

 private:
  static constexpr std::uint64_t kEnd = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t position_ = kEnd;
  bool has_ended_ = false;
};

// Reads records of a log until a step has taken long enough: `next()` reads one, `take()` takes it
// and returns done if the job needs no more. The result is done, too, at the end of the log.
// Errors: unreadable.
template <class Next, class Take>
[[nodiscard]] std::expected<JobStep, JobFault> read_for_a_step(Next next, Take take) {
  StepTime time;
  do {
    const auto result = next();
    if (!result.has_value()) return std::unexpected(unreadable(result.error()));
    if (*result == ReadResult::end || take() == JobStep::done) return JobStep::done;
  } while (!time.is_over());
  return JobStep::more;
}

// Reads records in the same way, up to a limit; done at once if it was reached before.
template <class Next, class Take>
[[nodiscard]] std::expected<JobStep, JobFault> read_up_to(ReadLimit& limit, const LogCursor& log,
                                                          Next next, Take take) {
  if (limit.is_reached(log)) return JobStep::done;
  return read_for_a_step(
      [&] {
        auto result = next();
        limit.note(result);
        return result;
      },
      [&] {
        const JobStep step = take();
        return limit.is_reached(log) ? JobStep::done : step;
      });
}

}  // namespace openperflib
