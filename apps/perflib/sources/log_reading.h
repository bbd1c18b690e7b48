// Reading the user's logs in the window of -b and -e, with progress on a terminal.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/sources/log_input.h"
#include "openperflib/log/log_cursor.h"
#include "openperflib/query/catalog/catalog.h"
#include "openperflib/query/query.h"

namespace openperflib::apps {

class LogProgress;

// Opens all of options.files as one, with the window of the options.
[[nodiscard]] std::expected<LogCursor, Failure> open_cursor(const LogOptions& options);

// The next record of the window. False: there are no more.
[[nodiscard]] std::expected<bool, Failure> read_next_shown(LogCursor& log, LogProgress& progress);

// The same, taken by a query: see LogCursor::take_next().
[[nodiscard]] std::expected<bool, Failure> take_next_shown(LogCursor& log, Query& query,
                                                           LogProgress& progress);

// Reports on stderr that the path matches nothing in the log, with the nearest names of its
// catalog, or what may be meant.
void report_unmatched_path(const std::string& path, const Catalog& catalog);
void report_unmatched_path(const std::string& path, const std::string& hint);

// A query with these paths, or those of everything in a log if there are none.
[[nodiscard]] std::expected<Query, Failure> query_of(const std::vector<std::string>& paths,
                                                     const TitleTable& titles);

}  // namespace openperflib::apps
