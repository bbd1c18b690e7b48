// What a log has as a whole: its series, found by reading all of it once.
#pragma once

#include <cstddef>
#include <expected>
#include <string>
#include <vector>

#include "apps/perflib/log_input.h"
#include "openperflib/log/log_conversion.h"
#include "openperflib/log/log_survey.h"

namespace openperflib::apps {

// Value.
struct LogOverview {
  LogSurvey survey;  // of the records in the window
  LogHeader header;
  std::size_t files = 0;

  // Whether a record may have series that the first one has not: one text log never does.
  [[nodiscard]] bool has_later_series() const noexcept {
    return header.content == LogContent::readings || files > 1;
  }
};

// Reads the logs of `options` once, with progress on a terminal. An exit code after a message; what
// is odd in them is not told: whoever reads them again does.
[[nodiscard]] std::expected<LogOverview, int> look_through(const LogOptions& options);
// The same with a window of the caller's in place of that of the options.
[[nodiscard]] std::expected<LogOverview, int> look_through(const LogOptions& options,
                                                           const LogWindow& window);

// The first and the last sample of the whole log. An exit code after a message: it has none, or is
// none.
[[nodiscard]] std::expected<LogExtent, int> extent_of(const LogOptions& options);

// The series that the paths stand for; without paths all. An exit code after a message: a path is
// none.
[[nodiscard]] std::expected<LogSelection, int> select_or_complain(
    const LogOverview& overview, const std::vector<std::string>& paths);

// Says on stderr which paths stand for nothing in the log, with the nearest names. Whether there
// was one.
bool report_unmatched(const LogOverview& overview, const std::vector<std::string>& paths,
                      const LogSelection& selection);

// Puts for the paths the series that they stand for in the whole log, each by a path of its own;
// without paths: all series. A path that stands for none stays. What the log has, or an exit code
// after a message.
[[nodiscard]] std::expected<LogOverview, int> expand_paths(const LogOptions& options,
                                                           std::vector<std::string>& paths);

}  // namespace openperflib::apps
