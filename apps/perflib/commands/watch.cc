// perflib watch: the options; the full-screen table is watch_loop.cc.
#include <fmt/core.h>
#include <unistd.h>

#include <string>
#include <vector>

#include "apps/perflib/commands/commands.h"
#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/source_options.h"
#include "apps/perflib/screen/screen_style.h"
#include "apps/perflib/screen/watch_loop.h"
#include "apps/perflib/sources/chosen_paths.h"
#include "apps/perflib/sources/log_words.h"
#include "apps/perflib/text/log_messages.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/moment/watched_session.h"

namespace openperflib::apps {
namespace watch_command {
namespace {

struct Options {
  std::vector<std::string> paths;
  bool no_color = false;
  WatchOptions watch;
};

void add_options(CommandLine& line, Options& options) {
  line.add_option("[LOG...] [PATH...]", options.paths,
                  "Logs to replay, or none for this machine, then counter paths, sets (@overview, "
                  "@cpu, @memory, @disk, @network, @process) or names to search for (default: "
                  "@overview; for a log of single counters, such as a .csv, all its counters)");
  add_interval_option(line, options.watch.interval_seconds, 0.1,
                      "Time between samples, also when replaying: 0.5, 5s, 1m (default: 1s)");
  line.add_option("-n", options.watch.samples, "Stop after N samples (default: with q or Ctrl+C)")
      .value_name("N")
      .check(not_a_count);
  add_json_options(line, options.watch.json,
                   "Print a line of JSON for each sample instead of a table");
  line.add_flag("--no-color", options.no_color,
                "Use no colours (as the environment variable NO_COLOR does)");
  add_source_options(line, options.watch.source, ProcessOptions::offered);
  add_log_options(line, options.watch.log);
}

Outcome run(const Subcommand& self, std::span<char*> arguments) {
  Options options = OPENPERFLIB_TRY(read_options(self, arguments, add_options));
  OPENPERFLIB_TRY(report_log_words(
      take_log_words(options.paths, &options.watch.source, options.watch.log, OtherWords::paths)));
  OPENPERFLIB_TRY(fit_together(options.watch.log, !options.watch.source.roots.empty()));
  const bool all_of_log =
      options.paths.empty() && !options.watch.log.files.empty() &&
      !is_of_whole_machine(inputs_of(options.watch.log), titles_of(options.watch.log));
  if (options.paths.empty() && !all_of_log) options.paths = {"@overview"};
  const ChosenPaths chosen = OPENPERFLIB_TRY(report_choice(
      choose_paths(options.paths, options.watch.source, options.watch.log, Sets::taken)));
  if (chosen.paths.empty() && !all_of_log) return Ending::does_not_exist;
  options.watch.paths = chosen.paths;
  options.watch.extra_paths = chosen.extra;
  options.watch.essential_paths = chosen.essential;

  options.watch.style = style_of_terminal(options.no_color);
  const bool full_screen =
      !options.watch.json && ::isatty(STDOUT_FILENO) == 1 && !is_dumb_terminal();
  const Ending ending =
      OPENPERFLIB_TRY(full_screen ? watch_full_screen(options.watch) : watch_plain(options.watch));
  return ending == Ending::success && chosen.lacks_a_set ? Ending::does_not_exist : ending;
}

}  // namespace
}  // namespace watch_command

const Subcommand kWatch = {
    .name = "watch",
    .summary = "Show a live table of counters, full screen",
    .examples =
        "  perflib watch                          an overview\n"
        "  perflib watch @disk -i 5\n"
        "  perflib watch @process                 by processor time, memory and I/O\n"
        "  perflib watch '\\Processor(*)\\% Processor Time' 'Memory/Available Bytes'\n"
        "  perflib watch @overview -n 5 | cat     plain text, five samples\n"
        "  perflib watch @cpu -n 5 --json         one line of JSON per sample\n"
        "  perflib watch server.blg @cpu -i 0.2   a log, five samples a second\n",
    .run = watch_command::run,
};

}  // namespace openperflib::apps
