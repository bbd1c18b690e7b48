// DoctorJob: what a machine has of each object, what that costs, what is missing, and how to get
// it.
#pragma once

#include <expected>
#include <memory>

#include "openperflib/jobs/job.h"
#include "openperflib/machine/local_source.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/doctor/health_report.h"

namespace openperflib {

// Resource, movable: the open source. A step collects everything, or measures one object.
class DoctorJob {
 public:
  // Opens the source. The last root folder is examined if there are some; it has no costs and no
  // services. The texts of `titles` must outlive the job. Errors: unreadable, if a folder cannot be
  // opened.
  [[nodiscard]] static std::expected<DoctorJob, JobFault> begin(LocalSourceOptions options,
                                                                const TitleTable& titles);
  // A job that was moved from can only be assigned to or destroyed.
  DoctorJob(DoctorJob&&) noexcept;
  DoctorJob& operator=(DoctorJob&&) noexcept;
  ~DoctorJob();

  // Collects or measures. Errors: unreadable.
  [[nodiscard]] std::expected<JobStep, JobFault> step();
  // The objects that were measured, in place of bytes.
  [[nodiscard]] JobProgress progress() const noexcept;
  // Returns the model of what was examined so far. Only once.
  [[nodiscard]] HealthReport take_model();

 private:
  struct State;
  explicit DoctorJob(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace openperflib
