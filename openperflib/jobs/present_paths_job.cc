#include "openperflib/jobs/present_paths_job.h"

#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/open_cursor_internal.h"

namespace openperflib {

struct PresentPathsJob::State {
  LogCursor log;
  Query query;
  std::vector<std::string> paths;
  std::vector<std::string> present;
  bool has_samples = false;

  // Notes the paths that the newest record has.
  void note_present() {
    for (Query::PathId i = 0; i < paths.size(); ++i) {
      if (query.match(i) == Query::Match::matched) present.push_back(paths[i]);
    }
  }
};

PresentPathsJob::PresentPathsJob(std::unique_ptr<State> state) : state_(std::move(state)) {}
PresentPathsJob::PresentPathsJob(PresentPathsJob&&) noexcept = default;
PresentPathsJob& PresentPathsJob::operator=(PresentPathsJob&&) noexcept = default;
PresentPathsJob::~PresentPathsJob() = default;

std::expected<PresentPathsJob, JobFault> PresentPathsJob::begin(PresentPathsOptions options,
                                                                const TitleTable& titles) {
  LogCursor log =
      OPENPERFLIB_TRY(open_cursor(options.logs, options.window, titles, LogReadings::by_block));
  Query query = OPENPERFLIB_TRY(query_of_paths(options.paths, titles));
  return PresentPathsJob(std::make_unique<State>(
      std::move(log), std::move(query), std::move(options.paths), std::vector<std::string>()));
}

std::expected<JobStep, JobFault> PresentPathsJob::step() {
  State& state = *state_;
  return read_for_a_step([&] { return state.log.take_next(state.query); },
                         [&] {
                           state.has_samples = true;
                           state.note_present();
                           return state.present.empty() ? JobStep::more : JobStep::done;
                         });
}

JobProgress PresentPathsJob::progress() const noexcept { return progress_of(state_->log); }

LogFindings PresentPathsJob::findings() const { return findings_of(state_->log); }

bool PresentPathsJob::has_samples() const noexcept { return state_->has_samples; }

std::vector<std::string> PresentPathsJob::take_model() { return std::move(state_->present); }

}  // namespace openperflib
