#include "openperflib/session/live_log.h"

#include <utility>

#include "openperflib/os/time/clocks.h"

namespace openperflib {
namespace {

// When this machine was started; 0 for a recorded one; readers do not need it.
FileTime boot_time(const CounterSession& session) {
  const Instant now = read_clocks();
  if (!session.is_live() || !now.realtime.has_value() || !now.boottime_100ns.has_value()) return 0;
  return *now.realtime - *now.boottime_100ns;
}

}  // namespace

CreateLogOptions live_log_options(const CounterSession& session, std::vector<std::string> paths) {
  const FileTime first = session.query().row().time_utc;
  return {.zone = session.zone_at(first),
          .paths = std::move(paths),
          .start_time_utc = first,
          .boot_time_utc = boot_time(session)};
}

}  // namespace openperflib
