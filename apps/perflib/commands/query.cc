// perflib query: values of counter paths, one row per sample.
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/perflib/commands/commands.h"
#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/source_options.h"
#include "apps/perflib/sources/chosen_paths.h"
#include "apps/perflib/sources/job_messages.h"
#include "apps/perflib/sources/log_series.h"
#include "apps/perflib/sources/log_window.h"
#include "apps/perflib/sources/log_words.h"
#include "apps/perflib/sources/open_session.h"
#include "apps/perflib/text/log_messages.h"
#include "apps/perflib/text/row_sinks.h"
#include "apps/perflib/text/series_without_column.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/rows_job.h"
#include "openperflib/jobs/shown_rows.h"
#include "openperflib/jobs/top_job.h"
#include "openperflib/text/utf16.h"
#include "openperflib/view/summary/top_instances.h"
#include "openperflib/view/text/spreadsheet_limits.h"

namespace openperflib::apps {
namespace query_command {
namespace {

struct Options {
  std::vector<std::string> paths;
  std::uint64_t rows = 0;  // 0: one live, all of a log
  double interval_seconds = 1.0;
  std::optional<RowFormat> chosen_format;
  RowFormat format = RowFormat::table;
  bool json = false;
  bool raw = false;
  std::uint32_t top = 0;
  SourceOptions source;
  LogOptions log;
  bool lacks_a_set = false;
  std::optional<LogSummary> columns;  // for a text log made from logs
  std::optional<TopModel> largest;    // for logs
};

void add_options(CommandLine& line, Options& options) {
  line.add_option("[LOG...] [PATH...]", options.paths,
                  "Logs of any format, or none for this machine, then counter paths, sets (@cpu), "
                  "or names to search for (default for logs: all their counters); wildcards also "
                  "match instances that appear later");
  line.add_option("-n", options.rows,
                  "Print at most N samples (default: 1 for this machine, all for a log)")
      .value_name("N")
      .check(not_a_count);
  add_interval_option(line, options.interval_seconds, 0.01,
                      "Time between samples of this machine: 0.5, 5s, 1m (default: 1s)");
  const auto set_format = [&options](const std::string& word) {
    const auto row = row_formats().find(folded(word));
    if (row == row_formats().end()) return word + " is not one of table, csv, tsv and json";
    options.chosen_format = row->second;
    return std::string();
  };
  line.add_option("-f,--format", set_format,
                  "table (default), csv, tsv, or json: one object per line")
      .value_name("FORMAT");
  line.add_flag("--json", options.json, "The same as --format json");
  line.add_flag("--raw", options.raw,
                "In a table, also show the raw numbers and the ticks per second of their clock "
                "(json always has them)");
  line.add_option("--top", options.top,
                  "Only the N instances with the largest values of the first PATH; in a log, with "
                  "the largest sums over all samples")
      .value_name("N")
      .check(not_a_count);
  add_source_options(line, options.source, ProcessOptions::offered);
  add_log_options(line, options.log);
}

bool is_text_log(RowFormat format) { return format == RowFormat::csv || format == RowFormat::tsv; }

// Reports how many instances could not be read.
void report_unreadable(const Options& options, const std::string& text) {
  if (!text.empty()) print_error(options.paths.empty() ? "--top" : options.paths.front(), text);
}

// Text logs have neither raw numbers nor types.
RawNumbers raw_numbers_of(const CounterSession& session, const Options& options) {
  if (!options.raw) return RawNumbers::hidden;
  if (!session.holds_values()) return RawNumbers::shown;
  print_error("--raw", "a text log has calculated values only; there are no raw numbers to show");
  return RawNumbers::hidden;
}

// The rows of a machine or of root folders, until the last one.
Step print_rows(PacedSession& rows, ShownRows& output, const Options& options) {
  SeriesWithoutColumn left_out;
  for (;;) {
    const auto written = output.write(rows.session().query());
    left_out.report(output.take_without_column());
    if (!written.has_value()) return failed(written.error());
    if (output.rows() == options.rows) return {};
    const auto next = rows.next();
    if (!next.has_value()) return failed(next.error());
    if (*next != PacedSession::Next::row) return {};
  }
}

Outcome print_live(PacedSession& rows, const Options& options) {
  const CounterSession& session = rows.session();
  const std::unique_ptr<RowSink> sink =
      make_row_sink(options.format, session, raw_numbers_of(session, options));
  ShownRows output(*sink, ShownSeries(options.top));
  const Step printed = print_rows(rows, output, options);
  report_unreadable(options, output.unreadable_text());
  const auto ended = sink->end();
  OPENPERFLIB_TRY(printed);
  if (!ended.has_value()) return failed(ended.error());
  if (report_unmatched_paths(session) || options.lacks_a_set) return Ending::does_not_exist;
  return output.has_values() ? Ending::success : Ending::failed;
}

Outcome query_live(const Options& options) {
  const ShortLives short_lives = options.top != 0 ? ShortLives::counted : ShortLives::ignored;
  PacedSession rows = OPENPERFLIB_TRY(report_opening(open_session(
      options.source, options.log, options.paths, options.interval_seconds, short_lives)));
  const auto first = rows.first();
  if (!first.has_value()) return failed(first.error());
  if (*first == PacedSession::Next::stopped) return Ending::success;
  if (*first == PacedSession::Next::end) {
    return std::unexpected(report_no_row(rows.session(), options.log));
  }
  if (!rows.session().nothing_can_match()) return print_live(rows, options);
  (void)report_unmatched_paths(rows.session());
  return Ending::does_not_exist;
}

// The sink of a log's rows, with the columns of the whole log.
class LogRowSink {
 public:
  explicit LogRowSink(const Options& options) : options_(options) {
    if (options.largest.has_value()) {
      largest_ = options.largest->ranking().largest(options.top);
    }
  }
  // Returns the identities of the instances that are shown; nullopt: all.
  [[nodiscard]] const std::optional<std::vector<std::uint64_t>>& largest() const noexcept {
    return largest_;
  }
  std::expected<RowSink*, SourceFault> open(const CounterSession& session) {
    sink_ = make_row_sink(options_.format, session, raw_numbers_of(session, options_));
    if (options_.largest.has_value()) {
      report_unreadable(options_, options_.largest->ranking().unreadable_text());
    }
    OPENPERFLIB_TRY(begin());
    return sink_.get();
  }

 private:
  std::expected<void, SourceFault> begin() {
    if (!is_text_log(options_.format)) return {};
    if (largest_.has_value()) return options_.largest->begin(*sink_, *largest_);
    if (!options_.columns.has_value() || !options_.columns->has_later_series()) return {};
    return begin_with_all(*sink_, options_.columns->survey, options_.paths,
                          titles_of(options_.log));
  }

  const Options& options_;
  std::optional<std::vector<std::uint64_t>> largest_;
  std::unique_ptr<RowSink> sink_;
};

bool report_unmatched(const RowsModel& model) {
  for (const RowsModel::Unmatched& path : model.unmatched) print_error(path.path, path.why);
  return !model.unmatched.empty();
}

// The ending of a run that wrote what there was to write.
Outcome conclude(const RowsModel& model, const Options& options) {
  if (model.rows == 0 && model.records == 0) return std::unexpected(why_no_samples(options.log));
  const bool lacks_some = report_unmatched(model);
  if (lacks_some || options.lacks_a_set) return Ending::does_not_exist;
  return model.has_values ? Ending::success : Ending::failed;
}

Outcome query_log(const Options& options) {
  LogOptions log = options.log;
  log.request = options.top != 0 ? request_with_remainder(options.paths, options.log)
                                 : request_of(options.paths, options.log);
  const LogWindow window = OPENPERFLIB_TRY(window_of(options.log));
  LogRowSink sink(options);
  auto job = RowsJob::begin(
      {.logs = inputs_of(log),
       .window = window,
       .paths = options.paths,
       .rows = options.rows,
       .instances = sink.largest()},
      [&](const CounterSession& session) { return sink.open(session); }, titles_of(options.log));
  if (!job.has_value()) return std::unexpected(failure_of(job.error()));
  report_opened(job->findings());
  SeriesWithoutColumn left_out;
  const auto report = [&](const JobProgress&) { left_out.report(job->take_without_column()); };
  const auto ended = openperflib::run(*job, {.progress = report});
  report(job->progress());
  const RowsModel model = job->model();
  if (ended.has_value() || model.rows != 0) report_anomalies(job->findings());
  if (!ended.has_value()) return std::unexpected(failure_of(ended.error()));
  return conclude(model, options);
}

// What must be known about the whole log before its first row: the largest instances, or all
// columns of a text log. Paths without any stay as they are: they are reported as such.
Step survey_log(Options& options) {
  if (options.top != 0) {
    LogOptions chosen = options.log;
    chosen.request = request_of(options.paths, options.log);
    const LogWindow window = OPENPERFLIB_TRY(window_of(options.log));
    // What is odd about the log is reported by the second reading.
    auto job = OPENPERFLIB_TRY(run_to_end(
        TopJob::begin({.logs = inputs_of(chosen), .window = window, .paths = options.paths},
                      titles_of(options.log)),
        options.log.begin_progress_line));
    options.largest.emplace(job.take_model());
    return {};
  }
  if (!is_text_log(options.format)) return {};
  auto summary = OPENPERFLIB_TRY(expand_paths(options.log, options.paths));
  options.columns.emplace(std::move(summary));
  std::uint64_t rows = options.columns->survey.records();
  if (options.rows != 0) rows = std::min(rows, options.rows);
  const std::string why = too_large_for_sheets(options.paths.size() + 1, rows + 1,
                                               "choose counters, or times with -b and -e");
  if (!why.empty()) print_error("--format", "the output " + why);
  return {};
}

Step choose_format(Options& options) {
  const RowFormat usual = options.json ? RowFormat::json : RowFormat::table;
  options.format = options.chosen_format.value_or(usual);
  if (!options.json || options.format == RowFormat::json) return {};
  return usage_error("query", "--json cannot be combined with another --format");
}

// Checks the arguments together.
Step normalize(Options& options) {
  OPENPERFLIB_TRY(choose_format(options));
  OPENPERFLIB_TRY(report_log_words(
      take_log_words(options.paths, &options.source, options.log, OtherWords::paths)));
  OPENPERFLIB_TRY(fit_together(options.log, !options.source.roots.empty()));
  ChosenPaths chosen = OPENPERFLIB_TRY(
      report_choice(choose_paths(options.paths, options.source, options.log, Sets::taken)));
  if (chosen.paths.empty() && !options.paths.empty()) return reported(Ending::does_not_exist);
  options.paths = std::move(chosen.paths);
  options.lacks_a_set = chosen.lacks_a_set;
  if (options.raw && is_text_log(options.format)) {
    return usage_error("--raw", "csv and tsv have no place for raw numbers; use table or json");
  }
  if (!options.log.files.empty()) return survey_log(options);
  if (options.rows == 0) options.rows = 1;
  if (!options.paths.empty()) return {};
  return usage_error("query", "no counter path given",
                     "Run `perflib query --help` for its options.");
}

Outcome run(const Subcommand& self, std::span<char*> arguments) {
  Options options = OPENPERFLIB_TRY(read_options(self, arguments, add_options));
  OPENPERFLIB_TRY(normalize(options));
  return options.log.files.empty() ? query_live(options) : query_log(options);
}

}  // namespace
}  // namespace query_command

const Subcommand kQuery = {
    .name = "query",
    .summary = "Print counter values, sample by sample",
    .examples =
        "  perflib query '\\Processor(_Total)\\% Processor Time'\n"
        "  perflib query Processor/_Total/'% Processor Time' -n 5\n"
        "  perflib query '\\PhysicalDisk(*)\\Avg. Disk sec/Read' -n 60 -f csv > disks.csv\n"
        "  perflib query '\\Process(*)\\% Processor Time' --top 5\n"
        "  perflib query '\\238(_Total)\\6' --format json   by title indices, for programs\n"
        "  perflib query '\\Memory\\*' --root /mnt/db17\n"
        "  perflib query server.blg '\\Processor(*)\\% Processor Time' -b 15:42\n"
        "  perflib query server.blg svchost\n",
    .run = query_command::run,
};

}  // namespace openperflib::apps
