// perflib summary: statistics for each counter of a log.
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "apps/perflib/commands/commands.h"
#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/locale.h"
#include "apps/perflib/run/missing_file.h"
#include "apps/perflib/sources/chosen_paths.h"
#include "apps/perflib/sources/log_input.h"
#include "apps/perflib/sources/log_window.h"
#include "apps/perflib/sources/log_words.h"
#include "apps/perflib/sources/ranking_option.h"
#include "apps/perflib/sources/worker_threads.h"
#include "apps/perflib/text/log_messages.h"
#include "apps/perflib/text/notes_file.h"
#include "apps/perflib/text/shown_jobs.h"
#include "apps/perflib/text/summary_text.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/notes/written_notes.h"
#include "openperflib/jobs/summary_job.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/os/process/thread_workers.h"
#include "openperflib/text/printable.h"
#include "openperflib/view/summary/series_summary_json.h"
#include "openperflib/view/summary/summary_ranking.h"

namespace openperflib::apps {
namespace summary_command {
namespace {

struct Options {
  std::vector<std::string> words;
  LogOptions log;
  LogWindow window;
  bool lacks_a_set = false;
  bool json = false;
  std::size_t top = 0;  // 0: all
  RankedBy by = RankedBy::average;
  std::uint64_t threads = 0;
};

void add_options(CommandLine& line, Options& options) {
  line.add_option("LOG... [PATH...]", options.words,
                  "Logs of any format, then counter paths, sets (@cpu) or names to search for "
                  "(default: all counters)");
  add_json_options(line, options.json, "Print one JSON document instead of a table");
  const auto top =
      line.add_option("--top", options.top, "Only the N largest instances of each counter")
          .value_name("N")
          .check(not_a_count);
  add_ranking_option(line, options.by).needs(top);
  add_threads_option(line, options.threads);
  add_log_options(line, options.log, Subject::logs);
}

void print_table(const Options& options, const SummaryExtent& extent,
                 const std::vector<LogNote>& notes, const std::vector<SummaryOfSeries>& all) {
  for (const std::string& file : options.log.files)
    print_out(printable(shown_log_name(file)) + "\n");
  print_out(summary_head(extent, summary_width()) + notes_text(notes));
  if (all.empty()) return;
  print_summary_table(all, summary_width(), bar_characters(), print_out,
                      options.top == 0 ? SummaryOrder::by_instance : SummaryOrder::by_counter);
}

Outcome show(const Options& options, SummaryModel model) {
  for (const UnmatchedPath& one : model.unmatched) report_unmatched_path(one.path, one.hint);
  const auto& all = model.series;
  const auto notes = notes_in(notes_of(options.log.files), options.window);
  if (options.json) {
    write_summary_json(model.extent, written_notes(notes), all, model.rows, print_out);
  } else {
    print_table(options, model.extent, notes, all);
  }
  report_anomalies(model.findings);
  if (!flush_output()) return Ending::failed;
  if (model.extent.records == 0) return std::unexpected(why_no_samples(options.log));
  if (!model.unmatched.empty() || options.lacks_a_set) return Ending::does_not_exist;
  const bool has_value =
      std::ranges::any_of(all, [](const SummaryOfSeries& one) { return one.count != 0; });
  if (has_value) return Ending::success;
  return failed(
      shown_log_name(options.log.files.front()),
      all.empty() ? "contains no counter that can be read" : "contains no value that can be read");
}

// Fails because no word is a log.
Step refuse_words(const std::vector<std::string>& words, const LogOptions& log) {
  if (words.empty()) return usage_error("summary", "name a log: perflib summary server.blg");
  const std::string& word = words.front();
  OPENPERFLIB_TRY(refuse_folder(word));
  const std::string advice = word.starts_with('\\') ? "" : missing_file_advice(word);
  return failed(word, why_not_read(word, log, "is not a file" + advice));
}

// Replaces the words by the paths that they select.
Step choose_counters(Options& options) {
  ChosenPaths chosen =
      OPENPERFLIB_TRY(report_choice(choose_paths(options.words, options.log, Sets::taken)));
  if (chosen.paths.empty() && !options.words.empty()) return reported(Ending::does_not_exist);
  options.words = std::move(chosen.paths);
  options.lacks_a_set = chosen.lacks_a_set;
  return {};
}

Outcome run(const Subcommand& self, std::span<char*> arguments) {
  Options options = OPENPERFLIB_TRY(read_options(self, arguments, add_options));
  OPENPERFLIB_TRY(
      report_log_words(take_log_words(options.words, nullptr, options.log, OtherWords::paths)));
  if (options.log.files.empty()) return outcome_of(refuse_words(options.words, options.log));
  OPENPERFLIB_TRY(choose_counters(options));
  options.log.request = request_of(options.words, options.log);
  options.window = OPENPERFLIB_TRY(window_of(options.log));
  ThreadWorkers workers(thread_count(options.threads));
  auto job = OPENPERFLIB_TRY(run_reported(SummaryJob::begin({.logs = inputs_of(options.log),
                                                             .window = options.window,
                                                             .paths = options.words,
                                                             .top = options.top,
                                                             .by = options.by,
                                                             .workers = &workers},
                                                            titles_of(options.log))));
  return show(options, job.take_model());
}

}  // namespace
}  // namespace summary_command

const Subcommand kSummary = {
    .name = "summary",
    .summary = "Show statistics for each counter in a log",
    .examples =
        "  perflib summary server.blg\n"
        "  perflib summary server.blg '\\Processor(_Total)\\*' -b '2026-11-21 10:00:00'\n"
        "  perflib summary server.blg '\\Process(*)\\Working Set' --top 10 --by growth\n"
        "  perflib summary monday.csv tuesday.csv --json\n",
    .run = summary_command::run,
};

}  // namespace openperflib::apps
