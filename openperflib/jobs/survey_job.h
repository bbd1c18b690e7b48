// SurveyJob: what logs have in all of their records: their series, times and clock.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <span>

#include "openperflib/jobs/job.h"
#include "openperflib/jobs/log_findings.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/log/log_summary.h"
#include "openperflib/log/log_window.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Value.
struct SurveyOptions {
  // What findings() has. without_values: not what is wrong with single values of a text log, so
  // that logs are read faster.
  enum class Findings : std::uint8_t { all, without_values };
  // The records that the model has. whole_logs: all of them, and `window` only says which one is
  // LogSummary::first_in_window.
  enum class Records : std::uint8_t { in_window, whole_logs };
  // The series that the model has. of_first_record: those of later records are left out, so that
  // a log of objects is read as fast as its blocks are checked.
  enum class Series : std::uint8_t { all, of_first_record };
  LogInputs logs;
  LogWindow window = {};
  Findings findings = Findings::all;
  Records records = Records::in_window;
  Series series = Series::all;
};

// Resource, movable: the open logs.
class SurveyJob {
 public:
  // The texts of `titles` must outlive the job. Errors: not_a_log.
  [[nodiscard]] static std::expected<SurveyJob, JobFault> begin(const SurveyOptions& options,
                                                                const TitleTable& titles);
  // A job that was moved from can only be assigned to or destroyed.
  SurveyJob(SurveyJob&&) noexcept;
  SurveyJob& operator=(SurveyJob&&) noexcept;
  ~SurveyJob();

  // Reads the next records. Errors: unreadable.
  [[nodiscard]] std::expected<JobStep, JobFault> step();
  [[nodiscard]] JobProgress progress() const noexcept;
  // Returns what was found so far, also before the first step.
  [[nodiscard]] LogFindings findings() const;
  // The formats of the logs, in the order of the options; as long as the job.
  [[nodiscard]] std::span<const LogFormat> formats() const noexcept;
  // Returns the model of what was read so far. Only once.
  [[nodiscard]] LogSummary take_model();

 private:
  struct State;
  explicit SurveyJob(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
