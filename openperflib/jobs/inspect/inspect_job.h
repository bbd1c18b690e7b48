// InspectJob: what a binary log or a recording consists of, with every oddity.
#pragma once

#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "openperflib/jobs/job.h"
#include "openperflib/log/reader/log_reader.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/inspect/log_facts.h"

namespace openperflib {

// Value.
struct InspectOptions {
  // blg: a binary log of Windows. recording: a log of whole blocks (.perfrec).
  enum class Kind : std::uint8_t { blg, recording };
  std::string file;
  Kind kind = Kind::blg;  // as detect_log_format() says
};

// Value. Bounded, however big the log is.
struct InspectModel {
  std::variant<BlgFacts, RecordingFacts> facts;
  std::vector<LogAnomaly> anomalies;  // the first ones
  // Returns the facts about samples and oddities, which both kinds of logs have.
  [[nodiscard]] const ReadingFacts& reading() const;
};

// Resource, movable: the open log, which is read two or three times: for its structure and its
// readings.
class InspectJob {
 public:
  // The texts of `titles` must outlive the job. Errors: unreadable.
  [[nodiscard]] static std::expected<InspectJob, JobFault> begin(const InspectOptions& options,
                                                                 const TitleTable& titles);
  // A job that was moved from can only be assigned to or destroyed.
  InspectJob(InspectJob&&) noexcept;
  InspectJob& operator=(InspectJob&&) noexcept;
  ~InspectJob();

  // Reads on. Errors: unreadable.
  [[nodiscard]] std::expected<JobStep, JobFault> step();
  // Returns the progress of the reading in progress, if it is known.
  [[nodiscard]] JobProgress progress() const noexcept;
  // After the last step. Only once.
  [[nodiscard]] InspectModel take_model();

 private:
  struct State;
  explicit InspectJob(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
