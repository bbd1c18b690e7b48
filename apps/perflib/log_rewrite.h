// Logs written anew, as one: what convert, cut and merge do.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "apps/perflib/log_input.h"

namespace openperflib::apps {

// Value.
struct RewriteOptions {
  std::vector<std::string> words;     // IN..., OUT
  std::vector<std::string> counters;  // empty: all
  std::optional<LogFormat> to;        // nothing: by the extension of OUT
  bool overwrite = false;
  LogOptions log;
  // Of take_rewrite_words().
  std::string output;
  LogFormat format = LogFormat::csv;  // that is written
};

// -c, --from, --to and -y.
void add_rewrite_options(CLI::App& app, RewriteOptions& options);

// Moves the words to log.files and output, and finds the format. kAllWell, or an exit code after a
// message that names `subcommand`.
[[nodiscard]] int take_rewrite_words(const char* subcommand, RewriteOptions& options);

// Reads the logs, bound as one, and writes what is in the window to the output, which is there
// whole or not at all. The exit code.
[[nodiscard]] int rewrite_logs(const RewriteOptions& options, const LogWindow& window);

}  // namespace openperflib::apps
