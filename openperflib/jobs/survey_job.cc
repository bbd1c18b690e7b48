#include "openperflib/jobs/survey_job.h"

#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/open_cursor_internal.h"

namespace openperflib {

struct SurveyJob::State {
  State(LogCursor its_log, const LogWindow& its_window)
      : log(std::move(its_log)), window(its_window) {}
  LogCursor log;
  LogWindow window;  // of first_in_window
  LogSummary summary;
};

SurveyJob::SurveyJob(std::unique_ptr<State> state) : state_(std::move(state)) {}
SurveyJob::SurveyJob(SurveyJob&&) noexcept = default;
SurveyJob& SurveyJob::operator=(SurveyJob&&) noexcept = default;
SurveyJob::~SurveyJob() = default;

namespace {

// What is read of the records. The findings without values are the fewest.
LogReadings readings_for(const SurveyOptions& options) noexcept {
  if (options.findings == SurveyOptions::Findings::without_values) return LogReadings::left_out;
  const bool needs_series = options.series == SurveyOptions::Series::all;
  return needs_series ? LogReadings::by_block : LogReadings::times;
}

}  // namespace

std::expected<SurveyJob, JobFault> SurveyJob::begin(const SurveyOptions& options,
                                                    const TitleTable& titles) {
  const bool reads_all = options.records == SurveyOptions::Records::whole_logs;
  LogCursor log = OPENPERFLIB_TRY(open_cursor(
      options.logs, reads_all ? LogWindow() : options.window, titles, readings_for(options)));
  return SurveyJob(std::make_unique<State>(std::move(log), options.window));
}

std::expected<JobStep, JobFault> SurveyJob::step() {
  LogCursor& log = state_->log;
  return read_for_a_step([&] { return log.read(); },
                         [&] {
                           if (log.is_in_window()) {
                             state_->summary.add(log.reader(), log.record(), state_->window);
                           }
                           return JobStep::more;
                         });
}

JobProgress SurveyJob::progress() const noexcept { return progress_of(state_->log); }

LogFindings SurveyJob::findings() const { return findings_of(state_->log); }

std::span<const LogFormat> SurveyJob::formats() const noexcept { return state_->log.formats(); }

LogSummary SurveyJob::take_model() {
  state_->summary.finish(state_->log.reader(), state_->log.inputs().files.size());
  return std::move(state_->summary);
}

}  // namespace openperflib
