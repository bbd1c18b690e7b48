#include "openperflib/session/live_log.h"

#include <utility>

#include "openperflib/os/portable/boot_time.h"

namespace openperflib {
namespace {

// When this machine was started; 0 for a recorded one; readers do not need it.
FileTime boot_time(const CounterSession& session) {
  return session.is_live() ? boot_time_utc().value_or(0) : 0;
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
