// perflib explain: everything about a counter, with its current numbers.
#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "apps/perflib/commands/commands.h"
#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/source_options.h"
#include "apps/perflib/sources/chosen_paths.h"
#include "apps/perflib/sources/job_messages.h"
#include "apps/perflib/sources/log_window.h"
#include "apps/perflib/sources/log_words.h"
#include "apps/perflib/sources/open_session.h"
#include "apps/perflib/text/explain_text.h"
#include "apps/perflib/text/log_messages.h"
#include "apps/program/output_width.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/no_rows.h"
#include "openperflib/jobs/rows_job.h"
#include "openperflib/text/printable.h"
#include "openperflib/text/word_wrap.h"

namespace openperflib::apps {
namespace explain_command {
namespace {

struct Options {
  std::vector<std::string> paths;
  double interval_seconds = 1.0;
  bool json = false;
  SourceOptions source;
  LogOptions log;
};

void add_options(CommandLine& line, Options& options) {
  line.add_option(
          "[LOG...] PATH...", options.paths,
          "Logs, whose last two samples are shown, or none for this machine; then counter paths or "
          "names to search for")
      .required();
  add_interval_option(line, options.interval_seconds, 0.01,
                      "Time between the two samples of this machine: 0.5, 5s, 1m (default: 1s)");
  add_json_options(line, options.json, "Print one JSON document instead of text");
  add_source_options(line, options.source, ProcessOptions::absent);
  add_log_options(line, options.log);
}

// Breaks what stands beside the labels of explain_text() between words where a terminal would break
// it within one.
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

void print_text(const CounterSession& session) {
  for (std::size_t i = 0; i < session.query().row().values.size(); ++i) {
    if (i != 0) print_out("\n");
    print_out(fitted_to_terminal(explain_text(session, i)));
  }
}

// Explains the newest row of a session.
Outcome explain(const CounterSession& session, const Options& options) {
  if (options.json) {
    print_out(explain_json(session));
  } else {
    print_text(session);
  }
  if (report_unmatched_paths(session)) return Ending::does_not_exist;
  const bool has_values = std::ranges::any_of(session.query().row().values, &Value::usable);
  return has_values ? Ending::success : Ending::failed;
}

Outcome explain_live(const Options& options, const std::vector<std::string>& paths) {
  PacedSession rows = OPENPERFLIB_TRY(
      report_opening(open_session(options.source, options.log, paths, options.interval_seconds)));
  const auto first = rows.first();
  if (!first.has_value()) return failed(first.error());
  return explain(rows.session(), options);
}

// The row that is explained is the last one.
Outcome explain_log(const Options& options, const std::vector<std::string>& paths) {
  LogOptions log = options.log;
  log.request = request_of(paths, options.log);
  const LogWindow window = OPENPERFLIB_TRY(window_of(options.log));
  NoRows none;
  auto job = RowsJob::begin(
      {.logs = inputs_of(log),
       .window = window,
       .paths = paths,
       .without_series = RowsOptions::WithoutSeries::empty_rows},
      [&](const CounterSession&) { return &none; }, titles_of(options.log));
  if (!job.has_value()) return std::unexpected(failure_of(job.error()));
  report_opened(job->findings());
  const auto read = openperflib::run(*job);
  report_anomalies(job->findings());
  if (!read.has_value()) return std::unexpected(failure_of(read.error()));
  if (job->model().records == 0) return std::unexpected(why_no_samples(options.log));
  return explain(job->session(), options);
}

Outcome run(const Subcommand& self, std::span<char*> arguments) {
  Options options = OPENPERFLIB_TRY(read_options(self, arguments, add_options));
  OPENPERFLIB_TRY(report_log_words(
      take_log_words(options.paths, &options.source, options.log, OtherWords::paths)));
  OPENPERFLIB_TRY(fit_together(options.log, !options.source.roots.empty()));
  const ChosenPaths chosen = OPENPERFLIB_TRY(
      report_choice(choose_paths(options.paths, options.source, options.log, Sets::refused)));
  return options.log.files.empty() ? explain_live(options, chosen.paths)
                                   : explain_log(options, chosen.paths);
}

}  // namespace
}  // namespace explain_command

const Subcommand kExplain = {
    .name = "explain",
    .summary = "Explain what a counter means, how it is calculated, and its source",
    .examples =
        "  perflib explain '\\PhysicalDisk(0 sda)\\Avg. Disk sec/Read'\n"
        "  perflib explain 'Memory/Available Bytes'\n"
        "  perflib explain 'Memory/Available Bytes' --json\n"
        "  perflib explain '\\Processor(_Total)\\% Processor Time' -i 5\n"
        "  perflib explain server.blg '\\Memory\\Pages/sec'\n",
    .run = explain_command::run,
};

}  // namespace openperflib::apps
