// perflib dump: the block as a registry query of that name returns it, Collection Status last.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string>

#include "apps/perflib/command_line.h"
#include "apps/perflib/commands.h"
#include "apps/perflib/output_file.h"
#include "apps/perflib/source_options.h"

namespace openperflib::apps {
namespace {

struct Options {
  std::string value_name = "Global";
  std::string output;
  bool overwrite = false;
  SourceOptions source;
};

void add_options(CLI::App& app, Options& options) {
  app.add_option("NAME", options.value_name,
                 "\"Global\" (default), \"Costly\", or title indices: \"238 2\"");
  app.add_option("-o,--output", options.output, "File to write; - is standard output")
      ->type_name("FILE")
      ->required();
  app.add_flag("-y", options.overwrite, "Overwrite an existing file");
  add_source_options(app, options.source, KernelThreadOption::offered);
}

int run(const Subcommand& self, std::span<char*> arguments) {
  const auto given = read_options(self, arguments, add_options);
  if (!given.has_value()) return given.error();
  const Options& options = *given;

  const auto request = ObjectRequest::parse(options.value_name);
  if (!request.has_value()) {
    complain(options.value_name, describe(request.error()));
    return kWrongUsage;
  }
  const std::unique_ptr<LocalSource> source = open_source(options.source);
  if (source == nullptr) return kFailed;
  Snapshot snapshot;
  if (const auto result = source->read(*request, snapshot); !result.has_value()) {
    complain(result.error());
    return kFailed;
  }
  return write_output(options.output, source->block(),
                      options.overwrite ? Overwrite::yes : Overwrite::no);
}

}  // namespace

const Subcommand kDump = {
    .name = "dump",
    .summary = "Write the performance data block as a registry query returns it",
    .examples = "  perflib dump -o now.bin                   every object that is not costly\n"
                "  perflib dump \"238 2\" -o cpu.bin           Processor and System\n"
                "  perflib dump Global --root /mnt/db17 -o db17.bin\n"
                "  perflib dump 230 --kthreads -o - | perflib inspect --json -\n",
    .run = run,
};

}  // namespace openperflib::apps
