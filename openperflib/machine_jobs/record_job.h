// RecordJob: the samples of a machine into a log, in any format, at their times.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/jobs/job.h"
#include "openperflib/log/local/recording_ring.h"
#include "openperflib/log/log_target.h"
#include "openperflib/session/counter_session.h"
#include "openperflib/view/summary/series_summary.h"
#include "openperflib/view/summary/summary_extent.h"

namespace openperflib {

// Value.
struct RecordOptions {
  // What becomes of a file that exists.
  enum class Existing : std::uint8_t { kept, replaced };
  // Whether statistics of the series are kept, for take_summary().
  enum class Statistics : std::uint8_t { none, kept };
  std::optional<LogTarget> target = std::nullopt;  // nullopt: a BLG whose name is generated
  Existing existing = Existing::kept;              // a set of a database is appended to
  std::optional<RingOptions> ring = std::nullopt;  // only the last part is kept, in a folder
  std::uint64_t samples = 0;                       // 0: until the caller stops
  Statistics statistics = Statistics::none;
};

// Resource, movable: the session and the open log, which no other recorder can write at the same
// time. It grows in place, one write for each sample, so that whatever happens to the writer, what
// was written stays. A thread of its own writes the recording of a live machine (BackgroundBlocks):
// a slow disk does not delay the samples, a sample is on the disk a moment after its step, and a
// fault of the log comes with a later step, or with finish().
class RecordJob {
 public:
  // `session`: of a machine or of root folders, with its paths; without any, every object is
  // recorded that is not costly.
  RecordJob(CounterSession session, RecordOptions options);
  // A job that was moved from can only be assigned to or destroyed.
  RecordJob(RecordJob&&) noexcept;
  RecordJob& operator=(RecordJob&&) noexcept;
  ~RecordJob();

  // Collects the first sample. Errors: unreadable; no_series, if no path can ever match anything.
  [[nodiscard]] std::expected<void, JobFault> collect_first();
  // After it: opens and locks the log; an existing one is unchanged until the first step(). Errors:
  // exists, unwritable.
  [[nodiscard]] std::expected<void, JobFault> open();
  // There will be no recording: removes the file that open() created.
  void discard();

  // Writes the first sample, or collects and writes the one that is due; where none is, waits for
  // at most 20 ms. done: there are as many samples as were wanted, or no further root folder.
  // Errors: unreadable, unwritable; the latter may be due to an earlier sample.
  [[nodiscard]] std::expected<JobStep, JobFault> step();
  // When the next sample is due, for a caller that waits itself; root folders are always due.
  [[nodiscard]] CounterSession::Clock::time_point due() const;
  // Before the caller ends the recording: collects and writes a last sample, unless one was due
  // less than half an interval ago, because the rates of a much shorter interval would look like
  // peaks; but there is at least one interval. Errors: those of step().
  [[nodiscard]] std::expected<void, JobFault> take_last();
  // Completes the log, to be called after the last step, and after an error of one. Errors:
  // unwritable, also if the file is no longer there.
  [[nodiscard]] std::expected<void, JobFault> finish();

  // The samples, in place of bytes.
  [[nodiscard]] JobProgress progress() const noexcept;
  [[nodiscard]] const CounterSession& session() const noexcept;
  // Returns the name of the log, without passwords.
  [[nodiscard]] const std::string& file() const noexcept;
  // What was recorded so far, with the samples that wait for the disk. After a fault, and after
  // finish(), what the log has accepted.
  [[nodiscard]] const SummaryExtent& extent() const noexcept;
  // The size of the file, or of all files in the folder of a ring; nullopt if it has none.
  [[nodiscard]] std::optional<std::uint64_t> bytes() const;
  // Whether the file still has its name.
  [[nodiscard]] bool is_still_there() const;
  // Whether the disk was full, so that the oldest segments of a ring were removed.
  [[nodiscard]] bool has_removed_segments() const noexcept;
  // Returns the paths of the series that came since the last call and have no column (RowSink).
  [[nodiscard]] std::vector<std::string> take_without_column();
  // The statistics that were kept, of all samples that were taken. Only once.
  [[nodiscard]] std::vector<SummaryOfSeries> take_summary();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
