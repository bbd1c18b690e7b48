#include "apps/perflib/log_series.h"

#include <utility>

#include "apps/perflib/exit_code.h"
#include "apps/perflib/log_progress.h"
#include "apps/perflib/log_source.h"
#include "apps/perflib/log_window.h"
#include "apps/perflib/messages.h"
#include "apps/perflib/source_query.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/sql/sql_log_name.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/catalog/suggestions.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {

std::expected<LogOverview, int> look_through(const LogOptions& options) {
  return look_through(options, OPENPERFLIB_TRY(window_of(options)));
}

std::expected<LogOverview, int> look_through(const LogOptions& options, const LogWindow& window) {
  LogOptions survey = options;
  survey.is_read_again = true;
  auto log = LogSource::open(survey, window);
  if (!log.has_value()) return std::unexpected(log.error());
  LogOverview overview;
  LogProgress progress;
  while (OPENPERFLIB_TRY(log->read_next_shown(progress))) {
    overview.survey.add(log->reader(), log->record());
  }
  overview.header = one_zone_header(log->reader().header(), overview.survey);
  overview.files = options.files.size();
  return overview;
}

std::expected<LogTimes, int> times_of(const LogOptions& options) {
  LogOptions whole = options;
  whole.is_read_again = true;
  whole.request = ObjectRequest::nothing();
  whole.request.add_object(
      2);  // System: times need no object, and one is enough to skip the others
  auto log = LogSource::open(whole, LogWindow());
  if (!log.has_value()) return std::unexpected(log.error());
  LogExtent extent;
  LogProgress progress;
  while (OPENPERFLIB_TRY(log->read_next_shown(progress))) extent.note(log->record().time_local);
  if (extent.records != 0) {
    return LogTimes{.first_local = extent.first_local,
                    .last_local = extent.last_local,
                    .bias_minutes = log->reader().header().bias_minutes,
                    .records = extent.records};
  }
  print_error(shown_log_name(options.files.front()), "contains no samples");
  return std::unexpected(kFailed);
}

std::expected<LogSelection, int> select_or_complain(const LogOverview& overview,
                                                    const std::vector<std::string>& paths) {
  Query syntax(fixed_titles());
  for (const std::string& path : paths) {
    const auto added = syntax.add(path);
    if (added.has_value()) continue;
    print_error(path, not_a_path(added.error()));
    return std::unexpected(kUsageError);
  }
  auto selection = select_series(overview.survey, paths, fixed_titles());
  if (!selection.has_value()) return std::unexpected(kUsageError);  // not after the check above
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

std::expected<LogOverview, int> expand_paths(const LogOptions& options,
                                             std::vector<std::string>& paths) {
  LogOptions needed = options;
  needed.request = request_of(paths);
  auto overview = look_through(needed);
  if (!overview.has_value()) return overview;
  auto selection = select_or_complain(*overview, paths);
  if (!selection.has_value()) return std::unexpected(selection.error());
  std::vector<std::string> expanded = std::move(selection->paths);
  for (std::size_t i = 0; i < selection->matches.size(); ++i) {
    if (selection->matches[i] != Query::Match::matched) expanded.push_back(paths[i]);
  }
  paths = std::move(expanded);
  return overview;
}

}  // namespace openperflib::apps
