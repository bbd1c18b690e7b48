// perflib convert: logs of one format as a log of another.
#include "apps/perflib/command_line.h"
#include "apps/perflib/commands.h"
#include "apps/perflib/log_input.h"
#include "apps/perflib/log_rewrite.h"

namespace openperflib::apps {
namespace {

struct Options : RewriteOptions {
  std::uint64_t every = 1;
};

void add_options(CLI::App& app, Options& options) {
  app.add_option("IN... OUT", options.words, "Logs to read, bound as one, and the log to write")
      ->required();
  add_rewrite_options(app, options);
  app.add_option("--every", options.every, "Each N-th sample only")
      ->type_name("N")
      ->check(not_a_count);
  add_window_options(app, options.log);
}

int run(const Subcommand& self, std::span<char*> arguments) {
  auto given = read_options(self, arguments, add_options);
  if (!given.has_value()) return given.error();
  Options& options = *given;
  if (const int code = take_rewrite_words(self.name, options)) return code;
  auto window = window_of(options.log);
  if (!window.has_value()) return kWrongUsage;
  window->every = options.every;
  return rewrite_logs(options, *window);
}

}  // namespace

const Subcommand kConvert = {
    .name = "convert",
    .summary = "Make a log of one format into one of another",
    .examples =
        "  perflib convert server.blg server.csv\n"
        "  perflib convert monday.blg tuesday.blg week.tsv -c '\\Memory\\*' --every 60\n"
        "  perflib convert big.blg hour.blg -b '2026-11-21 10:00' -e '2026-11-21 11:00'\n",
    .run = run,
};

}  // namespace openperflib::apps
