#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/log_statistics_internal.h"

namespace openperflib {

std::expected<StatisticsReading, JobFault> StatisticsReading::begin(
    const LogInputs& logs, const LogWindow& window, const std::vector<std::string>& paths,
    const TitleTable& titles, Workers* workers) {
  LogCursor log = OPENPERFLIB_TRY(open_cursor(logs, window, titles, LogReadings::by_block));
  Query query = OPENPERFLIB_TRY(query_of_paths(paths, titles, QueryOptions::FirstRates::start));
  return StatisticsReading(std::move(log), std::move(query), workers);
}

std::expected<JobStep, JobFault> StatisticsReading::step() {
  return read_for_a_step([&] { return log_.take_next(query_); },
                         [&] {
                           const FileTime time = log_.record().time_local;
                           extent_.note(time);
                           rows_->add(query_, intervals_.next(time));
                           return JobStep::more;
                         });
}

}  // namespace openperflib
