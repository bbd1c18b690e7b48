// Messages about logs, sessions and paths: what was odd about them, and what they lack.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "apps/collection/paced_session.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/sources/chosen_paths.h"
#include "apps/perflib/sources/log_input.h"
#include "apps/perflib/sources/open_session.h"
#include "openperflib/jobs/log_findings.h"
#include "openperflib/session/counter_session.h"
#include "openperflib/view/paths/chosen_paths.h"

namespace openperflib::apps {

// Reports on stderr which of several logs lack their time zone although others have it, and what
// was wrong with the names of other languages.
void report_opened(const LogFindings& findings);

// Reports on stderr what opening a session has found. Returns the session, or why there is none.
[[nodiscard]] std::expected<PacedSession, Failure> report_opening(SessionOpening opening);

// Reports on stderr what was skipped or odd, one line each. Returns whether readings were lost.
bool report_anomalies(const LogFindings& findings);

// Reports on stderr how words were read as paths, and which sets a log lacks, one line each.
// Returns the paths, or why a word selects nothing.
[[nodiscard]] std::expected<ChosenPaths, Failure> report_choice(PathChoice choice);

// Reports on stderr what take_log_words() remarks, one line each, or returns why it failed.
[[nodiscard]] Step report_log_words(
    std::expected<std::vector<ChosenPaths::Remark>, Failure> remarks);

// Reports on stderr that the path matches nothing in the log, and what may be meant.
void report_unmatched_path(const std::string& path, const std::string& hint);

// Reports on stderr which paths match nothing, with the nearest names or the existing instances.
// Returns whether there was one.
bool report_unmatched_paths(const CounterSession& session);

// Reports the anomalies of a log, when no more is read from it.
void report_log_anomalies(const CounterSession& session);

// Reports what explains that there was no row at all, and returns how the run ends; `options` are
// those of the log, if the source is one.
[[nodiscard]] Failure report_no_row(const CounterSession& session, const LogOptions& options);

}  // namespace openperflib::apps
