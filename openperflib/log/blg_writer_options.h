// What a new binary log is made with: what it says of itself, and how often it is written to disk.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/log/blg_log_guid.h"
#include "openperflib/os/time_zone.h"

namespace openperflib {

// Value. Nothing is looked up: no clock, no zone, no machine.
struct BlgWriterOptions {
  // Of BlgWriter alone: the paths as they were given to the query, in their order. A path that
  // names its instance gets an entry an instance, one with a wildcard there an entry for all.
  // Empty: a path with any wildcard is taken for the second.
  std::vector<std::string> paths;
  BlgLogGuid guid{};      // who the log is: random_log_guid()
  std::string file_path;  // where it was made
  // Local times in the log are UTC less this bias, for the whole log. The name is ASCII.
  ZoneOffset zone;
  FileTime start_time_utc = 0;
  FileTime boot_time_utc = 0;
  std::int64_t perf_freq = kTicksPerSecond;  // ticks per second of PerfTime
  std::uint8_t os_major = 10;                // of the Windows whose layout this is
  std::uint8_t os_minor = 0;
  std::uint32_t os_build = 14393;
  std::uint32_t process_id = 0;
  std::uint32_t thread_id = 0;
  // Of BlgWriter alone: a circular log, which never has more MiB than these and writes over its
  // oldest samples. 0: it grows. Unverified: no circular log of Windows was seen.
  std::uint32_t circle_mebibytes = 0;
  // Samples from one write to disk to the next. 0: whenever 64 KiB are full.
  std::uint32_t samples_per_flush = 1;
};

}  // namespace openperflib
