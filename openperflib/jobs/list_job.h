// ListJob: the objects, instances and counters of logs, over all of their records.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <vector>

#include "openperflib/jobs/job.h"
#include "openperflib/jobs/log_findings.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/log/log_window.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/list/source_list.h"
#include "openperflib/view/summary/record_steps.h"
#include "openperflib/view/summary/summary_extent.h"

namespace openperflib {

// Value.
struct ListOptions {
  LogInputs logs;
  LogWindow window = {};
};

// Value.
struct ListModel {
  // A counter has data if one of its instances has a value in some record.
  std::vector<ListedObject> objects;
  SummaryExtent extent;    // the records of the window; none: there is nothing to list
  RecordSteps steps = {};  // between them
  LogFormat format = LogFormat::csv;
  LogContent content = LogContent::values;
  std::string machine;    // empty: there are several, or it has no name
  std::string zone_name;  // empty: unknown
  LogFindings findings;
};

// Resource, movable: the open logs.
class ListJob {
 public:
  // The texts of `titles` must outlive the job. Errors: not_a_log.
  [[nodiscard]] static std::expected<ListJob, JobFault> begin(const ListOptions& options,
                                                              const TitleTable& titles);
  // A job that was moved from can only be assigned to or destroyed.
  ListJob(ListJob&&) noexcept;
  ListJob& operator=(ListJob&&) noexcept;
  ~ListJob();

  // Reads the next records; done, too, when read_until() has been reached. Errors: unreadable.
  [[nodiscard]] std::expected<JobStep, JobFault> step();
  // Lets steps read up to the first record after which progress() is at `position` or beyond, as
  // HistoryJob::read_until().
  void read_until(std::uint64_t position) noexcept;
  [[nodiscard]] JobProgress progress() const noexcept;
  // Returns whether the logs were read to their end.
  [[nodiscard]] bool has_ended() const noexcept;
  // Returns what was found so far, also before the first step.
  [[nodiscard]] LogFindings findings() const;
  // Returns the model of what was read so far.
  [[nodiscard]] ListModel model() const;

 private:
  struct State;
  explicit ListJob(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
