#include "openperflib/log/copied_header.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

namespace openperflib {
namespace {

// Ticks of PerfTime: those of any entry that does not run on 100 ns.
std::int64_t perf_freq_of(const LogHeader& header) {
  const auto entry = std::ranges::find_if(header.entries, [](const LogEntry& one) {
    return one.time_base != 0 && one.time_base != kTicksPerSecond;
  });
  if (entry == header.entries.end()) return kTicksPerSecond;
  return static_cast<std::int64_t>(entry->time_base);
}

}  // namespace

ZoneOffset zone_of(const LogHeader& header) {
  return {.name = header.zone_name, .bias_minutes = header.bias_minutes.value_or(0)};
}

LogHeader one_zone_header(LogHeader header, const LogSurvey& survey) {
  if (survey.has_other_clocks()) header.zone_name = name_of_offset(header.bias_minutes.value_or(0));
  return header;
}

BlgWriterOptions copied_header(const LogHeader& header, std::vector<std::string> paths,
                               std::string file_path, FileTime first_utc) {
  BlgWriterOptions options;
  options.paths = std::move(paths);
  options.guid = random_log_guid();
  options.file_path = std::move(file_path);
  options.zone = zone_of(header);
  options.start_time_utc = first_utc;
  options.perf_freq = perf_freq_of(header);
  options.process_id = static_cast<std::uint32_t>(::getpid());
  options.thread_id = options.process_id;
  options.samples_per_flush = 0;
  options.keeps_numbers_of_errors = true;
  return options;
}

}  // namespace openperflib
