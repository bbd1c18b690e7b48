// perflib watch: the options; the full-screen table is watch_loop.cc.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "apps/perflib/command_line.h"
#include "apps/perflib/commands.h"
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
                 "Counter paths, or @overview (default), @cpu, @memory, @disk, @network, @process");
  app.add_option("-i", options.watch.interval_seconds, "Seconds from sample to sample (default 1)")
      ->type_name("SECONDS")
      ->check([](const std::string& text) { return not_an_interval(text, 0.1); });
  app.add_option("-n", options.watch.samples, "Stop after N samples")
      ->type_name("N")
      ->check(not_a_count);
  app.add_flag("--no-color", options.no_color, "No colours; so does the variable NO_COLOR");
  add_source_options(app, options.watch.source, KernelThreadOption::offered);
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
      complain(word, "no such set; there are @overview, @cpu, @memory, @disk, @network and @process");
      return {};
    }
    paths.insert(paths.end(), preset->paths.begin(), preset->paths.end());
  }
  return paths;
}

bool is_set(const char* variable) {
  const char* value = std::getenv(variable);
  return value != nullptr && *value != '\0';
}

bool speaks_utf8() {
  for (const char* variable : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    if (!is_set(variable)) continue;
    const std::string_view value = std::getenv(variable);
    return value.find("UTF-8") != std::string_view::npos || value.find("utf8") != std::string_view::npos;
  }
  return false;
}

int run(const Subcommand& self, std::span<char*> arguments) {
  auto given = read_options(self, arguments, add_options);
  if (!given.has_value()) return given.error();
  Options& options = *given;
  if (options.paths.empty()) options.paths = {"@overview"};
  options.watch.paths = expanded(options.paths);
  if (options.watch.paths.empty()) return kWrongUsage;

  const bool plain = options.no_color || is_set("NO_COLOR");
  options.watch.style = {.colours = plain ? Colours::none : Colours::ansi,
                         .bars = speaks_utf8() ? BarCharacters::unicode : BarCharacters::ascii};
  const char* terminal = std::getenv("TERM");
  const bool full_screen = ::isatty(STDOUT_FILENO) == 1 && terminal != nullptr &&
                           std::string_view(terminal) != "dumb";
  return full_screen ? watch_full_screen(options.watch) : watch_plain(options.watch);
}

}  // namespace

const Subcommand kWatch = {
    .name = "watch",
    .summary = "A live table of counters, full screen",
    .examples = "  perflib watch                          what one looks at first\n"
                "  perflib watch @disk -i 5\n"
                "  perflib watch @process                 by processor time, memory and I/O\n"
                "  perflib watch '\\Processor(*)\\% Processor Time' 'Memory/Available Bytes'\n"
                "  perflib watch @overview -n 5 | cat     plain text, five samples\n",
    .run = run,
};

}  // namespace openperflib::apps
