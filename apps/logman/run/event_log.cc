#include "apps/logman/run/event_log.h"

#include <fmt/core.h>
#include <syslog.h>

#include "openperflib/text/printable.h"

namespace openperflib::logman {
namespace {

int priority_of(Severity severity) {
  switch (severity) {
    case Severity::information:
      return LOG_NOTICE;
    case Severity::warning:
      return LOG_WARNING;
    case Severity::error:
      break;
  }
  return LOG_ERR;
}

}  // namespace

void write_event(Severity severity, std::string_view set, std::string_view text) {
  ::openlog("logman", LOG_PID, LOG_USER);
  const std::string line = fmt::format("{}: {}", printable(set), printable(text));
  ::syslog(priority_of(severity), "%s", line.c_str());
}

}  // namespace openperflib::logman
