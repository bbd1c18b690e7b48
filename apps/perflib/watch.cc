// perflib watch: the options; the full-screen table is watch_loop.cc.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "apps/perflib/command_line.h"
#include "apps/perflib/commands.h"
#include "apps/perflib/locale.h"
#include "apps/perflib/source_options.h"
#include "apps/perflib/watch_loop.h"
#include "apps/perflib/watch_presets.h"

namespace openperflib::apps {
namespace {

struct Options {
  std::vector<std::string> paths;
  bool no_color = false;
  WatchOptions watch;
};

void add_options(CLI::App& app, Options& options) {
  app.add_option("PATH", options.paths,
                 "Counter paths, or @overview (default), @cpu, @memory, @disk, @network, @process. "
                 "A file is a log to be replayed (default: all of it)");
  app.add_option("-i", options.watch.interval_seconds, "Seconds from sample to sample (default 1)")
      ->type_name("SECONDS")
      ->check([](const std::string& text) { return not_an_interval(text, 0.1); });
  app.add_option("-n", options.watch.samples, "Stop after N samples")
      ->type_name("N")
      ->check(not_a_count);
  app.add_flag("--no-color", options.no_color, "No colours; so does the variable NO_COLOR");
  add_source_options(app, options.watch.source, ProcessOptions::offered);
  add_log_options(app, options.watch.log);
}

// @names replaced by their paths. Empty after a message.
std::vector<std::string> expanded(const std::vector<std::string>& words) {
  std::vector<std::string> paths;
  for (const std::string& word : words) {
    if (!word.starts_with('@')) {
      paths.push_back(word);
      continue;
    }
    const WatchPreset* preset = find_watch_preset(word);
    if (preset == nullptr) {
      complain(word,
               "no such set; there are @overview, @cpu, @memory, @disk, @network and @process");
      return {};
    }
    paths.insert(paths.end(), preset->paths.begin(), preset->paths.end());
  }
  return paths;
}

int run(const Subcommand& self, std::span<char*> arguments) {
  auto given = read_options(self, arguments, add_options);
  if (!given.has_value()) return given.error();
  Options& options = *given;
  take_log_files(options.paths, options.watch.log);
  if (!fit_together(options.watch.log, !options.watch.source.roots.empty())) return kWrongUsage;
  const bool all_of_log = options.paths.empty() && !options.watch.log.files.empty();
  if (options.paths.empty() && !all_of_log) options.paths = {"@overview"};
  options.watch.paths = expanded(options.paths);
  if (options.watch.paths.empty() && !all_of_log) return kWrongUsage;

  const bool plain = options.no_color || refuses_colours();
  options.watch.style = {.colours = plain ? Colours::none : Colours::ansi,
                         .bars = bar_characters()};
  const char* terminal = std::getenv("TERM");
  const bool full_screen =
      ::isatty(STDOUT_FILENO) == 1 && terminal != nullptr && std::string_view(terminal) != "dumb";
  return full_screen ? watch_full_screen(options.watch) : watch_plain(options.watch);
}

}  // namespace

const Subcommand kWatch = {
    .name = "watch",
    .summary = "A live table of counters, full screen",
    .examples =
        "  perflib watch                          what one looks at first\n"
        "  perflib watch @disk -i 5\n"
        "  perflib watch @process                 by processor time, memory and I/O\n"
        "  perflib watch '\\Processor(*)\\% Processor Time' 'Memory/Available Bytes'\n"
        "  perflib watch @overview -n 5 | cat     plain text, five samples\n"
        "  perflib watch server.blg @cpu -i 0.2   a log, five samples a second\n",
    .run = run,
};

}  // namespace openperflib::apps
