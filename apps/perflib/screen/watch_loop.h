// watch, on a terminal and without one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/source_options.h"
#include "apps/perflib/screen/screen_style.h"
#include "apps/perflib/sources/log_input.h"

namespace openperflib::apps {

struct WatchOptions {
  std::vector<std::string> paths;            // none: everything in a log
  std::vector<std::size_t> extra_paths;      // positions of those for screens with room
  std::vector<std::size_t> essential_paths;  // ... and of those that the smallest one keeps
  double interval_seconds = 1.0;
  std::uint64_t samples = 0;  // 0: until stopped
  bool json = false;          // watch_plain() prints a line of JSON for each sample
  ScreenStyle style;
  SourceOptions source;
  LogOptions log;  // its samples are replayed, one per interval
};

// Runs until q, a signal or the last sample. The terminal is restored.
[[nodiscard]] Outcome watch_full_screen(const WatchOptions& options);

// Prints samples to standard output, one below the other: the time, and what the screen would show.
// As JSON: all groups, with all lines (docs/perflib.md, section 3g).
[[nodiscard]] Outcome watch_plain(const WatchOptions& options);

}  // namespace openperflib::apps
