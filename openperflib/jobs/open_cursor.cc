#include <utility>

#include "openperflib/jobs/open_cursor_internal.h"
#include "openperflib/session/counter_session.h"

namespace openperflib {

namespace {

std::expected<LogCursor, JobFault> opened_cursor(std::expected<LogCursor, OpenLogFault> log) {
  if (!log.has_value()) return std::unexpected(not_a_log(std::move(log).error()));
  return *std::move(log);
}

}  // namespace

std::expected<LogCursor, JobFault> open_cursor(const LogInputs& logs, const LogWindow& window,
                                               const TitleTable& titles) {
  return opened_cursor(LogCursor::open(logs, window, titles));
}

std::expected<LogCursor, JobFault> open_query_cursor(const LogInputs& logs, const LogWindow& window,
                                                     const TitleTable& titles) {
  return opened_cursor(LogCursor::open_for_query(logs, window, titles));
}

std::expected<LogCursor, JobFault> open_survey_cursor(const LogInputs& logs,
                                                      const LogWindow& window,
                                                      const TitleTable& titles) {
  return opened_cursor(LogCursor::open_for_survey(logs, window, titles));
}

std::expected<LogCursor, JobFault> open_times_cursor(const LogInputs& logs, const LogWindow& window,
                                                     const TitleTable& titles) {
  return opened_cursor(LogCursor::open_for_times(logs, window, titles));
}

std::expected<LogCursor, JobFault> open_names_cursor(const LogInputs& logs, const LogWindow& window,
                                                     const TitleTable& titles) {
  const LogWindow whole;
  const bool is_whole =
      window.begin_local == whole.begin_local && window.end_local == whole.end_local;
  return opened_cursor(is_whole ? LogCursor::open_for_names(logs, titles)
                                : LogCursor::open(logs, window, titles));
}

std::expected<Query, JobFault> query_of_paths(const std::vector<std::string>& paths,
                                              const TitleTable& titles,
                                              QueryOptions::FirstRates first_rates) {
  QueryOptions options;
  options.units = QueryOptions::Units::of_names;
  options.first_rates = first_rates;
  Query query(titles, std::move(options));
  for (const std::string& path : paths) {
    const auto added = query.add(path);
    if (!added.has_value()) return std::unexpected(not_a_path(path, added.error()));
  }
  if (!paths.empty()) return query;
  for (const std::string_view path : everything()) (void)query.add(path);
  return query;
}

}  // namespace openperflib
