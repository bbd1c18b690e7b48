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
#include "openperflib/query/catalog/suggestions.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {

std::expected<LogOverview, Failure> look_through(const LogOptions& options) {
  return look_through(options, OPENPERFLIB_TRY(window_of(options)));
}

std::expected<LogOverview, Failure> look_through(const LogOptions& options,
                                                 const LogWindow& window) {
  LogOptions survey = options;
  survey.is_read_again = true;
  auto log = OPENPERFLIB_TRY(open_cursor(survey, window));
  LogOverview overview;
  LogProgress progress;
  while (OPENPERFLIB_TRY(read_next_shown(log, progress))) {
    overview.add(log.reader(), log.record(), window);
  }
  overview.finish(log.reader(), options.files.size());
  return overview;
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

std::expected<LogSelection, Failure> select_or_complain(const LogOverview& overview,
                                                        const std::vector<std::string>& paths,
                                                        const TitleTable& titles) {
  Query syntax(titles);
  for (const std::string& path : paths) {
    const auto added = syntax.add(path);
    if (added.has_value()) continue;
    return usage_error(path, not_a_path(added.error()));
  }
  auto selection = select_series(overview.survey, paths, titles);
  if (!selection.has_value()) return reported(Ending::usage_error);  // not after the check above
  return *std::move(selection);
}

bool report_unmatched(const LogOverview& overview, const std::vector<std::string>& paths,
                      const LogSelection& selection) {
  Catalog catalog;
  catalog.clear();
  for (const Series& series : overview.survey.series()) catalog.add(series);
  bool found = false;
  for (std::size_t i = 0; i < selection.matches.size(); ++i) {
    if (selection.matches[i] == Query::Match::matched) continue;
    const std::string hint = suggestion_for(paths[i], catalog);
    print_error(paths[i], hint.empty() ? "is not in the log" : "is not in the log; " + hint);
    found = true;
  }
  return found;
}

std::expected<LogOverview, Failure> expand_paths(const LogOptions& options,
                                                 std::vector<std::string>& paths) {
  LogOptions needed = options;
  needed.request = request_of(paths, options);
  auto overview = look_through(needed);
  if (!overview.has_value()) return overview;
  auto selection = OPENPERFLIB_TRY(select_or_complain(*overview, paths, titles_of(options)));
  std::vector<std::string> expanded = std::move(selection.paths);
  for (std::size_t i = 0; i < selection.matches.size(); ++i) {
    if (selection.matches[i] != Query::Match::matched) expanded.push_back(paths[i]);
  }
  paths = std::move(expanded);
  return overview;
}

}  // namespace openperflib::apps
