#include "openperflib/jobs/times_job.h"

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/open_cursor_internal.h"
#include "openperflib/jobs/step_time_internal.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {

// Times need no object, and one is enough for a recording to skip the others.
std::expected<TimesJob, JobFault> TimesJob::begin(LogInputs logs, const TitleTable& titles) {
  logs.request = ObjectRequest::nothing();
  logs.request.add_object(title::kSystem);
  return TimesJob(OPENPERFLIB_TRY(open_cursor(logs, LogWindow(), titles)));
}

std::expected<JobStep, JobFault> TimesJob::step() {
  StepTime time;
  do {
    const auto result = log_.read();
    if (!result.has_value()) return std::unexpected(unreadable(result.error()));
    if (*result == ReadResult::end) {
      if (times_.records != 0) return JobStep::done;
      return std::unexpected(
          JobFault{.kind = JobFault::Kind::no_samples, .path = log_.inputs().files.front()});
    }
    if (times_.records++ == 0) times_.first_local = log_.record().time_local;
    times_.last_local = log_.record().time_local;
  } while (!time.is_over());
  return JobStep::more;
}

}  // namespace openperflib
