#include "openperflib/jobs/copy_job.h"

#include <optional>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/open_cursor_internal.h"
#include "openperflib/jobs/survey_job.h"
#include "openperflib/log/log_conversion.h"
#include "openperflib/log/log_summary.h"
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

}  // namespace

struct CopyJob::State {
  CopyOptions options;
  OpenCopy open;
  TitleTable titles;
  std::optional<SurveyJob> survey;  // the first reading
  LogSummary summary = {};          // after it
  std::vector<UnmatchedPath> unmatched = {};
  std::optional<LogJob> job = std::nullopt;  // after it
  OpenedLogs logs = {};                      // in the second reading
  bool has_begun = false;                    // to write
  std::vector<std::string> without_column = {};

  [[nodiscard]] const std::string& file() const { return options.logs.files.front(); }
  [[nodiscard]] bool is_copying() const noexcept { return logs.reader != nullptr; }
  [[nodiscard]] std::expected<void, JobFault> choose();
  [[nodiscard]] std::expected<void, JobFault> begin_copy();
  [[nodiscard]] std::expected<JobStep, JobFault> copy();
};

// Errors: no_samples, obstacle, no_series.
std::expected<void, JobFault> CopyJob::State::choose() {
  summary = survey->take_model();
  if (const auto obstacle = obstacle_to(options.log.target, summary)) {
    return std::unexpected(fault_of(*obstacle, file()));
  }
  auto selection = select_series(summary.survey, options.log.counters, titles).value();
  unmatched = unmatched_of(summary, options.log.counters, selection);
  if (selection.paths.empty()) {
    return std::unexpected(JobFault{.kind = JobFault::Kind::no_series, .path = file()});
  }
  job.emplace(summary, std::move(selection), options.log, titles);
  return {};
}

// Errors: not_a_log, unwritable.
std::expected<void, JobFault> CopyJob::State::begin_copy() {
  LogInputs inputs = options.logs;
  if (!job->copies_blocks()) inputs.readings = LogReadings::by_block;
  auto opened = open_logs(inputs, options.log.window, titles);
  if (!opened.has_value()) return std::unexpected(not_a_log(std::move(opened).error()));
  survey.reset();
  logs = *std::move(opened);
  const auto fd = open();
  if (!fd.has_value()) return std::unexpected(unwritable(fd.error()));
  const auto begun = job->begin(*logs.reader, *fd);
  if (!begun.has_value()) return std::unexpected(unwritable(begun.error().fault));
  has_begun = true;
  return {};
}

std::expected<JobStep, JobFault> CopyJob::State::copy() {
  return read_for_a_step([&] { return job->step(); },
                         [&] {
                           const auto paths = job->without_column();
                           without_column.insert(without_column.end(), paths.begin(), paths.end());
                           return JobStep::more;
                         });
}

CopyJob::CopyJob(std::unique_ptr<State> state) : state_(std::move(state)) {}
CopyJob::CopyJob(CopyJob&&) noexcept = default;
CopyJob& CopyJob::operator=(CopyJob&&) noexcept = default;
CopyJob::~CopyJob() = default;

// A part of a recording has no blocks, of which another recording is made.
std::expected<CopyJob, JobFault> CopyJob::begin(CopyOptions options, OpenCopy open,
                                                const TitleTable& titles) {
  const LogTarget& target = options.log.target;
  if (is_set_among(target, options.logs.files)) {
    return std::unexpected(
        JobFault{.kind = JobFault::Kind::target_is_input, .path = target.shown()});
  }
  if (!holds_blocks(target.format)) {
    options.logs.request = request_of(options.log.counters, titles);
  }
  SurveyJob survey = OPENPERFLIB_TRY(
      SurveyJob::begin({.logs = options.logs,
                        .window = options.log.window,
                        .findings = SurveyOptions::Findings::without_values},
                       titles));
  (void)OPENPERFLIB_TRY(query_of_paths(options.log.counters, titles));
  return CopyJob(std::unique_ptr<State>(new State{.options = std::move(options),
                                                  .open = std::move(open),
                                                  .titles = titles,
                                                  .survey = std::move(survey)}));
}

std::expected<JobStep, JobFault> CopyJob::step() {
  State& state = *state_;
  if (state.is_copying()) return state.copy();
  if (state.job.has_value()) {
    OPENPERFLIB_TRY(state.begin_copy());
  } else if (OPENPERFLIB_TRY(state.survey->step()) == JobStep::done) {
    OPENPERFLIB_TRY(state.choose());
  }
  return JobStep::more;
}

bool CopyJob::is_copying() const noexcept { return state_->is_copying(); }

JobProgress CopyJob::progress() const noexcept {
  const State& state = *state_;
  if (!state.is_copying()) return state.survey->progress();
  return {.position = state.logs.reader->position(), .size = state.logs.reader->size()};
}

LogFindings CopyJob::findings() const {
  return state_->is_copying() ? findings_of(state_->logs) : state_->survey->findings();
}

std::span<const UnmatchedPath> CopyJob::unmatched() const noexcept { return state_->unmatched; }

std::span<const std::string> CopyJob::invalid_paths() const noexcept {
  if (!state_->has_begun) return {};
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
