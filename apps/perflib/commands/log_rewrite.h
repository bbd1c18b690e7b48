// Merges logs and writes them as a new one: for convert, cut and merge.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/perflib/sources/log_input.h"
#include "openperflib/log/log_target.h"
#include "openperflib/log/text/text_log_writer.h"

namespace openperflib::apps {

class CommandLine;  // command_line.h

// Value.
struct RewriteOptions {
  std::vector<std::string> words;     // IN..., OUT
  std::vector<std::string> counters;  // empty: all
  std::optional<LogFormat> to;        // nullopt: by the extension of OUT
  bool overwrite = false;
  bool long_rows = false;           // a row for each value
  std::optional<SheetStyle> sheet;  // text for a spreadsheet
  std::uint64_t threads = 0;        // of --threads
  std::string named_output;         // of -o
  LogOptions log;
  // Set by take_rewrite_words().
  LogTarget target;
  bool lacks_a_set = false;  // the logs have no counters of a set in `counters`
};

// -c, --from, --to, -o, -y and --threads.
void add_rewrite_options(CommandLine& line, RewriteOptions& options);

// Moves the words to log.files and target, and replaces names in `counters` by their paths.
// Messages name `subcommand`.
[[nodiscard]] Step take_rewrite_words(const char* subcommand, RewriteOptions& options);

// Reads and merges the logs, and writes the records in the window to the output, completely or not
// at all.
[[nodiscard]] Outcome rewrite_logs(const RewriteOptions& options, const LogWindow& window);

}  // namespace openperflib::apps
