// perflib merge: several logs as one.
#include "apps/perflib/commands/commands.h"
#include "apps/perflib/commands/log_rewrite.h"
#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "openperflib/base/try_internal.h"

namespace openperflib::apps {
namespace merge_command {
namespace {

void add_options(CommandLine& line, RewriteOptions& options) {
  line.add_option("IN... OUT", options.words, "Input logs, in any order, and the log to write")
      .required();
  add_rewrite_options(line, options);
  add_text_log_options(line, options.log);
}

Outcome run(const Subcommand& self, std::span<char*> arguments) {
  auto options = OPENPERFLIB_TRY(read_options(self, arguments, add_options));
  OPENPERFLIB_TRY(take_rewrite_words(self.name, options));
  if (options.log.files.size() > 1) return rewrite_logs(options, LogWindow());
  return usage_error(self.name, "needs at least two logs; use `perflib convert` for one");
}

}  // namespace
}  // namespace merge_command

const Subcommand kMerge = {
    .name = "merge",
    .summary = "Merge logs by time",
    .examples =
        "  perflib merge monday.blg tuesday.blg both.blg\n"
        "  perflib merge web-1.csv web-2.csv -c '\\Processor(_Total)\\*' all.csv\n",
    .run = merge_command::run,
};

}  // namespace openperflib::apps
