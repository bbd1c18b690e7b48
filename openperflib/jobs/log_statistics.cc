#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/log_statistics_internal.h"
#include "openperflib/jobs/step_time_internal.h"

namespace openperflib {

std::expected<StatisticsReading, JobFault> StatisticsReading::begin(
    const LogInputs& logs, const LogWindow& window, const std::vector<std::string>& paths,
    const TitleTable& titles) {
  LogCursor log = OPENPERFLIB_TRY(open_cursor(logs, window, titles));
  Query query = OPENPERFLIB_TRY(query_of_paths(paths, titles));
  return StatisticsReading(std::move(log), std::move(query));
}

std::expected<JobStep, JobFault> StatisticsReading::step() {
  StepTime time;
  do {
    const auto taken = log_.take_next(query_);
    if (!taken.has_value()) return std::unexpected(unreadable(taken.error()));
    if (*taken == ReadResult::end) return JobStep::done;
    extent_.note(log_.record().time_local);
    summary_.add(query_, rows(), intervals_.next(log_.record().time_local));
  } while (!time.is_over());
  return JobStep::more;
}

}  // namespace openperflib
