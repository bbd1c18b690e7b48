#include "openperflib/jobs/copy_job.h"

#include <optional>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/open_cursor_internal.h"
#include "openperflib/jobs/survey_job.h"
#include "openperflib/log/text/text_format.h"
#include "openperflib/query/catalog/suggestions.h"

namespace openperflib {
namespace {

JobFault fault_of(LogObstacle obstacle, const std::string& file) {
  const bool has_none =
      obstacle == LogObstacle::no_records || obstacle == LogObstacle::none_in_window;
  return {.kind = has_none ? JobFault::Kind::no_samples : JobFault::Kind::obstacle,
          .obstacle = obstacle,
          .path = file};
}

// Returns the fault of a copy that cannot begin.
JobFault fault_of(LogJobFault fault, const LogTarget& target) {
  switch (fault.kind) {
    case LogJobFault::Kind::not_a_log:
      return not_a_log(std::move(fault.existing));
    case LogJobFault::Kind::unreadable:
      return unreadable(std::move(fault.fault));
    case LogJobFault::Kind::ends_later:
      return {.kind = JobFault::Kind::ends_later, .path = target.shown()};
    case LogJobFault::Kind::target:
      break;
  }
  return unwritable(std::move(fault.fault));
}

// The patterns that match nothing in the whole log.
std::vector<UnmatchedPath> unmatched_of(const LogSummary& summary,
                                        const std::vector<std::string>& patterns,
                                        const LogSelection& selection) {
  const Catalog& catalog = summary.survey.catalog();
  std::vector<UnmatchedPath> unmatched;
  for (std::size_t i = 0; i < selection.matches.size(); ++i) {
    if (selection.matches[i] == Query::Match::matched) continue;
    unmatched.push_back({.path = patterns[i], .hint = suggestion_for(patterns[i], catalog)});
  }
  return unmatched;
}

// Completes options. A part of a recording has no blocks, of which another recording is made.
// Errors: target_is_input.
std::expected<void, JobFault> prepare(CopyOptions& options, const TitleTable& titles) {
  const LogTarget& target = options.log.target;
  if (is_set_among(target, options.logs.files)) {
    return std::unexpected(
        JobFault{.kind = JobFault::Kind::target_is_input, .path = target.shown()});
  }
  if (!holds_blocks(target.format)) {
    options.logs.request = request_of(options.log.counters, titles);
  }
  return {};
}

}  // namespace

struct CopyJob::State {
  CopyOptions options;
  OpenCopy open;
  TitleTable titles;
  std::optional<SurveyJob> survey = std::nullopt;  // the first reading
  LogSummary summary = {};                         // after it
  std::vector<UnmatchedPath> unmatched = {};
  std::optional<LogJob> job = std::nullopt;  // after it
  OpenedLogs logs = {};                      // in the second reading
  bool has_begun = false;                    // to write
  std::vector<std::string> without_column = {};

  [[nodiscard]] const std::string& file() const { return options.logs.files.front(); }
  [[nodiscard]] bool is_copying() const noexcept { return logs.reader != nullptr; }
  // Returns whether the copy is text with a column for each series.
  [[nodiscard]] bool has_columns() const noexcept {
    return is_text(options.log.target.format) && options.log.rows == TextRows::columns;
  }
  [[nodiscard]] std::expected<void, JobFault> check_summary() const;
  [[nodiscard]] std::expected<void, JobFault> choose(LogSelection selection);
  [[nodiscard]] std::expected<void, JobFault> end_survey();
  [[nodiscard]] std::expected<void, JobFault> begin_copy();
  [[nodiscard]] std::expected<JobStep, JobFault> copy();
};

// Errors: no_samples, obstacle.
std::expected<void, JobFault> CopyJob::State::check_summary() const {
  const auto obstacle = obstacle_to(options.log.target, summary);
  if (obstacle.has_value()) return std::unexpected(fault_of(*obstacle, file()));
  return {};
}

// Errors: no_series, too_many_columns.
std::expected<void, JobFault> CopyJob::State::choose(LogSelection selection) {
  unmatched = unmatched_of(summary, options.log.counters, selection);
  if (selection.paths.empty()) {
    return std::unexpected(JobFault{.kind = JobFault::Kind::no_series, .path = file()});
  }
  const std::size_t columns = selection.paths.size() + 1;  // and that of the time
  if (options.most_columns != 0 && has_columns() && columns > options.most_columns) {
    return std::unexpected(JobFault{.kind = JobFault::Kind::too_many_columns,
                                    .path = options.log.target.shown(),
                                    .columns = columns});
  }
  job.emplace(summary, std::move(selection), options.log, titles);
  return {};
}

// Errors: no_samples, obstacle, no_series, too_many_columns.
std::expected<void, JobFault> CopyJob::State::end_survey() {
  summary = survey->take_model();
  OPENPERFLIB_TRY(check_summary());
  return choose(select_series(summary.survey, options.log.counters, titles).value());
}

// Errors: not_a_log, unreadable, ends_later, unwritable.
std::expected<void, JobFault> CopyJob::State::begin_copy() {
  LogInputs inputs = options.logs;
  if (!job->copies_blocks()) inputs.readings = LogReadings::by_whole_block;
  auto opened = open_logs(inputs, options.log.window, titles);
  if (!opened.has_value()) return std::unexpected(not_a_log(std::move(opened).error()));
  survey.reset();
  logs = *std::move(opened);
  const auto fd = open();
  if (!fd.has_value()) return std::unexpected(unwritable(fd.error()));
  auto begun = job->begin(*logs.reader, *fd);
  if (!begun.has_value()) {
    return std::unexpected(fault_of(std::move(begun).error(), options.log.target));
  }
  has_begun = true;
  return {};
}

std::expected<JobStep, JobFault> CopyJob::State::copy() {
  auto step =
      read_for_a_step([&] { return job->step(); },
                      [&] {
                        const auto paths = job->without_column();
                        without_column.insert(without_column.end(), paths.begin(), paths.end());
                        return JobStep::more;
                      });
  if (!step.has_value() && job->is_target_at_fault()) {
    step.error().kind = JobFault::Kind::unwritable;
  }
  return step;
}

CopyJob::CopyJob(std::unique_ptr<State> state) : state_(std::move(state)) {}
CopyJob::CopyJob(CopyJob&&) noexcept = default;
CopyJob& CopyJob::operator=(CopyJob&&) noexcept = default;
CopyJob::~CopyJob() = default;

std::expected<CopyJob, JobFault> CopyJob::begin(CopyOptions options, OpenCopy open,
                                                const TitleTable& titles) {
  OPENPERFLIB_TRY(prepare(options, titles));
  SurveyJob survey =
      OPENPERFLIB_TRY(SurveyJob::begin({.logs = options.logs,
                                        .window = options.log.window,
                                        .findings = SurveyOptions::Findings::without_values},
                                       titles));
  (void)OPENPERFLIB_TRY(query_of_paths(options.log.counters, titles));
  return CopyJob(std::unique_ptr<State>(new State{.options = std::move(options),
                                                  .open = std::move(open),
                                                  .titles = titles,
                                                  .survey = std::move(survey)}));
}

std::expected<CopyJob, JobFault> CopyJob::begin_surveyed(CopyOptions options, LogSummary summary,
                                                         LogSelection selection, OpenCopy open,
                                                         const TitleTable& titles) {
  OPENPERFLIB_TRY(prepare(options, titles));
  std::unique_ptr<State> state(new State{.options = std::move(options),
                                         .open = std::move(open),
                                         .titles = titles,
                                         .summary = std::move(summary)});
  OPENPERFLIB_TRY(state->check_summary());
  OPENPERFLIB_TRY(state->choose(std::move(selection)));
  return CopyJob(std::move(state));
}

std::expected<JobStep, JobFault> CopyJob::step() {
  State& state = *state_;
  if (state.is_copying()) return state.copy();
  if (state.job.has_value()) {
    OPENPERFLIB_TRY(state.begin_copy());
  } else if (OPENPERFLIB_TRY(state.survey->step()) == JobStep::done) {
    OPENPERFLIB_TRY(state.end_survey());
  }
  return JobStep::more;
}

void CopyJob::stop() {
  if (state_->has_begun && state_->job->written().records != 0) state_->job->stop();
}

bool CopyJob::is_copying() const noexcept { return state_->is_copying(); }

JobProgress CopyJob::progress() const noexcept {
  const State& state = *state_;
  if (state.is_copying()) {
    return {.position = state.logs.reader->position(), .size = state.logs.reader->size()};
  }
  return state.survey.has_value() ? state.survey->progress() : JobProgress();
}

LogFindings CopyJob::findings() const {
  if (state_->is_copying()) return findings_of(state_->logs);
  return state_->survey.has_value() ? state_->survey->findings() : LogFindings();
}

std::span<const UnmatchedPath> CopyJob::unmatched() const noexcept { return state_->unmatched; }

std::span<const std::string> CopyJob::invalid_paths() const noexcept {
  if (!state_->job.has_value()) return {};
  return state_->job->invalid_paths();
}

std::vector<std::string> CopyJob::take_without_column() {
  return std::exchange(state_->without_column, {});
}

CopyModel CopyJob::model() const {
  const State& state = *state_;
  CopyModel model{.records = state.summary.survey.records()};
  if (state.job.has_value()) model.paths = state.job->paths().size();
  if (state.has_begun) model.written = state.job->written();
  return model;
}

}  // namespace openperflib
