#include "openperflib/jobs/difference_job.h"

#include <algorithm>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/compared_windows.h"
#include "openperflib/jobs/log_statistics_internal.h"
#include "openperflib/jobs/times_job.h"

namespace openperflib {

using Parts = DifferenceOptions::Parts;

struct DifferenceJob::State {
  State(DifferenceOptions its_options, const TitleTable& its_titles)
      : options(std::move(its_options)), titles(its_titles) {}

  // Opens the log `side` for what comes next.
  [[nodiscard]] std::expected<void, JobFault> open_next();
  // The log that is being read has ended.
  [[nodiscard]] std::expected<JobStep, JobFault> end_times();
  [[nodiscard]] std::expected<JobStep, JobFault> end_log();
  // Sets the windows from the times of both.
  [[nodiscard]] std::expected<void, JobFault> align();
  [[nodiscard]] const LogInputs& logs(std::size_t of_side) const noexcept {
    return of_side == 0 ? options.before : options.after;
  }

  DifferenceOptions options;
  TitleTable titles;
  std::size_t side = 0;
  bool has_windows = false;
  std::array<LogTimes, 2> times;
  std::array<LogWindow, 2> windows;
  std::array<DifferenceSideModel, 2> sides;
  std::array<std::vector<SummaryOfSeries>, 2> series;
  std::optional<TimesJob> times_reading;
  std::optional<StatisticsReading> reading;
};

std::expected<void, JobFault> DifferenceJob::State::open_next() {
  if (!has_windows) {
    times_reading = OPENPERFLIB_TRY(TimesJob::begin(logs(side), titles));
    return {};
  }
  times_reading.reset();
  reading = OPENPERFLIB_TRY(
      StatisticsReading::begin(logs(side), windows[side], options.paths, titles, options.workers));
  sides[side].findings = findings_of(reading->log());
  return {};
}

std::expected<void, JobFault> DifferenceJob::State::align() {
  Alignment alignment{
      .first = times[0].first_local, .second = times[1].first_local, .length = options.length};
  if (options.at_before.has_value()) alignment.first = begin_of(*options.at_before, times[0]);
  if (options.at_after.has_value()) alignment.second = begin_of(*options.at_after, times[1]);
  const auto found = options.parts == Parts::by_clock
                         ? windows_by_clock(times[0], times[1], options.length)
                         : aligned_windows(times[0], times[1], alignment);
  if (!found.has_value()) {
    return std::unexpected(JobFault{.kind = JobFault::Kind::nothing_common});
  }
  windows = {found->first, found->second};
  return {};
}

std::expected<JobStep, JobFault> DifferenceJob::State::end_times() {
  times[side] = times_reading->times();
  side = 1 - side;
  if (side == 0) {
    OPENPERFLIB_TRY(align());
    has_windows = true;
  }
  OPENPERFLIB_TRY(open_next());
  return JobStep::more;
}

std::expected<JobStep, JobFault> DifferenceJob::State::end_log() {
  DifferenceSideModel& of_side = sides[side];
  of_side.extent = reading->extent();
  of_side.rows = reading->rows();
  of_side.findings = findings_of(reading->log());
  series[side] = reading->take_series();
  if (of_side.extent.records == 0) {
    return std::unexpected(
        JobFault{.kind = JobFault::Kind::no_samples, .path = logs(side).files.front()});
  }
  if (side == 1) return JobStep::done;
  side = 1;
  OPENPERFLIB_TRY(open_next());
  return JobStep::more;
}

DifferenceJob::DifferenceJob(std::unique_ptr<State> state) : state_(std::move(state)) {}
DifferenceJob::DifferenceJob(DifferenceJob&&) noexcept = default;
DifferenceJob& DifferenceJob::operator=(DifferenceJob&&) noexcept = default;
DifferenceJob::~DifferenceJob() = default;

std::expected<DifferenceJob, JobFault> DifferenceJob::begin(DifferenceOptions options,
                                                            const TitleTable& titles) {
  auto state = std::make_unique<State>(std::move(options), titles);
  state->has_windows = state->options.parts == Parts::whole;
  OPENPERFLIB_TRY(state->open_next());
  return DifferenceJob(std::move(state));
}

std::expected<JobStep, JobFault> DifferenceJob::step() {
  State& state = *state_;
  const bool reads_times = !state.has_windows;
  const auto step = reads_times ? state.times_reading->step() : state.reading->step();
  if (!step.has_value() || *step == JobStep::more) return step;
  return reads_times ? state.end_times() : state.end_log();
}

JobProgress DifferenceJob::progress() const noexcept {
  return state_->has_windows && state_->reading.has_value() ? state_->reading->progress()
                                                            : state_->times_reading->progress();
}

const std::array<LogTimes, 2>& DifferenceJob::times() const noexcept { return state_->times; }

const LogFindings& DifferenceJob::findings(std::size_t side) const noexcept {
  return state_->sides[side].findings;
}

DifferenceModel DifferenceJob::take_model() {
  DifferenceModel model{.sides = std::move(state_->sides), .difference = {}, .unmatched = {}};
  const auto& paths = state_->options.paths;
  for (std::uint32_t i = 0; i < paths.size(); ++i) {
    const auto has_it = [&](const auto& series) { return has_series_of(i, series); };
    if (std::ranges::none_of(state_->series, has_it)) model.unmatched.push_back(paths[i]);
  }
  model.difference = difference_of(std::move(state_->series[0]), std::move(state_->series[1]));
  model.difference.first_records = model.sides[0].extent.records;
  model.difference.second_records = model.sides[1].extent.records;
  return model;
}

}  // namespace openperflib
