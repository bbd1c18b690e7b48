// perflib query: values of counter paths, a row a sample.
#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "apps/perflib/command_line.h"
#include "apps/perflib/commands.h"
#include "apps/perflib/live_query.h"
#include "apps/perflib/row_sinks.h"
#include "apps/perflib/source_options.h"
#include "apps/perflib/top_instances.h"

namespace openperflib::apps {
namespace {

struct Options {
  std::vector<std::string> paths;
  std::uint64_t rows = 1;
  double interval_seconds = 1.0;
  RowFormat format = RowFormat::table;
  bool raw = false;
  std::uint32_t top = 0;
  SourceOptions source;
};

void add_options(CLI::App& app, Options& options) {
  app.add_option("PATH", options.paths, "Counter paths, in any spelling; wildcards stay alive")
      ->required();
  app.add_option("-n", options.rows, "Rows to print (default 1)")
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
  app.add_flag("--raw", options.raw, "Show the raw numbers and their time base too (json always has them)");
  app.add_option("--top", options.top, "Only the N instances with the largest value of the first PATH")
      ->type_name("N")
      ->check(not_a_count);
  add_source_options(app, options.source, KernelThreadOption::offered);
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

int print_rows(LiveQuery& live, Sink& sink, const Options& options, Outcome& outcome) {
  ShownSeries shown(options.top);
  for (std::uint64_t printed = 0;;) {
    if (shown.update(live.query())) {
      const auto begun = sink.begin(live.query().binding(), shown.indices());
      if (!begun.has_value()) return fail(begun.error());
    }
    const auto written = sink.write(live.query().newer(), live.query().row());
    if (!written.has_value()) return fail(written.error());
    outcome.note(live.query().row(), shown.indices());
    if (++printed == options.rows) return kAllWell;
    switch (live.next()) {
      case LiveQuery::Next::row: break;
      case LiveQuery::Next::end:
      case LiveQuery::Next::stopped: return kAllWell;
      case LiveQuery::Next::failed: return kFailed;
    }
  }
}

int run(const Subcommand& self, std::span<char*> arguments) {
  const auto given = read_options(self, arguments, add_options);
  if (!given.has_value()) return given.error();
  const Options& options = *given;
  if (options.raw && (options.format == RowFormat::csv || options.format == RowFormat::tsv)) {
    complain("--raw", "csv and tsv have no place for raw numbers; use table or json");
    return kWrongUsage;
  }

  LiveQuery live;
  if (const int code = live.open(options.source, options.paths, options.interval_seconds)) return code;
  switch (live.first()) {
    case LiveQuery::Next::row: break;
    case LiveQuery::Next::stopped: return kAllWell;
    case LiveQuery::Next::end:
    case LiveQuery::Next::failed: return kFailed;
  }
  if (live.nothing_can_match()) {
    (void)report_unmatched_paths(live);
    return kDoesNotExist;
  }
  const std::unique_ptr<Sink> sink =
      make_row_sink(options.format, live, options.raw ? RawNumbers::shown : RawNumbers::hidden);
  Outcome outcome;
  const int code = print_rows(live, *sink, options, outcome);
  const auto ended = sink->end();
  if (code != kAllWell) return code;
  if (!ended.has_value()) return fail(ended.error());
  if (report_unmatched_paths(live)) return kDoesNotExist;
  return outcome.has_value() ? kAllWell : kFailed;
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
        "  perflib query '\\Memory\\*' --root /mnt/db17\n",
    .run = run,
};

}  // namespace openperflib::apps
