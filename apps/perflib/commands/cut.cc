// perflib cut: a time range of a log as a separate log.
#include <string>

#include "apps/perflib/commands/commands.h"
#include "apps/perflib/commands/log_rewrite.h"
#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/sources/log_series.h"
#include "apps/perflib/sources/log_window.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/view/text/amount.h"

namespace openperflib::apps {
namespace cut_command {
namespace {

struct Options : RewriteOptions {
  std::string first;
  std::string last;
};

void add_options(CommandLine& line, Options& options) {
  line.add_option("IN... OUT", options.words, "Input logs (merged by time), and the log to write")
      .required();
  add_window_options(line, options.log);
  add_duration_option(line, "--first", options.first,
                      "Keep only the first DURATION of the log: 90s, 10m, 2h");
  add_duration_option(line, "--last", options.last, "Keep only the last DURATION of the log");
  add_rewrite_options(line, options);
}

bool says_when(const Options& options) {
  return !options.log.begin.empty() || !options.log.end.empty() || !options.first.empty() ||
         !options.last.empty();
}

// Sets the bounds of --first and --last, which are relative to the whole log.
Step add_lengths(const Options& options, LogWindow& window) {
  if (options.first.empty() && options.last.empty()) return {};
  auto log = OPENPERFLIB_TRY(times_of(options.log));
  if (const auto length = duration_from(options.first)) {
    window.end_local = std::min(window.end_local, log.first_local + *length);
  }
  if (const auto length = duration_from(options.last)) {
    window.begin_local = std::max(window.begin_local, log.last_local - *length);
  }
  return {};
}

Outcome run(const Subcommand& self, std::span<char*> arguments) {
  Options options = OPENPERFLIB_TRY(read_options(self, arguments, add_options));
  if (!says_when(options)) {
    return usage_error(self.name, "say which part to keep: -b, -e, --first or --last");
  }
  OPENPERFLIB_TRY(take_rewrite_words(self.name, options));
  auto window = OPENPERFLIB_TRY(window_of(options.log));
  OPENPERFLIB_TRY(add_lengths(options, window));
  return rewrite_logs(options, window);
}

}  // namespace
}  // namespace cut_command

const Subcommand kCut = {
    .name = "cut",
    .summary = "Cut a time range out of a log",
    .examples =
        "  perflib cut day.blg hour.blg -b '2026-11-21 10:00' -e '2026-11-21 11:00'\n"
        "  perflib cut day.blg end.csv --last 15m\n",
    .run = cut_command::run,
};

}  // namespace openperflib::apps
