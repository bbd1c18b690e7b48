// perflib dump: the block of a registry query with that name, followed by Collection Status.
#include <fmt/core.h>
#include <unistd.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/perflib/commands/commands.h"
#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/messages.h"
#include "apps/perflib/run/output_file.h"
#include "apps/perflib/run/source_options.h"
#include "apps/perflib/sources/job_messages.h"
#include "apps/perflib/sources/log_window.h"
#include "apps/perflib/sources/log_words.h"
#include "apps/perflib/text/log_messages.h"
#include "apps/perflib/text/shown_jobs.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/inspect/dump_job.h"
#include "openperflib/machine_jobs/machine_objects.h"

namespace openperflib::apps {
namespace dump_command {
namespace {

struct Options {
  std::vector<std::string> words;  // NAME, and logs
  std::string value_name = "Global";
  std::string output;
  bool overwrite = false;
  SourceOptions source;
  LogOptions log;
};

void add_options(CommandLine& line, Options& options) {
  line.add_option(
      "[NAME] [LOG...]", options.words,
      "What to write: Global (default; every object but the costly ones, which take long to "
      "collect), Costly (only these), or objects by their numbers (title indices): \"238 2\". With "
      "a LOG, which must be one of whole objects (a .perfrec, some .blg), its first sample is "
      "written");
  line.add_option("-o,--output", options.output,
                  "File to write; - is standard output (default, unless it is a terminal)")
      .value_name("FILE");
  line.add_flag("-y", options.overwrite, "Overwrite an existing file");
  add_source_options(line, options.source, ProcessOptions::offered);
  add_log_options(line, options.log);
}

// Checks the words.
Step normalize(Options& options) {
  constexpr std::string_view kHelp = "Run `perflib dump --help` for its options.";
  if (options.output.empty() && ::isatty(STDOUT_FILENO) == 1) {
    return usage_error("dump", "name the file: -o now.bin, or -o - for standard output", kHelp);
  }
  OPENPERFLIB_TRY(report_log_words(
      take_log_words(options.words, &options.source, options.log, OtherWords::requests)));
  OPENPERFLIB_TRY(fit_together(options.log, !options.source.roots.empty()));
  if (options.words.size() > 1) {
    OPENPERFLIB_TRY(refuse_folder(options.words[1]));
    return usage_error("dump",
                       fmt::format("only one NAME can be given, and {} {}", options.words[1],
                                   why_not_read(options.words[1], options.log, "is not a file")),
                       kHelp);
  }
  if (options.output.empty()) options.output = "-";
  if (!options.words.empty()) options.value_name = options.words.front();
  return {};
}

Step dump_source(const Options& options, const ObjectRequest& request, Overwrite overwrite) {
  auto machine = OPENPERFLIB_TRY(machine_of(options.source));
  const auto block = dump_machine(std::move(machine), request, options.source.environment->titles);
  if (!block.has_value()) return std::unexpected(failure_of(block.error()));
  return write_output(options.output, *block, overwrite);
}

Step dump_log(const Options& options, const ObjectRequest& request, Overwrite overwrite) {
  const LogWindow window = OPENPERFLIB_TRY(window_of(options.log));
  auto job = OPENPERFLIB_TRY(run_reported(
      DumpJob::begin({.logs = inputs_of(options.log), .window = window, .request = request},
                     titles_of(options.log))));
  const DumpModel model = job.take_model();
  report_anomalies(model.findings);
  switch (model.lack) {
    case DumpModel::Lack::records:
      return std::unexpected(why_no_samples(options.log));
    case DumpModel::Lack::blocks:
      return failed(options.log.files.front(),
                    "contains counters, not blocks; use `perflib convert` to get text");
    case DumpModel::Lack::objects:
      return does_not_exist("the log has none of these objects");
    case DumpModel::Lack::nothing:
      break;
  }
  if (model.has_other_machines) print_error("blocks of other machines are left out");
  return write_output(options.output, model.block, overwrite);
}

Outcome run(const Subcommand& self, std::span<char*> arguments) {
  Options options = OPENPERFLIB_TRY(read_options(self, arguments, add_options));
  OPENPERFLIB_TRY(normalize(options));

  const auto request = ObjectRequest::parse(options.value_name);
  if (!request.has_value()) {
    return usage_error(options.value_name,
                       "is not Global, Costly or the numbers of objects, such as \"238 2\"; "
                       "`perflib list --json` has them as title_index" +
                           other_reading(options.value_name, options.log));
  }
  const Overwrite overwrite = options.overwrite ? Overwrite::yes : Overwrite::no;
  return outcome_of(options.log.files.empty() ? dump_source(options, *request, overwrite)
                                              : dump_log(options, *request, overwrite));
}

}  // namespace
}  // namespace dump_command

const Subcommand kDump = {
    .name = "dump",
    .summary = "Write the data block that a query of HKEY_PERFORMANCE_DATA returns",
    .examples =
        "  perflib dump -o now.bin                   every object that is not costly\n"
        "  perflib dump \"238 2\" -o cpu.bin           Processor and System\n"
        "  perflib dump Global --root /mnt/db17 -o db17.bin   a recorded machine\n"
        "  perflib dump 230 --kthreads -o - | perflib inspect --json -\n"
        "  perflib dump 238 server.blg -o cpu.bin    from a log of whole objects\n",
    .run = dump_command::run,
};

}  // namespace openperflib::apps
