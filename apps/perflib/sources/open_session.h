// The session of a subcommand, opened from its options: shared by query, watch, explain, record and
// others.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "apps/collection/paced_session.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/source_options.h"
#include "apps/perflib/sources/log_input.h"
#include "openperflib/jobs/log_findings.h"
#include "openperflib/session/counter_session.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {

// Whether processes that live less than an interval count from their start. ignored: they have no
// rates, as in Windows' tools. counted: what no process accounts for is read beside the paths
// (RemainderReading); by_themselves: it is not.
enum class ShortLives : std::uint8_t { ignored, by_themselves, counted };

// Movable. A caller tells the user the findings, also if there is no session.
struct SessionOpening {
  LogFindings findings;  // of the logs when they were opened; nothing for a machine
  std::expected<PacedSession, Failure> session;
};

// Opens the logs, if some are named, otherwise the source, and adds the paths; for a log without
// paths everything in it. Values are in the units of their names. `input_fd`: a descriptor that
// wait() also watches.
[[nodiscard]] SessionOpening open_session(const SourceOptions& source, const LogOptions& log,
                                          const std::vector<std::string>& paths,
                                          double interval_seconds,
                                          ShortLives short_lives = ShortLives::ignored,
                                          int input_fd = -1);

// Opens a machine or root folders as open_session() does, without signals.
[[nodiscard]] std::expected<CounterSession, Failure> open_shown_machine(
    const SourceOptions& source, const std::vector<std::string>& paths, double interval_seconds,
    ShortLives short_lives);

// Opens the source and adds the paths, without signals. Values are as Windows' logs have them.
[[nodiscard]] std::expected<CounterSession, Failure> open_machine_session(
    const SourceOptions& source, const std::vector<std::string>& paths, double interval_seconds);

[[nodiscard]] CounterSession::Clock::duration duration_of(double seconds);

// The message for a word that is not a path.
[[nodiscard]] std::string not_a_path(const Error& error);

// Fails if the words show that the shell changed a path.
[[nodiscard]] Step check_quoted(const std::vector<std::string>& words, const TitleTable& titles);

}  // namespace openperflib::apps
