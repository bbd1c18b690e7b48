#include "openperflib/jobs/summary_job.h"

#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/log_statistics_internal.h"
#include "openperflib/view/summary/series_by_name.h"

namespace openperflib {

struct SummaryJob::State {
  SummaryOptions options;
  StatisticsReading reading;
};

SummaryJob::SummaryJob(std::unique_ptr<State> state) : state_(std::move(state)) {}
SummaryJob::SummaryJob(SummaryJob&&) noexcept = default;
SummaryJob& SummaryJob::operator=(SummaryJob&&) noexcept = default;
SummaryJob::~SummaryJob() = default;

std::expected<SummaryJob, JobFault> SummaryJob::begin(SummaryOptions options,
                                                      const TitleTable& titles) {
  auto reading = OPENPERFLIB_TRY(StatisticsReading::begin(options.logs, options.window,
                                                          options.paths, titles, options.workers));
  return SummaryJob(std::make_unique<State>(std::move(options), std::move(reading)));
}

std::expected<JobStep, JobFault> SummaryJob::step() { return state_->reading.step(); }

JobProgress SummaryJob::progress() const noexcept { return state_->reading.progress(); }

LogFindings SummaryJob::findings() const { return findings_of(state_->reading.log()); }

SummaryModel SummaryJob::take_model() {
  const SummaryOptions& options = state_->options;
  SummaryModel model{.extent = state_->reading.extent(),
                     .rows = state_->reading.rows(),
                     .series = state_->reading.take_series(),
                     .unmatched = {},
                     .findings = findings()};
  for (std::uint32_t i = 0; i < options.paths.size(); ++i) {
    if (has_series_of(i, model.series)) continue;
    model.unmatched.push_back(unmatched_path(options.paths[i], state_->reading.log()));
  }
  name_machines(model.series);
  if (options.top != 0) {
    model.series = largest_instances(std::move(model.series), options.by, options.top);
  }
  return model;
}

}  // namespace openperflib
