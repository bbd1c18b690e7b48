#include "openperflib/log/copied_header.h"

#include <algorithm>
#include <utility>

namespace openperflib {
ZoneOffset zone_of(const LogHeader& header) {
  return {.name = header.zone_name,
          .bias_minutes = header.bias_minutes.value_or(0),
          .is_known = header.bias_minutes.has_value()};
}

LogHeader one_zone_header(LogHeader header, const LogSurvey& survey) {
  if (survey.has_other_clocks()) header.zone_name = name_of_offset(header.bias_minutes.value_or(0));
  return header;
}

std::int64_t perf_freq_of(const LogHeader& header) {
  const auto entry = std::ranges::find_if(header.entries, [](const LogEntry& one) {
    return one.time_base != 0 && one.time_base != kTicksPerSecond;
  });
  if (entry == header.entries.end()) return kTicksPerSecond;
  return static_cast<std::int64_t>(entry->time_base);
}

}  // namespace openperflib
