// perflib convert: logs of one format as a log of another.
#include "apps/perflib/commands/commands.h"
#include "apps/perflib/commands/log_rewrite.h"
#include "apps/perflib/run/command_line.h"
#include "apps/perflib/sources/log_input.h"
#include "apps/perflib/sources/log_window.h"
#include "openperflib/base/try_internal.h"

namespace openperflib::apps {
namespace convert_command {
namespace {

struct Options : RewriteOptions {
  std::uint64_t every = 1;
  bool excel = false;
  bool decimal_comma = false;
};

void add_options(CommandLine& line, Options& options) {
  line.add_option("IN... OUT", options.words, "Input logs (merged by time), and the log to write")
      .required();
  add_rewrite_options(line, options);
  line.add_option("--every", options.every, "Keep only every Nth sample, from the first one on")
      .value_name("N")
      .check(not_a_count);
  line.add_flag(
      "--long", options.long_rows,
      "For .csv and .tsv: write a row for each value, with time, path, value, type, unit, status");
  const auto excel =
      line.add_flag("--excel", options.excel,
                    "For .csv and .tsv: write times and numbers as Excel reads them, and empty "
                    "cells for missing values");
  line.add_flag("--decimal-comma", options.decimal_comma,
                "With --excel: write 0,5 for 0.5, and semicolons between the cells of a .csv")
      .needs(excel);
  add_window_options(line, options.log);
}

Outcome run(const Subcommand& self, std::span<char*> arguments) {
  Options options = OPENPERFLIB_TRY(read_options(self, arguments, add_options));
  if (options.excel) {
    options.sheet = options.decimal_comma ? SheetStyle::decimal_comma : SheetStyle::decimal_point;
  }
  OPENPERFLIB_TRY(take_rewrite_words(self.name, options));
  auto window = OPENPERFLIB_TRY(window_of(options.log));
  window.every = options.every;
  return rewrite_logs(options, window);
}

}  // namespace
}  // namespace convert_command

const Subcommand kConvert = {
    .name = "convert",
    .summary = "Convert a log to another format",
    .examples =
        "  perflib convert server.blg server.csv --excel\n"
        "  perflib convert night.perfrec cpu.csv --long -c '\\Process(*)\\% Processor Time'\n"
        "  perflib convert monday.blg tuesday.blg week.tsv -c '\\Memory\\*' --every 60\n"
        "  perflib convert big.blg hour.blg -b '2026-11-21 10:00' -e '2026-11-21 11:00'\n",
    .run = convert_command::run,
};

}  // namespace openperflib::apps
