#include <chrono>
#include <utility>

#include "openperflib/base/try_internal.h"
#include "openperflib/pdh/pdh_sessions_internal.h"

namespace openperflib {
namespace {

constexpr SessionOptions kOptions{.differences = SessionOptions::Differences::strict,
                                  .grammar = PathGrammar::pdh};
// The callers of a query decide when it collects; a session has to have some pace.
constexpr std::chrono::hours kInterval{1};

}  // namespace

LogInputs log_inputs_of(const DataSource& source) {
  return {.files = {source.logs().begin(), source.logs().end()}, .clock = LogClock::as_stored};
}

std::expected<LogCursor, PdhStatus> open_log_cursor(const DataSource& source,
                                                    const LogWindow& window,
                                                    const PdhMachine& machine) {
  auto cursor =
      LogCursor::open(log_inputs_of(source), window, machine.fixed, LogReadings::by_block);
  if (!cursor.has_value()) return std::unexpected(cursor.error().pdh_code);
  return *std::move(cursor);
}

std::expected<CounterSession, PdhStatus> open_session(const DataSource& source,
                                                      const LogWindow& window,
                                                      const PdhMachine& machine) {
  if (source.is_real_time()) {
    return CounterSession::of_source(machine.open(), machine.fixed, kInterval, kOptions);
  }
  LogCursor cursor = OPENPERFLIB_TRY(open_log_cursor(source, window, machine));
  return CounterSession::of_log(std::move(cursor), machine.fixed, kInterval, kOptions);
}

}  // namespace openperflib
