// HistoryJob: the columns of chosen series of logs over all records, for charts of any part of the
// time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/jobs/job.h"
#include "openperflib/jobs/log_findings.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/chart/chart_history.h"

namespace openperflib {

// Value.
struct HistoryOptions {
  LogInputs logs;
  std::vector<std::string> paths = {};
  std::size_t most_bytes = kMostBytes;  // that the history may take

  static constexpr std::size_t kMostBytes = std::size_t{512} << 20;
};

// How much memory a history needs that is too large. Value.
struct HistoryNeed {
  std::uint64_t bytes = 0;    // about; at least what the job had when it gave up
  std::size_t series = 0;     // so far
  std::uint64_t records = 0;  // about, of the whole log; at least those that the job had read
};

// Resource, movable: the open logs, which are read once.
class HistoryJob {
 public:
  // The texts of `titles` must outlive the job. Errors: not_a_log, not_a_path.
  [[nodiscard]] static std::expected<HistoryJob, JobFault> begin(HistoryOptions options,
                                                                 const TitleTable& titles);
  // A job that was moved from can only be assigned to or destroyed.
  HistoryJob(HistoryJob&&) noexcept;
  HistoryJob& operator=(HistoryJob&&) noexcept;
  ~HistoryJob();

  // Reads the next records; done, too, when the history is too large, and when read_until() has
  // been reached. Errors: unreadable.
  [[nodiscard]] std::expected<JobStep, JobFault> step();
  // Lets steps read up to the first record after which progress() is at `position` or beyond; at
  // first, and if the logs have no more bytes than that, they read all. A later position lets a job
  // that is done continue.
  void read_until(std::uint64_t position) noexcept;
  [[nodiscard]] JobProgress progress() const noexcept;
  // Returns whether the logs were read to their end.
  [[nodiscard]] bool has_ended() const noexcept;
  // Returns what was found so far, also before the first step.
  [[nodiscard]] LogFindings findings() const;
  // Returns what a history that is too large needs; nullopt: it is not.
  [[nodiscard]] std::optional<HistoryNeed> need() const noexcept;
  // Returns how much memory the history takes so far.
  [[nodiscard]] std::size_t bytes() const noexcept;
  // Returns the history of what was read so far: that of logs which end there. It grows with the
  // job: after another step it is right only when this is called again.
  [[nodiscard]] ChartHistory history();

 private:
  struct State;
  explicit HistoryJob(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
