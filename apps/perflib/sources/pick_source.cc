#include "apps/perflib/sources/pick_source.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <utility>

#include "apps/perflib/sources/job_messages.h"
#include "apps/perflib/text/log_messages.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/survey_job.h"
#include "openperflib/os/portable/code_page.h"

namespace openperflib::apps {

std::expected<PickSource, Failure> PickSource::read(const SourceOptions& source,
                                                    const LogOptions& log,
                                                    MachineCatalogOptions::Costly costly) {
  PickSource read;
  OPENPERFLIB_TRY(log.files.empty() ? read.read_machine(source, costly) : read.read_logs(log));
  return read;
}

Step PickSource::read_machine(const SourceOptions& options, MachineCatalogOptions::Costly costly) {
  auto machine = OPENPERFLIB_TRY(machine_of(options));
  auto read = read_machine_catalog(
      {.machine = std::move(machine), .costly = costly, .decode = &decode_code_page},
      options.environment->titles);
  if (!read.has_value()) return std::unexpected(failure_of(read.error()));
  titles_ = std::move(read->titles);
  machine_ = std::move(read->catalog);
  name_ = machine_.machine();
  return {};
}

Step PickSource::read_logs(const LogOptions& options) {
  titles_ = title_set_of(titles_of(options));
  name_ = fmt::format("{}", fmt::join(options.files, ", "));
  auto job = OPENPERFLIB_TRY(
      run_reported(SurveyJob::begin({.logs = inputs_of(options)}, titles_of(options))));
  report_anomalies(job.findings());
  log_ = std::make_unique<LogSummary>(job.take_model());
  if (log_->survey.records() == 0) return failed(name_, "the log contains no readable sample");
  return {};
}

}  // namespace openperflib::apps
