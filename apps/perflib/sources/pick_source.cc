#include "apps/perflib/sources/pick_source.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "apps/perflib/sources/job_messages.h"
#include "apps/perflib/text/log_messages.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/machine_listing.h"
#include "openperflib/jobs/survey_job.h"
#include "openperflib/os/portable/code_page.h"
#include "openperflib/query/catalogue_counters.h"

namespace openperflib::apps {
namespace {

// The index of the help text that belongs to a name, in a log that has names alone.
TitleIndex help_index_of(std::string_view name, const TitleTable& titles) {
  const auto positions = titles.positions(name);
  return positions.empty() ? 0 : titles.names()[positions.front()].index + 1;
}

}  // namespace

std::expected<PickSource, Failure> PickSource::read(const SourceOptions& source,
                                                    const LogOptions& log, CostlyObjects costly) {
  PickSource read;
  OPENPERFLIB_TRY(log.files.empty() ? read.read_machine(source, costly) : read.read_logs(log));
  return read;
}

Step PickSource::read_machine(const SourceOptions& options, CostlyObjects costly) {
  const auto source = OPENPERFLIB_TRY(open_source(options));
  const ObjectRequest request =
      costly == CostlyObjects::listed ? request_for_all(source->describe()) : ObjectRequest();
  Snapshot snapshot;
  for (std::size_t i = 0; i < std::max<std::size_t>(1, options.roots.size()); ++i) {
    const auto read = source->read(request, snapshot);
    if (!read.has_value()) return failed(read.error());
  }
  titles_ = source->titles();
  catalog_ = catalog_of(snapshot, titles_->table(), &decode_code_page);
  name_ = catalog_.machine();
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

std::string PickSource::help_of(const Catalog::Object& object,
                                const Catalog::Counter* counter) const {
  const TitleTable& titles = titles_->table();
  const std::string_view name = counter == nullptr ? object.name : counter->name;
  TitleIndex index = counter == nullptr ? object.help_index : counter->help_index;
  if (index == 0) index = help_index_of(name, titles);
  const auto help = titles.help(index);
  if (help.has_value() || counter == nullptr) return std::string(help.value_or(""));
  Series series;
  series.object = object.name;
  series.counter = counter->name;
  return std::string(summary_by_names(series));
}

}  // namespace openperflib::apps
