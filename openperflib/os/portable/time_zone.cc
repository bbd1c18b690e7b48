#include "openperflib/os/portable/time_zone.h"

#include <fmt/core.h>

namespace openperflib {

std::string offset_text(int bias_minutes) {
  const int minutes = bias_minutes < 0 ? -bias_minutes : bias_minutes;
  return fmt::format("{}{:02}:{:02}", bias_minutes > 0 ? '-' : '+', minutes / 60, minutes % 60);
}

std::string name_of_offset(int bias_minutes) { return "UTC" + offset_text(bias_minutes); }

}  // namespace openperflib
