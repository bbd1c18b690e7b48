#include "apps/perflib/sources/pick_source.h"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <utility>

#include "apps/perflib/sources/job_messages.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/os/portable/code_page.h"

namespace openperflib::apps {

std::expected<PickSource, Failure> PickSource::of_machine(const SourceOptions& options,
                                                          MachineCatalogOptions::Costly costly) {
  auto machine = OPENPERFLIB_TRY(machine_of(options));
  auto read = read_machine_catalog(
      {.machine = std::move(machine), .costly = costly, .decode = &decode_code_page},
      options.environment->titles);
  if (!read.has_value()) return std::unexpected(failure_of(read.error()));
  PickSource source;
  source.titles_ = std::move(read->titles);
  source.machine_ = std::move(read->catalog);
  source.name_ = source.machine_.machine();
  return source;
}

std::expected<PickSource, Failure> PickSource::of_logs(const LogOptions& options, LogSummary read) {
  PickSource source;
  source.titles_ = title_set_of(titles_of(options));
  source.name_ = fmt::format("{}", fmt::join(options.files, ", "));
  source.log_ = std::make_unique<LogSummary>(std::move(read));
  if (source.log_->survey.records() == 0) {
    return failed(source.name_, "the log contains no readable sample");
  }
  return source;
}

}  // namespace openperflib::apps
