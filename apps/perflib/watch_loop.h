// watch, on a terminal and without one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/perflib/log_input.h"
#include "apps/perflib/source_options.h"
#include "apps/perflib/watch_screen.h"

namespace openperflib::apps {

struct WatchOptions {
  std::vector<std::string> paths;  // none: all of a log
  double interval_seconds = 1.0;
  std::uint64_t samples = 0;  // 0: until told to stop
  WatchStyle style;
  SourceOptions source;
  LogOptions log;  // of which samples are replayed, one an interval
};

// Until q, a signal or the last sample. Returns the exit code; the terminal is as it was.
[[nodiscard]] int watch_full_screen(const WatchOptions& options);

// On standard output, a sample below the other: its time, and what the screen would show of it.
[[nodiscard]] int watch_plain(const WatchOptions& options);

}  // namespace openperflib::apps
