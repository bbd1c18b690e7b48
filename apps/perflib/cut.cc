// perflib cut: some time of a log as a log of its own.
#include <string>

#include "apps/perflib/amount.h"
#include "apps/perflib/command_line.h"
#include "apps/perflib/commands.h"
#include "apps/perflib/log_rewrite.h"
#include "apps/perflib/log_series.h"

namespace openperflib::apps {
namespace {

struct Options : RewriteOptions {
  std::string first;
  std::string last;
};

void add_options(CLI::App& app, Options& options) {
  app.add_option("IN... OUT", options.words, "Logs to read, bound as one, and the log to write")
      ->required();
  add_window_options(app, options.log);
  add_length_option(app, "--first", options.first, "So much of the log's beginning: 90s, 10m, 2h");
  add_length_option(app, "--last", options.last, "So much of the log's end");
  add_rewrite_options(app, options);
}

bool says_when(const Options& options) {
  return !options.log.begin.empty() || !options.log.end.empty() || !options.first.empty() ||
         !options.last.empty();
}

// Sets the bounds that --first and --last say: they are of the whole log. kAllWell, or an exit code
// after a message.
int add_lengths(const Options& options, LogWindow& window) {
  if (options.first.empty() && options.last.empty()) return kAllWell;
  const auto extent = extent_of(options.log);
  if (!extent.has_value()) return extent.error();
  if (const auto length = length_of_time(options.first)) {
    window.end_local = std::min(window.end_local, extent->first_local + *length);
  }
  if (const auto length = length_of_time(options.last)) {
    window.begin_local = std::max(window.begin_local, extent->last_local - *length);
  }
  return kAllWell;
}

int run(const Subcommand& self, std::span<char*> arguments) {
  auto given = read_options(self, arguments, add_options);
  if (!given.has_value()) return given.error();
  Options& options = *given;
  if (!says_when(options)) {
    complain(self.name, "-b, -e, --first or --last says what is kept");
    return kWrongUsage;
  }
  if (const int code = take_rewrite_words(self.name, options)) return code;
  auto window = window_of(options.log);
  if (!window.has_value()) return kWrongUsage;
  if (const int code = add_lengths(options, *window)) return code;
  return rewrite_logs(options, *window);
}

}  // namespace

const Subcommand kCut = {
    .name = "cut",
    .summary = "Keep some time of a log",
    .examples =
        "  perflib cut day.blg hour.blg -b '2026-11-21 10:00' -e '2026-11-21 11:00'\n"
        "  perflib cut day.blg end.csv --last 15m\n",
    .run = run,
};

}  // namespace openperflib::apps
