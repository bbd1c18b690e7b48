// perflib dump: the block of a registry query with that name, followed by Collection Status.
#include <fmt/core.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "apps/perflib/command_line.h"
#include "apps/perflib/commands/commands.h"
#include "apps/perflib/exit_code.h"
#include "apps/perflib/log_block.h"
#include "apps/perflib/output_file.h"
#include "apps/perflib/source_options.h"

namespace openperflib::apps {
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
      "NAME", options.words,
      "\"Global\" (default), \"Costly\", or title indices: \"238 2\". A file name reads "
      "that log of whole objects (its first sample)");
  line.add_option("-o,--output", options.output, "File to write; - is standard output")
      .value_name("FILE")
      .required();
  line.add_flag("-y", options.overwrite, "Overwrite an existing file");
  add_source_options(line, options.source, ProcessOptions::offered);
  add_log_options(line, options.log);
}

// Checks the words; kSuccess if they are valid.
int normalize(Options& options) {
  take_log_files(options.words, options.log);
  if (!fit_together(options.log, !options.source.roots.empty())) return kUsageError;
  if (options.words.size() > 1) {
    print_error("dump",
                fmt::format("only one NAME can be given, and {} is not a file", options.words[1]));
    print_error_line("Run `perflib dump --help` for its options.");
    return kUsageError;
  }
  if (!options.words.empty()) options.value_name = options.words.front();
  return kSuccess;
}

int dump_source(const Options& options, const ObjectRequest& request, Overwrite overwrite) {
  const std::unique_ptr<LocalSource> source = open_source(options.source);
  if (source == nullptr) return kFailed;
  Snapshot snapshot;
  if (const auto result = source->read(request, snapshot); !result.has_value()) {
    print_error(result.error());
    return kFailed;
  }
  return write_output(options.output, source->block(), overwrite);
}

int dump_log(const Options& options, const ObjectRequest& request, Overwrite overwrite) {
  const auto block = first_block(options.log, request);
  if (!block.has_value()) return block.error();
  return write_output(options.output, *block, overwrite);
}

int run(const Subcommand& self, std::span<char*> arguments) {
  auto given = read_options(self, arguments, add_options);
  if (!given.has_value()) return given.error();
  Options& options = *given;
  if (const int code = normalize(options)) return code;

  const auto request = ObjectRequest::parse(options.value_name);
  if (!request.has_value()) {
    print_error(options.value_name, describe(request.error()));
    return kUsageError;
  }
  const Overwrite overwrite = options.overwrite ? Overwrite::yes : Overwrite::no;
  return options.log.files.empty() ? dump_source(options, *request, overwrite)
                                   : dump_log(options, *request, overwrite);
}

}  // namespace

const Subcommand kDump = {
    .name = "dump",
    .summary = "Write the performance data block as a registry query returns it",
    .examples =
        "  perflib dump -o now.bin                   every object that is not costly\n"
        "  perflib dump \"238 2\" -o cpu.bin           Processor and System\n"
        "  perflib dump Global --root /mnt/db17 -o db17.bin\n"
        "  perflib dump 230 --kthreads -o - | perflib inspect --json -\n"
        "  perflib dump server.blg 238 -o cpu.bin    from a log of whole objects\n",
    .run = run,
};

}  // namespace openperflib::apps
