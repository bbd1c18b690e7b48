#include "apps/perflib/log_series.h"

#include <utility>

#include "apps/perflib/log_progress.h"
#include "apps/perflib/log_source.h"
#include "apps/perflib/messages.h"
#include "apps/perflib/source_query.h"
#include "apps/perflib/subcommand.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/query/series_catalog.h"
#include "openperflib/query/suggestions.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {

std::expected<LogOverview, int> look_through(const LogOptions& options) {
  const auto window = window_of(options);
  if (!window.has_value()) return std::unexpected(kWrongUsage);
  return look_through(options, *window);
}

std::expected<LogOverview, int> look_through(const LogOptions& options, const LogWindow& window) {
  auto log = LogSource::open(options, window);
  if (!log.has_value()) return std::unexpected(log.error());
  LogOverview overview;
  LogProgress progress;
  while (OPENPERFLIB_TRY(log->read_next_shown(progress))) {
    overview.survey.add(log->reader(), log->record());
  }
  overview.header = log->reader().header();
  overview.files = options.files.size();
  return overview;
}

std::expected<LogExtent, int> extent_of(const LogOptions& options) {
  auto log = LogSource::open(options, LogWindow());
  if (!log.has_value()) return std::unexpected(log.error());
  LogExtent extent;
  LogProgress progress;
  while (OPENPERFLIB_TRY(log->read_next_shown(progress))) extent.note(log->record().time_local);
  if (extent.records != 0) return extent;
  complain(options.files.front(), "holds no sample");
  return std::unexpected(kFailed);
}

std::expected<LogSelection, int> select_or_complain(const LogOverview& overview,
                                                    const std::vector<std::string>& paths) {
  Query syntax(fixed_titles());
  for (const std::string& path : paths) {
    const auto added = syntax.add(path);
    if (added.has_value()) continue;
    complain(path, not_a_path(added.error()));
    return std::unexpected(kWrongUsage);
  }
  auto selection = select_series(overview.survey, paths, fixed_titles());
  if (!selection.has_value()) return std::unexpected(kWrongUsage);  // not after the check above
  return *std::move(selection);
}

bool report_unmatched(const LogOverview& overview, const std::vector<std::string>& paths,
                      const LogSelection& selection) {
  SeriesCatalog catalog;
  catalog.clear();
  for (const Series& series : overview.survey.series()) catalog.add(series);
  bool found = false;
  for (std::size_t i = 0; i < selection.matches.size(); ++i) {
    if (selection.matches[i] == Query::Match::matched) continue;
    const std::string hint = suggestion_for(paths[i], catalog);
    complain(paths[i], hint.empty() ? "is not in the log" : "is not in the log; " + hint);
    found = true;
  }
  return found;
}

std::expected<LogOverview, int> expand_paths(const LogOptions& options,
                                             std::vector<std::string>& paths) {
  auto overview = look_through(options);
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
