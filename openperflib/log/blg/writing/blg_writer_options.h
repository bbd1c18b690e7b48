// The options of a new binary log: its own properties, and how often it is written to disk.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "openperflib/base/civil_time.h"
#include "openperflib/log/blg/blg_log_guid.h"
#include "openperflib/os/portable/time_zone.h"
#include "openperflib/query/paths/path_grammar.h"

namespace openperflib {

// Value. It does not read the clock, the zone or the name of the machine.
struct BlgWriterOptions {
  // Only for BlgWriter: the paths as given to the query, in order. A path that names its instance
  // gets one entry per instance, one with a wildcard there a single entry for all. Empty: a path
  // with any wildcard is treated as the latter.
  std::vector<std::string> paths;
  PathGrammar grammar = PathGrammar::full;  // of the paths
  BlgLogGuid guid{};                        // the identity of the log: random_log_guid()
  std::string file_path;                    // the path when it was created
  // Local times in the log are UTC minus this bias, for the whole log. The name is ASCII.
  ZoneOffset zone;
  FileTime start_time_utc = 0;
  FileTime boot_time_utc = 0;
  std::int64_t perf_freq = kTicksPerSecond;  // ticks per second of PerfTime
  std::uint8_t os_major = 10;                // of the Windows whose layout this is
  std::uint8_t os_minor = 0;
  std::uint32_t os_build = 14393;
  std::uint32_t process_id = 0;
  std::uint32_t thread_id = 0;
  // Only for BlgWriter: a circular log, which never exceeds this many bytes and overwrites its
  // oldest samples. 0: it grows. Unverified: no circular log of Windows was seen.
  std::uint64_t circle_bytes = 0;
  // Only for BlgWriter: whether readings with an error status are written with their numbers, as in
  // a copy of a log. Otherwise the numbers are 0, because those of a live source are meaningless.
  bool keeps_numbers_of_errors = false;
  // Samples from one write to disk to the next. 0: whenever 64 KiB are full.
  std::uint32_t samples_per_flush = 1;
};

}  // namespace openperflib
