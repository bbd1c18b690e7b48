#include "openperflib/jobs/times_job.h"

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/open_cursor_internal.h"
#include "openperflib/titles/title_indices.h"

namespace openperflib {

// Times need no object, and one is enough for a recording to skip the others.
std::expected<TimesJob, JobFault> TimesJob::begin(LogInputs logs, const TitleTable& titles,
                                                  Kept kept) {
  logs.request = ObjectRequest::nothing();
  logs.request.add_object(title::kSystem);
  return TimesJob(OPENPERFLIB_TRY(open_cursor(logs, LogWindow(), titles, LogReadings::left_out)),
                  kept);
}

void TimesJob::note(FileTime time) {
  if (times_.records++ == 0) times_.first_local = time;
  times_.last_local = time;
  if (kept_ == Kept::all) all_.push_back(time);
}

std::expected<JobStep, JobFault> TimesJob::step() {
  const JobStep step = OPENPERFLIB_TRY(read_for_a_step([&] { return log_.read(); },
                                                       [&] {
                                                         note(log_.record().time_local);
                                                         return JobStep::more;
                                                       }));
  if (step == JobStep::more || times_.records != 0) return step;
  return std::unexpected(
      JobFault{.kind = JobFault::Kind::no_samples, .path = log_.inputs().files.front()});
}

}  // namespace openperflib
