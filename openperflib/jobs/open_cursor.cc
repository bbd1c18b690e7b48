#include <chrono>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/open_cursor_internal.h"
#include "openperflib/jobs/remainder_reading.h"
#include "openperflib/session/counter_session.h"

namespace openperflib {
namespace {

bool is_whole_log(const LogWindow& window) noexcept {
  const LogWindow whole;
  return window.begin_local == whole.begin_local && window.end_local == whole.end_local;
}

}  // namespace

std::expected<LogCursor, JobFault> open_cursor(const LogInputs& logs, const LogWindow& window,
                                               const TitleTable& titles, LogReadings readings) {
  if (readings == LogReadings::names && !is_whole_log(window)) readings = LogReadings::by_block;
  auto log = LogCursor::open(logs, window, titles, readings);
  if (!log.has_value()) return std::unexpected(not_a_log(std::move(log).error()));
  return *std::move(log);
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

std::expected<CounterSession, JobFault> session_of_paths(const LogInputs& logs,
                                                         const LogWindow& window,
                                                         const std::vector<std::string>& paths,
                                                         const TitleTable& titles,
                                                         QueryOptions::FirstRates first_rates) {
  constexpr std::chrono::seconds kWithoutPace{1};  // logs are read without waiting
  LogCursor log = OPENPERFLIB_TRY(open_cursor(logs, window, titles, LogReadings::by_block));
  CounterSession session =
      CounterSession::of_log(std::move(log), titles, kWithoutPace,
                             {.first_rates = first_rates, .units = QueryOptions::Units::of_names});
  for (const std::string& path : paths) {
    const auto added = session.add(path);
    if (!added.has_value()) return std::unexpected(not_a_path(path, added.error()));
  }
  if (paths.empty()) session.add_everything();
  if (first_rates == QueryOptions::FirstRates::start) RemainderReading::add_to(session);
  return session;
}

}  // namespace openperflib
