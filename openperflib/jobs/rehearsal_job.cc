#include "openperflib/jobs/rehearsal_job.h"

#include <string>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/open_cursor_internal.h"
#include "openperflib/log/log_cursor.h"

namespace openperflib {

struct RehearsalJob::State {
  LogCursor log;
  Query query;
  AlertRehearsal rehearsal;
  SummaryExtent extent;
};

RehearsalJob::RehearsalJob(std::unique_ptr<State> state) : state_(std::move(state)) {}
RehearsalJob::RehearsalJob(RehearsalJob&&) noexcept = default;
RehearsalJob& RehearsalJob::operator=(RehearsalJob&&) noexcept = default;
RehearsalJob::~RehearsalJob() = default;

std::expected<RehearsalJob, JobFault> RehearsalJob::begin(RehearsalOptions options,
                                                          const TitleTable& titles) {
  LogCursor log =
      OPENPERFLIB_TRY(open_cursor(options.logs, options.window, titles, LogReadings::by_block));
  AlertRehearsal rehearsal(std::move(options.rules), options.most_events);
  Query query(titles, {.units = QueryOptions::Units::of_names});
  if (const auto added = rehearsal.watch().add_paths(query); !added.has_value()) {
    return std::unexpected(not_a_path("a rule", added.error()));
  }
  const SummaryExtent extent{.bias_minutes = log.reader().header().bias_minutes};
  return RehearsalJob(
      std::make_unique<State>(std::move(log), std::move(query), std::move(rehearsal), extent));
}

std::expected<JobStep, JobFault> RehearsalJob::step() {
  State& state = *state_;
  return read_for_a_step([&] { return state.log.take_next(state.query); },
                         [&] {
                           state.extent.note(state.log.record().time_local);
                           state.rehearsal.take(state.query, state.log.record().time_local);
                           return JobStep::more;
                         });
}

JobProgress RehearsalJob::progress() const noexcept { return progress_of(state_->log); }

LogFindings RehearsalJob::findings() const { return findings_of(state_->log); }

RehearsalModel RehearsalJob::take_model() {
  state_->rehearsal.end();
  std::vector<UnmatchedPath> unmatched;
  const auto paths = paths_of(state_->rehearsal.watch().rules());
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (!state_->rehearsal.had_path(i)) unmatched.push_back(unmatched_path(paths[i], state_->log));
  }
  return {.rehearsal = std::move(state_->rehearsal),
          .extent = state_->extent,
          .unmatched = std::move(unmatched),
          .findings = findings()};
}

}  // namespace openperflib
