#include "openperflib/sources/open_session.h"

#include <utility>
#include <variant>

#include "openperflib/abi/pdhmsg_constants.h"
#include "openperflib/log/log_cursor.h"
#include "openperflib/machine/local_source.h"

namespace openperflib {
namespace {

SessionFault machine_fault(SourceFault fault) {
  std::string text = describe(fault);
  return {
      .pdh_code = PDH_CANNOT_CONNECT_MACHINE, .fault = std::move(fault), .text = std::move(text)};
}

SessionFault log_fault(OpenLogFault fault) {
  std::string text = describe(fault);
  return {.pdh_code = fault.pdh_code, .fault = std::move(fault.fault), .text = std::move(text)};
}

}  // namespace

std::expected<CounterSession, SessionFault> open_session(const CounterSource& source,
                                                         const TitleTable& fixed,
                                                         CounterSession::Clock::duration interval,
                                                         const SessionOptions& options) {
  if (const auto* logs = std::get_if<LogFiles>(&source)) {
    auto log = LogCursor::open(logs->inputs, logs->window, fixed, LogReadings::by_block);
    if (!log.has_value()) return std::unexpected(log_fault(std::move(log).error()));
    return CounterSession::of_log(*std::move(log), fixed, interval, options);
  }
  auto local = LocalSource::open(fixed, std::get<LocalSourceOptions>(source));
  if (!local.has_value()) return std::unexpected(machine_fault(std::move(local).error()));
  return CounterSession::of_source(*std::move(local), fixed, interval, options);
}

}  // namespace openperflib
