#include "apps/perflib/text/up_time.h"

#include <fmt/core.h>

#include "openperflib/base/civil_time.h"

namespace openperflib::apps {

std::string up_time(std::int64_t ticks_100ns) {
  const std::int64_t minutes = ticks_100ns / kTicksPerSecond / 60;
  if (minutes >= 24 * 60) return fmt::format("{} d {} h", minutes / 1440, minutes / 60 % 24);
  if (minutes < 60) return fmt::format("{} min", minutes);
  return fmt::format("{} h {} min", minutes / 60, minutes % 60);
}

}  // namespace openperflib::apps
