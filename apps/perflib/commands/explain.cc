// perflib explain: everything about a counter, with its current numbers.
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "apps/perflib/chosen_paths.h"
#include "apps/perflib/command_line.h"
#include "apps/perflib/commands/commands.h"
#include "apps/perflib/exit_code.h"
#include "apps/perflib/explain_text.h"
#include "apps/perflib/log_window.h"
#include "apps/perflib/source_options.h"
#include "apps/perflib/source_query.h"
#include "apps/program/output_width.h"
#include "apps/program/printable.h"
#include "apps/program/word_wrap.h"

namespace openperflib::apps {
namespace {

struct Options {
  std::vector<std::string> paths;
  double interval_seconds = 1.0;
  SourceOptions source;
  LogOptions log;
};

void add_options(CommandLine& line, Options& options) {
  line.add_option(
          "PATH", options.paths,
          "Counter paths, in any spelling. A file name reads that log (its last two samples)")
      .required();
  add_interval_option(line, options.interval_seconds, 0.01,
                      "Time between the two samples: 0.5, 5s, 1m (default: 1s)");
  add_source_options(line, options.source, ProcessOptions::absent);
  add_log_options(line, options.log);
}

// Collects the row that is explained: that of a log is its last one.
bool collect_row(SourceQuery& source) {
  if (source.log() == nullptr) return source.first() != SourceQuery::Next::failed;
  SourceQuery::Next next = source.collect();
  while (next == SourceQuery::Next::row) next = source.collect();
  report_log_anomalies(source);
  if (next == SourceQuery::Next::failed) return false;
  if (source.log()->records() == 0) report_no_samples(source.log()->options());
  return source.log()->records() != 0;
}

// Of a text as explain_text() makes it, what stands beside its labels is broken between words where
// a terminal would break it within one.
std::string fitted_to_terminal(std::string_view text) {
  constexpr std::size_t kLabel = 11;
  const auto columns = terminal_columns();
  if (!columns.has_value()) return std::string(text);
  std::string lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const bool has_label = line.starts_with("  ") && line.size() > kLabel;
    const bool is_whole = !has_label || display_width(line) <= *columns;
    lines += is_whole ? std::string(line) + "\n"
                      : wrapped(line.substr(kLabel), *columns, line.substr(0, kLabel));
  }
  return lines;
}

int run(const Subcommand& self, std::span<char*> arguments) {
  auto given = read_options(self, arguments, add_options);
  if (!given.has_value()) return given.error();
  Options& options = *given;
  take_log_files(options.paths, options.log);
  if (!fit_together(options.log, !options.source.roots.empty())) return kUsageError;

  const auto chosen = choose_paths(options.paths, options.source, options.log, Sets::refused);
  if (!chosen.has_value()) return chosen.error();
  SourceQuery source;
  if (const int code =
          source.open(options.source, options.log, chosen->paths, options.interval_seconds)) {
    return code;
  }
  if (!collect_row(source)) return kFailed;
  if (source.query().row().values.empty()) {
    return report_unmatched_paths(source) ? kDoesNotExist : kFailed;
  }
  for (std::size_t i = 0; i < source.query().row().values.size(); ++i) {
    if (i != 0) print_out("\n");
    print_out(fitted_to_terminal(explain_text(source, i)));
  }
  if (report_unmatched_paths(source)) return kDoesNotExist;
  const bool any = std::ranges::any_of(source.query().row().values, &Value::usable);
  return any ? kSuccess : kFailed;
}

}  // namespace

const Subcommand kExplain = {
    .name = "explain",
    .summary = "Explain what a counter means, how it is calculated, and its source",
    .examples =
        "  perflib explain '\\PhysicalDisk(0 sda)\\Avg. Disk sec/Read'\n"
        "  perflib explain 'Memory/Available Bytes'\n"
        "  perflib explain '\\Processor(_Total)\\% Processor Time' -i 5\n"
        "  perflib explain '\\Memory\\Pages/sec' server.blg\n",
    .run = run,
};

}  // namespace openperflib::apps
