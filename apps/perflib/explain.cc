// perflib explain: everything a doubter asks about a counter, with the numbers of now put in.
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "apps/perflib/command_line.h"
#include "apps/perflib/commands.h"
#include "apps/perflib/explain_text.h"
#include "apps/perflib/source_options.h"
#include "apps/perflib/source_query.h"

namespace openperflib::apps {
namespace {

struct Options {
  std::vector<std::string> paths;
  double interval_seconds = 1.0;
  SourceOptions source;
  LogOptions log;
};

void add_options(CLI::App& app, Options& options) {
  app.add_option("PATH", options.paths,
                 "Counter paths, in any spelling; a file is a log: its last two samples")
      ->required();
  app.add_option("-i", options.interval_seconds, "Seconds between the two samples (default 1)")
      ->type_name("SECONDS")
      ->check([](const std::string& text) { return not_an_interval(text, 0.01); });
  add_source_options(app, options.source, ProcessOptions::absent);
  add_log_options(app, options.log);
}

// The row that is explained: of a log the last one there is.
bool collect_row(SourceQuery& source) {
  if (source.log() == nullptr) return source.first() != SourceQuery::Next::failed;
  SourceQuery::Next next = source.collect();
  while (next == SourceQuery::Next::row) next = source.collect();
  report_log_oddities(source);
  if (next == SourceQuery::Next::failed) return false;
  if (source.log()->records() == 0) complain("no sample of the log is in that time");
  return source.log()->records() != 0;
}

int run(const Subcommand& self, std::span<char*> arguments) {
  auto given = read_options(self, arguments, add_options);
  if (!given.has_value()) return given.error();
  Options& options = *given;
  take_log_files(options.paths, options.log);
  if (!fit_together(options.log, !options.source.roots.empty())) return kWrongUsage;

  SourceQuery source;
  if (const int code =
          source.open(options.source, options.log, options.paths, options.interval_seconds)) {
    return code;
  }
  if (!collect_row(source)) return kFailed;
  if (source.query().row().values.empty()) {
    return report_unmatched_paths(source) ? kDoesNotExist : kFailed;
  }
  for (std::size_t i = 0; i < source.query().row().values.size(); ++i) {
    if (i != 0) print_out("\n");
    print_out(explain_text(source, i));
  }
  if (report_unmatched_paths(source)) return kDoesNotExist;
  const bool any = std::ranges::any_of(source.query().row().values, &Value::usable);
  return any ? kAllWell : kFailed;
}

}  // namespace

const Subcommand kExplain = {
    .name = "explain",
    .summary = "Say what a counter is, how it is calculated and where it comes from",
    .examples =
        "  perflib explain '\\PhysicalDisk(0 sda)\\Avg. Disk sec/Read'\n"
        "  perflib explain 'Memory/Available Bytes'\n"
        "  perflib explain '\\Processor(_Total)\\% Processor Time' -i 5\n"
        "  perflib explain '\\Memory\\Pages/sec' server.blg\n",
    .run = run,
};

}  // namespace openperflib::apps
