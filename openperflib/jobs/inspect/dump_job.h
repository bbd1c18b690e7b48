// DumpJob: the block of the first record of logs of whole objects.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <memory>
#include <vector>

#include "openperflib/jobs/job.h"
#include "openperflib/jobs/log_findings.h"
#include "openperflib/log/log_inputs.h"
#include "openperflib/log/log_window.h"
#include "openperflib/snapshot/object_request.h"
#include "openperflib/titles/title_table.h"

namespace openperflib {

// Value.
struct DumpOptions {
  LogInputs logs;
  LogWindow window = {};
  ObjectRequest request = {};  // the objects of the block
};

// Value.
struct DumpModel {
  // Why there is no block.
  enum class Lack : std::uint8_t {
    nothing,  // there is a block
    records,  // no record is in the window
    blocks,   // the log has counters, not blocks
    objects,  // the record has none of the objects
  };
  Lack lack = Lack::records;
  std::vector<std::byte> block;
  bool has_other_machines = false;  // blocks of other machines are left out
  LogFindings findings;
};

// Resource, movable: the open logs.
class DumpJob {
 public:
  // The texts of `titles` must outlive the job. Errors: not_a_log.
  [[nodiscard]] static std::expected<DumpJob, JobFault> begin(DumpOptions options,
                                                              const TitleTable& titles);
  // A job that was moved from can only be assigned to or destroyed.
  DumpJob(DumpJob&&) noexcept;
  DumpJob& operator=(DumpJob&&) noexcept;
  ~DumpJob();

  // Reads on. Errors: unreadable.
  [[nodiscard]] std::expected<JobStep, JobFault> step();
  [[nodiscard]] JobProgress progress() const noexcept;
  // What was found so far, also before the first step.
  [[nodiscard]] LogFindings findings() const;
  // After the last step. Only once.
  [[nodiscard]] DumpModel take_model();

 private:
  struct State;
  explicit DumpJob(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
