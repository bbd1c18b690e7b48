#include "apps/perflib/sources/log_reading.h"

#include "apps/perflib/run/messages.h"
#include "apps/perflib/sources/log_progress.h"
#include "apps/perflib/sources/log_window.h"
#include "apps/perflib/sources/open_session.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/query/catalog/suggestions.h"
#include "openperflib/session/counter_session.h"

namespace openperflib::apps {

std::expected<LogCursor, Failure> open_cursor(const LogOptions& options) {
  return open_cursor(options, OPENPERFLIB_TRY(window_of(options)));
}

std::expected<bool, Failure> read_next_shown(LogCursor& log, LogProgress& progress) {
  do {
    const auto result = log.read();
    if (!result.has_value()) return failed(result.error());
    if (*result == ReadResult::end) return false;
    progress.show(log.reader().position(), log.reader().size());
  } while (!log.is_in_window());
  return true;
}

std::expected<bool, Failure> take_next_shown(LogCursor& log, Query& query, LogProgress& progress) {
  const auto result = log.take_next(query);
  if (!result.has_value()) return failed(result.error());
  if (*result == ReadResult::end) return false;
  progress.show(log.reader().position(), log.reader().size());
  return true;
}

std::expected<Query, Failure> query_of(const std::vector<std::string>& paths,
                                       const TitleTable& titles) {
  Query query(titles);
  for (const std::string& path : paths) {
    const auto added = query.add(path);
    if (!added.has_value()) return usage_error(path, not_a_path(added.error()));
  }
  if (!paths.empty()) return query;
  for (const std::string_view path : everything()) (void)query.add(path);
  return query;
}

void report_unmatched_path(const std::string& path, const Catalog& catalog) {
  report_unmatched_path(path, suggestion_for(path, catalog));
}

void report_unmatched_path(const std::string& path, const std::string& hint) {
  print_error(path, hint.empty() ? "is not in the log" : "is not in the log; " + hint);
}

}  // namespace openperflib::apps
