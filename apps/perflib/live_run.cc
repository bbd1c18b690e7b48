#include "apps/perflib/live_run.h"

#include "apps/perflib/command_line.h"
#include "apps/perflib/exit_code.h"
#include "apps/perflib/messages.h"
#include "apps/perflib/record_progress.h"

namespace openperflib::apps {

void add_live_options(CommandLine& line, LiveOptions& options) {
  line.add_option("-n", options.samples, "Watch this machine for N samples (default: 60)")
      .value_name("N")
      .check(not_a_count);
  add_interval_option(line, options.interval_seconds, 0.01,
                      "Time between samples: 0.5, 5s, 1m (default: 1s)");
  add_source_options(line, options.source, ProcessOptions::absent);
}

bool fit_together(const LogOptions& log, const LiveOptions& live) {
  if (!fit_together(log, !live.source.roots.empty())) return false;
  if (log.files.empty()) return true;
  if (live.samples != 0) print_error("-n", "cannot be combined with a log");
  if (live.interval_seconds != 0) print_error("-i", "cannot be combined with a log");
  return live.samples == 0 && live.interval_seconds == 0;
}

int run_live(SourceQuery& source, const LiveOptions& options, const std::vector<std::string>& paths,
             const TakeLive& take) {
  using Next = SourceQuery::Next;
  const std::uint64_t wanted = options.samples == 0 ? kUsualSamples : options.samples;
  const double seconds =
      options.interval_seconds == 0 ? kUsualIntervalSeconds : options.interval_seconds;
  if (const int code = source.open(options.source, LogOptions(), paths, seconds)) return code;
  RecordProgress progress(seconds, source.is_live());
  Next next = source.collect();
  if (next == Next::row && source.nothing_can_match()) {
    (void)report_unmatched_paths(source);
    return kDoesNotExist;
  }
  if (next == Next::row && source.is_live() && take(source, LiveMoment::before)) {
    if (progress.is_due()) progress.show_watched(0, wanted);
    next = source.next();
  }
  for (std::uint64_t taken = 0; next == Next::row; next = source.next()) {
    if (!take(source, LiveMoment::sample) || ++taken == wanted) break;
    if (progress.is_due()) progress.show_watched(taken, wanted);
  }
  return next == Next::failed ? kFailed : kSuccess;
}

}  // namespace openperflib::apps
