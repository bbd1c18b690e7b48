// perflib query: values of counter paths, a row a sample.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/perflib/command_line.h"
#include "apps/perflib/commands.h"
#include "apps/perflib/log_series.h"
#include "apps/perflib/row_sinks.h"
#include "apps/perflib/source_options.h"
#include "apps/perflib/source_query.h"
#include "apps/perflib/top_instances.h"

namespace openperflib::apps {
namespace {

struct Options {
  std::vector<std::string> paths;
  std::uint64_t rows = 0;  // 0: one, of a log all
  double interval_seconds = 1.0;
  RowFormat format = RowFormat::table;
  bool raw = false;
  std::uint32_t top = 0;
  SourceOptions source;
  LogOptions log;
  std::optional<LogOverview> columns;  // of a text log made of logs
};

void add_options(CLI::App& app, Options& options) {
  app.add_option(
      "PATH", options.paths,
      "Counter paths, in any spelling; wildcards stay alive. A file is a log (default: all of it)");
  app.add_option("-n", options.rows, "Rows to print (default 1, of a log all)")
      ->type_name("N")
      ->check(not_a_count);
  app.add_option("-i", options.interval_seconds, "Seconds from row to row (default 1)")
      ->type_name("SECONDS")
      ->check([](const std::string& text) { return not_an_interval(text, 0.01); });
  const auto set_format = [&options](const std::string& word) {
    const auto row = row_formats().find(word);
    if (row == row_formats().end()) {
      throw CLI::ValidationError("--format", word + " is none of table, csv, tsv and json");
    }
    options.format = row->second;
  };
  app.add_option_function<std::string>("--format", set_format, "table (default), csv, tsv or json")
      ->type_name("FORMAT");
  app.add_flag("--raw", options.raw,
               "Show the raw numbers and their time base too (json always has them)");
  app.add_option("--top", options.top,
                 "Only the N instances with the largest value of the first PATH")
      ->type_name("N")
      ->check(not_a_count);
  add_source_options(app, options.source, ProcessOptions::offered);
  add_log_options(app, options.log);
}

// Whether any row had a value: the run's exit code hangs on it.
class Outcome {
 public:
  void note(const Row& row, std::span<const std::size_t> shown) {
    for (const std::size_t i : shown) has_value_ = has_value_ || row.values[i].usable();
  }
  [[nodiscard]] bool has_value() const noexcept { return has_value_; }

 private:
  bool has_value_ = false;
};

int fail(const SourceFault& fault) {
  complain(fault);
  return kFailed;
}

int print_rows(SourceQuery& source, Sink& sink, const Options& options, Outcome& outcome) {
  ShownSeries shown(options.top);
  for (std::uint64_t printed = 0;;) {
    if (shown.update(source.query())) {
      const auto begun = sink.begin(source.query().binding(), shown.indices());
      if (!begun.has_value()) return fail(begun.error());
    }
    const auto written = sink.write(source.query().newer(), source.query().row());
    if (!written.has_value()) return fail(written.error());
    outcome.note(source.query().row(), shown.indices());
    if (++printed == options.rows) return kAllWell;
    switch (source.next()) {
      case SourceQuery::Next::row:
        break;
      case SourceQuery::Next::end:
      case SourceQuery::Next::stopped:
        return kAllWell;
      case SourceQuery::Next::failed:
        return kFailed;
    }
  }
}

bool is_text_log(RowFormat format) { return format == RowFormat::csv || format == RowFormat::tsv; }

int print_all(SourceQuery& source, const Options& options) {
  const std::unique_ptr<Sink> sink =
      make_row_sink(options.format, source, options.raw ? RawNumbers::shown : RawNumbers::hidden);
  if (options.columns.has_value() && options.columns->has_later_series()) {
    const auto begun =
        begin_with_all(*sink, options.columns->survey, options.paths, fixed_titles());
    if (!begun.has_value()) return fail(begun.error());
  }
  Outcome outcome;
  const int code = print_rows(source, *sink, options, outcome);
  const auto ended = sink->end();
  report_log_oddities(source);
  if (code != kAllWell) return code;
  if (!ended.has_value()) return fail(ended.error());
  if (report_unmatched_paths(source)) return kDoesNotExist;
  return outcome.has_value() ? kAllWell : kFailed;
}

// The columns of a text log are all series that the whole of a log has; of an instance that comes
// later too. The paths that have none stay as they are: they are told as such.
int expand_for_text_log(Options& options) {
  if (options.log.files.empty() || !is_text_log(options.format) || options.top != 0)
    return kAllWell;
  auto overview = expand_paths(options.log, options.paths);
  if (!overview.has_value()) return overview.error();
  options.columns.emplace(*std::move(overview));
  return kAllWell;
}

// What the arguments say together; kAllWell where they can be followed.
int settle(Options& options) {
  take_log_files(options.paths, options.log);
  if (!fit_together(options.log, !options.source.roots.empty())) return kWrongUsage;
  if (options.raw && is_text_log(options.format)) {
    complain("--raw", "csv and tsv have no place for raw numbers; use table or json");
    return kWrongUsage;
  }
  if (!options.log.files.empty()) return expand_for_text_log(options);
  if (options.rows == 0) options.rows = 1;
  if (!options.paths.empty()) return kAllWell;
  complain("query", "PATH is required");
  print_error_line("Run `perflib query --help` for its options.");
  return kWrongUsage;
}

int run(const Subcommand& self, std::span<char*> arguments) {
  auto given = read_options(self, arguments, add_options);
  if (!given.has_value()) return given.error();
  Options& options = *given;
  if (const int code = settle(options)) return code;

  SourceQuery source;
  if (const int code =
          source.open(options.source, options.log, options.paths, options.interval_seconds)) {
    return code;
  }
  switch (source.first()) {
    case SourceQuery::Next::row:
      break;
    case SourceQuery::Next::stopped:
      return kAllWell;
    case SourceQuery::Next::end:
      return report_no_row(source);
    case SourceQuery::Next::failed:
      return kFailed;
  }
  if (source.nothing_can_match()) {
    (void)report_unmatched_paths(source);
    return kDoesNotExist;
  }
  return print_all(source, options);
}

}  // namespace

const Subcommand kQuery = {
    .name = "query",
    .summary = "Print values of counters, a row a sample",
    .examples =
        "  perflib query '\\Processor(_Total)\\% Processor Time'\n"
        "  perflib query Processor/_Total/'% Processor Time' -n 5\n"
        "  perflib query '\\PhysicalDisk(*)\\Avg. Disk sec/Read' -n 60 --format csv > disks.csv\n"
        "  perflib query '\\Process(*)\\% Processor Time' --top 5\n"
        "  perflib query '\\238(_Total)\\6' --format json\n"
        "  perflib query '\\Memory\\*' --root /mnt/db17\n"
        "  perflib query server.blg '\\Processor(*)\\% Processor Time' -b '2026-11-21 10:00:00'\n",
    .run = run,
};

}  // namespace openperflib::apps
