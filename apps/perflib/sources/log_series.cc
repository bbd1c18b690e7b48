#include "apps/perflib/sources/log_series.h"

#include <utility>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/messages.h"
#include "apps/perflib/sources/job_messages.h"
#include "apps/perflib/sources/log_window.h"
#include "apps/perflib/sources/open_session.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/survey_job.h"
#include "openperflib/jobs/times_job.h"
#include "openperflib/query/query.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {
namespace {

// The series that the paths match; without paths all. Errors: a path is invalid.
std::expected<LogSelection, Failure> selection_of(const LogSummary& summary,
                                                  const std::vector<std::string>& paths,
                                                  const TitleTable& titles) {
  Query syntax(titles);
  for (const std::string& path : paths) {
    const auto added = syntax.add(path);
    if (added.has_value()) continue;
    return usage_error(path, not_a_path(added.error()));
  }
  auto selection = select_series(summary.survey, paths, titles);
  if (!selection.has_value()) return reported(Ending::usage_error);  // not after the check above
  return *std::move(selection);
}

}  // namespace

std::expected<LogSummary, Failure> survey(const LogOptions& options) {
  const LogWindow window = OPENPERFLIB_TRY(window_of(options));
  auto job = OPENPERFLIB_TRY(
      run_to_end(SurveyJob::begin({.logs = inputs_of(options),
                                   .window = window,
                                   .findings = SurveyOptions::Findings::without_values},
                                  titles_of(options)),
                 options.begin_progress_line));
  return job.take_model();
}

std::expected<LogTimes, Failure> times_of(const LogOptions& options) {
  const auto known = options.times->find(options.files);
  if (known != options.times->end()) return known->second;
  auto job = OPENPERFLIB_TRY(run_to_end(TimesJob::begin(inputs_of(options), titles_of(options)),
                                        options.begin_progress_line));
  return options.times->emplace(options.files, job.times()).first->second;
}

std::expected<LogSummary, Failure> expand_paths(const LogOptions& options,
                                                std::vector<std::string>& paths) {
  LogOptions needed = options;
  needed.request = request_of(paths, options);
  auto summary = survey(needed);
  if (!summary.has_value()) return summary;
  auto selection = OPENPERFLIB_TRY(selection_of(*summary, paths, titles_of(options)));
  std::vector<std::string> expanded = std::move(selection.paths);
  for (std::size_t i = 0; i < selection.matches.size(); ++i) {
    if (selection.matches[i] != Query::Match::matched) expanded.push_back(paths[i]);
  }
  paths = std::move(expanded);
  return summary;
}

}  // namespace openperflib::apps
