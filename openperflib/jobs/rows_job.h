// RowsJob: the rows of logs into a sink.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/jobs/job.h"
#include "openperflib/jobs/log_findings.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/log/log_window.h"
#include "openperflib/query/row_sink.h"
#include "openperflib/session/counter_session.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Value.
struct RowsOptions {
  // What is written of logs in which no path matches anything.
  enum class WithoutSeries : std::uint8_t { no_rows, empty_rows };
  LogInputs logs;
  LogWindow window = {};
  std::vector<std::string> paths = {};  // empty: everything
  std::uint64_t rows = 0;               // at most so many; 0: all
  // The instances of the first path, by the identities of their series, in the order in which they
  // are shown (TopModel::ranking()); nullopt: all.
  std::optional<std::vector<std::uint64_t>> instances = std::nullopt;
  WithoutSeries without_series = WithoutSeries::no_rows;
};

// Makes the sink, when there is a first row. `session` has that row, and lives as long as the job;
// the sink must outlive the job. Errors: those of the sink.
using OpenRowSink =
    std::function<std::expected<RowSink*, SourceFault>(const CounterSession& session)>;

// Value.
struct RowsModel {
  // A path that no record has, and why: "no such object; did you mean ...?".
  struct Unmatched {
    std::string path;
    std::string why;
  };
  std::uint64_t records = 0;  // that were read in the window
  std::uint64_t rows = 0;     // that were written
  bool has_values = false;    // whether one of them had a value
  std::vector<Unmatched> unmatched;
};

// Resource, movable: the open logs. The first row is that of the first record, even if a path
// matches something only in a later one.
class RowsJob {
 public:
  // The texts of `titles` must outlive the job. Errors: not_a_log, not_a_path.
  [[nodiscard]] static std::expected<RowsJob, JobFault> begin(RowsOptions options, OpenRowSink open,
                                                              const TitleTable& titles);
  // A job that was moved from can only be assigned to or destroyed.
  RowsJob(RowsJob&&) noexcept;
  RowsJob& operator=(RowsJob&&) noexcept;
  ~RowsJob();

  // Reads the next records and writes them. After its last row, and after an error, the sink was
  // ended. Errors: unreadable; unwritable: those of the sink; not_a_log, if the logs cannot be
  // opened again to read them from their start.
  [[nodiscard]] std::expected<JobStep, JobFault> step();
  [[nodiscard]] JobProgress progress() const noexcept;
  // Returns what was found so far, also before the first step.
  [[nodiscard]] LogFindings findings() const;
  // Returns the paths of the series that came since the last call and have no column (RowSink).
  [[nodiscard]] std::vector<std::string> take_without_column();
  // The session, with the newest row. Valid until the next step.
  [[nodiscard]] const CounterSession& session() const noexcept;
  // Returns the model of what was read so far.
  [[nodiscard]] RowsModel model() const;

 private:
  struct State;
  explicit RowsJob(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
