// The session of a subcommand, opened from its options, and the messages about its paths: shared by
// query, watch, explain, record and others.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <vector>

#include "apps/collection/paced_session.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/source_options.h"
#include "apps/perflib/sources/log_input.h"
#include "openperflib/session/counter_session.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {

// Whether processes that live less than an interval count from their start. ignored: they have no
// rates, as in Windows' tools. counted: what no process accounts for is read beside the paths
// (RemainderReading); by_themselves: it is not.
enum class ShortLives : std::uint8_t { ignored, by_themselves, counted };

// Opens the logs, if some are named, otherwise the source, and adds the paths; for a log without
// paths everything in it. Reports on stderr which logs do not name their zone, and what was wrong
// with the names of other languages. Values are in the units of their names. `input_fd`: a
// descriptor that wait() also watches.
[[nodiscard]] std::expected<PacedSession, Failure> open_session(
    const SourceOptions& source, const LogOptions& log, const std::vector<std::string>& paths,
    double interval_seconds, ShortLives short_lives = ShortLives::ignored, int input_fd = -1);

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

// Returns why there was no row at all; `options` are those of the log, if the source is one.
[[nodiscard]] Failure why_no_row(const CounterSession& session, const LogOptions& options);

}  // namespace openperflib::apps
