// perflib explain: everything a doubter asks about a counter, with the numbers of now put in.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "apps/perflib/command_line.h"
#include "apps/perflib/commands.h"
#include "apps/perflib/explain_text.h"
#include "apps/perflib/live_query.h"
#include "apps/perflib/source_options.h"

namespace openperflib::apps {
namespace {

struct Options {
  std::vector<std::string> paths;
  double interval_seconds = 1.0;
  SourceOptions source;
};

void add_options(CLI::App& app, Options& options) {
  app.add_option("PATH", options.paths, "Counter paths, in any spelling")->required();
  app.add_option("-i", options.interval_seconds, "Seconds between the two samples (default 1)")
      ->type_name("SECONDS")
      ->check([](const std::string& text) { return not_an_interval(text, 0.01); });
  add_source_options(app, options.source, KernelThreadOption::absent);
}

int run(const Subcommand& self, std::span<char*> arguments) {
  const auto given = read_options(self, arguments, add_options);
  if (!given.has_value()) return given.error();
  const Options& options = *given;

  LiveQuery live;
  if (const int code = live.open(options.source, options.paths, options.interval_seconds)) return code;
  if (live.first() == LiveQuery::Next::failed) return kFailed;
  if (live.query().row().values.empty()) {
    return report_unmatched_paths(live) ? kDoesNotExist : kFailed;
  }
  for (std::size_t i = 0; i < live.query().row().values.size(); ++i) {
    if (i != 0) print_out("\n");
    print_out(explain_text(live.query(), i));
  }
  if (report_unmatched_paths(live)) return kDoesNotExist;
  const bool any = std::ranges::any_of(live.query().row().values, &Value::usable);
  return any ? kAllWell : kFailed;
}

}  // namespace

const Subcommand kExplain = {
    .name = "explain",
    .summary = "Say what a counter is, how it is calculated and where it comes from",
    .examples = "  perflib explain '\\PhysicalDisk(0 sda)\\Avg. Disk sec/Read'\n"
                "  perflib explain 'Memory/Available Bytes'\n"
                "  perflib explain '\\Processor(_Total)\\% Processor Time' -i 5\n",
    .run = run,
};

}  // namespace openperflib::apps
