#include "apps/perflib/log_series.h"

#include <utility>

#include "apps/perflib/command_line.h"
#include "apps/perflib/log_progress.h"
#include "apps/perflib/log_source.h"
#include "apps/perflib/source_query.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {

std::expected<LogOverview, int> look_through(const LogOptions& options) {
  auto log = LogSource::open(options);
  if (!log.has_value()) return std::unexpected(log.error());
  LogOverview overview;
  LogProgress progress;
  for (;;) {
    const auto result = log->read();
    if (!result.has_value()) {
      complain(result.error());
      return std::unexpected(kFailed);
    }
    if (*result == ReadResult::end) break;
    progress.show(log->reader().position(), log->reader().size());
    if (log->is_in_window()) overview.survey.add(log->reader(), log->record());
  }
  overview.header = log->reader().header();
  return overview;
}

int expand_paths(const LogOptions& options, std::vector<std::string>& paths) {
  const auto overview = look_through(options);
  if (!overview.has_value()) return overview.error();
  std::vector<std::string> expanded;
  Query syntax(fixed_titles());
  for (const std::string& path : paths) {
    const auto added = syntax.add(path);
    if (added.has_value()) continue;
    complain(path, not_a_path(added.error()));
    return kWrongUsage;
  }
  auto selection = select_series(overview->survey, paths, fixed_titles());
  if (!selection.has_value()) return kWrongUsage;  // not after the check above
  expanded = std::move(selection->paths);
  for (std::size_t i = 0; i < selection->matches.size(); ++i) {
    if (selection->matches[i] != Query::Match::matched) expanded.push_back(paths[i]);
  }
  paths = std::move(expanded);
  return kAllWell;
}

}  // namespace openperflib::apps
