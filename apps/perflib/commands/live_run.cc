#include "apps/perflib/commands/live_run.h"

#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/messages.h"
#include "apps/perflib/text/log_messages.h"
#include "apps/perflib/text/record_progress.h"
#include "openperflib/base/try_internal.h"

namespace openperflib::apps {

void add_live_options(CommandLine& line, LiveOptions& options) {
  line.add_option("-n", options.samples, "Watch this machine for N samples (default: 60)")
      .value_name("N")
      .check(not_a_count);
  add_interval_option(line, options.interval_seconds, 0.01,
                      "Time between samples: 0.5, 5s, 1m (default: 1s)");
  add_source_options(line, options.source, ProcessOptions::absent);
}

Step fit_together(const LogOptions& log, const LiveOptions& live) {
  OPENPERFLIB_TRY(fit_together(log, !live.source.roots.empty()));
  if (log.files.empty() || (live.samples == 0 && live.interval_seconds == 0)) return {};
  if (live.samples != 0) print_error("-n", "cannot be combined with a log");
  if (live.interval_seconds != 0) print_error("-i", "cannot be combined with a log");
  return reported(Ending::usage_error);
}

std::uint64_t samples_of(const LiveOptions& options) noexcept {
  constexpr std::uint64_t kUsualSamples = 60;
  return options.samples == 0 ? kUsualSamples : options.samples;
}

double interval_seconds_of(const LiveOptions& options) noexcept {
  constexpr double kUsualIntervalSeconds = 1;
  return options.interval_seconds == 0 ? kUsualIntervalSeconds : options.interval_seconds;
}

std::expected<PacedSession, Failure> run_live(const LiveOptions& options,
                                              const std::vector<std::string>& paths,
                                              ShortLives short_lives, const TakeLive& take) {
  using Next = PacedSession::Next;
  const std::uint64_t wanted = samples_of(options);
  const double seconds = interval_seconds_of(options);
  PacedSession rows = OPENPERFLIB_TRY(
      report_opening(open_session(options.source, LogOptions(), paths, seconds, short_lives)));
  const CounterSession& session = rows.session();
  RecordProgress progress(seconds, session.is_live());
  auto next = rows.collect();
  if (next == Next::row && session.nothing_can_match()) {
    (void)report_unmatched_paths(session);
    return reported(Ending::does_not_exist);
  }
  if (next == Next::row && session.is_live() && take(session, LiveMoment::before)) {
    if (progress.is_due()) progress.show_watched(0, wanted);
    next = rows.next();
  }
  for (std::uint64_t taken = 0; next == Next::row; next = rows.next()) {
    if (!take(session, LiveMoment::sample) || ++taken == wanted) break;
    if (progress.is_due()) progress.show_watched(taken, wanted);
  }
  if (!next.has_value()) return failed(next.error());
  return rows;
}

}  // namespace openperflib::apps
