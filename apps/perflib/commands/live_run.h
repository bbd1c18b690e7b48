// A run of samples of this machine, or of root folders, for subcommands that read logs and can
// watch a machine instead.
#pragma once

#include <cstdint>
#include <expected>
#include <functional>
#include <string>
#include <vector>

#include "apps/perflib/run/source_options.h"
#include "apps/perflib/sources/log_input.h"
#include "apps/perflib/sources/open_session.h"

namespace openperflib::apps {

class CommandLine;  // command_line.h

// Value. Bind it with add_live_options.
struct LiveOptions {
  std::uint64_t samples = 0;    // 0: not given
  double interval_seconds = 0;  // 0: not given
  SourceOptions source;
};

// What is meant, with the defaults in place of what was not given.
[[nodiscard]] std::uint64_t samples_of(const LiveOptions& options) noexcept;
[[nodiscard]] double interval_seconds_of(const LiveOptions& options) noexcept;

// -n, -i, --root and --page-size.
void add_live_options(CommandLine& line, LiveOptions& options);

// Checks that the options can be combined: those of a machine together with a log cannot, and
// neither can those of logs without one.
[[nodiscard]] Step fit_together(const LogOptions& log, const LiveOptions& live);

// One of the samples. The one before them is only what the first rates are relative to; root
// folders have none.
enum class LiveMoment : std::uint8_t { before, sample };
// Whether to go on.
using TakeLive = std::function<bool(const CounterSession& session, LiveMoment moment)>;

// Opens a session with these paths, calls `take` for each sample, with progress on a terminal, and
// ends early on a signal. Returns the session, after its last sample. A failure also if no path can
// ever match anything.
[[nodiscard]] std::expected<PacedSession, Failure> run_live(const LiveOptions& options,
                                                            const std::vector<std::string>& paths,
                                                            ShortLives short_lives,
                                                            const TakeLive& take);

}  // namespace openperflib::apps
