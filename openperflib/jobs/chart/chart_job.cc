#include "openperflib/jobs/chart/chart_job.h"

#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/log_statistics_internal.h"
#include "openperflib/jobs/open_cursor_internal.h"

namespace openperflib {

struct ChartJob::State {
  State(ChartOptions its_options, LogCursor its_log, Query its_query)
      : options(std::move(its_options)),
        log(std::move(its_log)),
        query(std::move(its_query)),
        builder(log.holds_values() ? RowsOf::values : RowsOf::readings, options.columns) {
    builder.set_bias(log.reader().header().bias_minutes);
  }

  ChartOptions options;
  LogCursor log;
  Query query;
  ChartBuilder builder;
  RecordIntervals intervals;
};

ChartJob::ChartJob(std::unique_ptr<State> state) : state_(std::move(state)) {}
ChartJob::ChartJob(ChartJob&&) noexcept = default;
ChartJob& ChartJob::operator=(ChartJob&&) noexcept = default;
ChartJob::~ChartJob() = default;

std::expected<ChartJob, JobFault> ChartJob::begin(ChartOptions options, const TitleTable& titles) {
  LogCursor log =
      OPENPERFLIB_TRY(open_cursor(options.logs, options.window, titles, LogReadings::by_block));
  Query query =
      OPENPERFLIB_TRY(query_of_paths(options.paths, titles, QueryOptions::FirstRates::start));
  return ChartJob(std::make_unique<State>(std::move(options), std::move(log), std::move(query)));
}

std::expected<JobStep, JobFault> ChartJob::step() {
  State& state = *state_;
  return read_for_a_step([&] { return state.log.take_next(state.query); },
                         [&] {
                           const FileTime time = state.log.record().time_local;
                           state.builder.take(state.query, time, state.intervals.next(time));
                           return JobStep::more;
                         });
}

JobProgress ChartJob::progress() const noexcept { return progress_of(state_->log); }

LogFindings ChartJob::findings() const { return findings_of(state_->log); }

ChartModel ChartJob::take_model() {
  State& state = *state_;
  ChartModel model{.chart = {},
                   .zone_name = state.log.reader().header().zone_name,
                   .unmatched = {},
                   .findings = findings()};
  for (std::uint32_t i = 0; i < state.options.paths.size(); ++i) {
    if (state.builder.had_path(i)) continue;
    model.unmatched.push_back(unmatched_path(state.options.paths[i], state.log));
  }
  model.chart = state.builder.take_chart(state.options.choice);
  model.chart.notes = std::move(state.options.notes);
  return model;
}

}  // namespace openperflib
