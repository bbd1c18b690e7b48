// Messages about logs, sessions and paths: what was odd about them, and what they lack.
#pragma once

#include <span>
#include <string>

#include "openperflib/jobs/log_findings.h"
#include "openperflib/session/counter_session.h"
#include "openperflib/view/paths/chosen_paths.h"

namespace openperflib::apps {

// Reports on stderr which of several logs lack their time zone although others have it, and what
// was wrong with the names of other languages.
void report_opened(const LogFindings& findings);

// Reports on stderr what was skipped or odd, one line each. Returns whether readings were lost.
bool report_anomalies(const LogFindings& findings);

// Reports on stderr how words were read as paths, and which sets a log lacks, one line each.
void report_remarks(std::span<const ChosenPaths::Remark> remarks);

// Reports on stderr that the path matches nothing in the log, and what may be meant.
void report_unmatched_path(const std::string& path, const std::string& hint);

// Reports on stderr which paths match nothing, with the nearest names or the existing instances.
// Returns whether there was one.
bool report_unmatched_paths(const CounterSession& session);

// Reports the anomalies of a log, when no more is read from it.
void report_log_anomalies(const CounterSession& session);

}  // namespace openperflib::apps
