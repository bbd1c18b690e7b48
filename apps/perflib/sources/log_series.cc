#include "apps/perflib/sources/log_series.h"

#include <utility>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/messages.h"
#include "apps/perflib/sources/log_progress.h"
#include "apps/perflib/sources/log_reading.h"
#include "apps/perflib/sources/log_window.h"
#include "apps/perflib/sources/open_session.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/copied_header.h"
#include "openperflib/log/sql/sql_log_name.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {

std::expected<LogSummary, Failure> survey(const LogOptions& options) {
  return survey(options, OPENPERFLIB_TRY(window_of(options)));
}

std::expected<LogSummary, Failure> survey(const LogOptions& options, const LogWindow& window) {
  LogOptions first_pass = options;
  first_pass.is_read_again = true;
  auto log = OPENPERFLIB_TRY(open_cursor(first_pass, window));
  LogSummary summary;
  LogProgress progress;
  while (OPENPERFLIB_TRY(read_next_shown(log, progress))) {
    summary.add(log.reader(), log.record(), window);
  }
  summary.finish(log.reader(), options.files.size());
  return summary;
}

std::expected<LogTimes, Failure> times_of(const LogOptions& options) {
  LogOptions whole = options;
  whole.is_read_again = true;
  whole.request = ObjectRequest::nothing();
  whole.request.add_object(
      2);  // System: times need no object, and one is enough to skip the others
  auto log = OPENPERFLIB_TRY(open_cursor(whole, LogWindow()));
  LogExtent extent;
  LogProgress progress;
  while (OPENPERFLIB_TRY(read_next_shown(log, progress))) extent.note(log.record().time_local);
  if (extent.records != 0) {
    return LogTimes{.first_local = extent.first_local,
                    .last_local = extent.last_local,
                    .bias_minutes = log.reader().header().bias_minutes,
                    .records = extent.records};
  }
  return failed(shown_log_name(options.files.front()), "contains no samples");
}

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

bool report_unmatched(const LogSummary& summary, const std::vector<std::string>& paths,
                      const LogSelection& selection) {
  Catalog catalog;
  catalog.clear();
  for (const Series& series : summary.survey.series()) catalog.add(series);
  bool found = false;
  for (std::size_t i = 0; i < selection.matches.size(); ++i) {
    if (selection.matches[i] == Query::Match::matched) continue;
    report_unmatched_path(paths[i], catalog);
    found = true;
  }
  return found;
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
