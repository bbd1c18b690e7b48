// perflib report: a log, or this machine for a while, checked against rules.
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/collection/paced_session.h"
#include "apps/perflib/commands/commands.h"
#include "apps/perflib/commands/live_run.h"
#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/locale.h"
#include "apps/perflib/run/messages.h"
#include "apps/perflib/run/missing_file.h"
#include "apps/perflib/run/output_file.h"
#include "apps/perflib/sources/job_messages.h"
#include "apps/perflib/sources/log_input.h"
#include "apps/perflib/sources/log_window.h"
#include "apps/perflib/sources/log_words.h"
#include "apps/perflib/sources/open_session.h"
#include "apps/perflib/sources/worker_threads.h"
#include "apps/perflib/text/log_messages.h"
#include "apps/perflib/text/notes_file.h"
#include "apps/perflib/text/record_progress.h"
#include "apps/perflib/text/shown_jobs.h"
#include "apps/program/input_file.h"
#include "apps/program/output_width.h"
#include "openperflib/analysis/rule_file.h"
#include "openperflib/analysis/thresholds/read_rule_file.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/notes/written_notes.h"
#include "openperflib/jobs/report/report_job.h"
#include "openperflib/machine_jobs/live_report_job.h"
#include "openperflib/os/process/thread_workers.h"
#include "openperflib/os/time/event_waiter.h"
#include "openperflib/rules/rule_fault.h"
#include "openperflib/text/printable.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/paths/watch_presets.h"
#include "openperflib/view/report/report_json.h"
#include "openperflib/view/report/report_page.h"
#include "openperflib/view/report/report_text.h"
#include "openperflib/view/report/report_verdict.h"
#include "openperflib/view/report/report_words.h"

namespace openperflib::apps {
namespace report_command {
namespace {

struct Options {
  std::vector<std::string> words;
  LogOptions log;
  LiveOptions live;  // without a log
  std::string output;
  std::vector<std::string> rule_files;
  std::vector<std::string> facts;  // "ram=16 GB"
  bool json = false;
  bool list_rules = false;
  bool list_skipped = false;
  bool overwrite = false;
  std::uint64_t threads = 0;
};

void add_options(CommandLine& line, Options& options) {
  line.add_option("[LOG...]", options.words,
                  "Logs of any format (merged by time; default: watch this machine)");
  add_live_options(line, options.live);
  line.add_option("-o,--output", options.output,
                  "File to write: .html for a page, .json or .txt; - is a page on standard output")
      .value_name("FILE");
  line.add_flag("-y", options.overwrite, "Overwrite an existing file");
  add_json_options(line, options.json, "Write one JSON document");
  line.add_flag(
      "--skipped", options.list_skipped,
      "Also list the rules that could not be judged, the counters that other rules lacked, and "
      "what was left out of PAL threshold files");
  line.add_option("--rules", options.rule_files,
                  "Add the rules of FILE: JSON, or a threshold file of PAL (Performance Analysis "
                  "of Logs); a rule replaces the one with the same id; may be repeated")
      .value_name("FILE")
      .repeatable();
  line.add_option("--fact", options.facts,
                  "A fact about the machine that the log lacks: 'ram=16 GB', cpus=8, flash=1 (its "
                  "disks have no moving parts) or linux=1 (it runs Linux); may be repeated")
      .value_name("NAME=N")
      .repeatable();
  line.add_flag("--list-rules", options.list_rules,
                "List the rules with their conditions, and exit");
  add_threads_option(line, options.threads);
  add_log_options(line, options.log);
}

constexpr std::size_t kMostLeftOutNamed = 3;  // of a file; --skipped, --json and the page have all

// Adds the rules of a file, and reports those that it has besides.
Step add_rules_of(const std::string& file, ReadRules& rules) {
  const auto bytes = read_input(file, kMostRuleFileBytes);
  if (!bytes.has_value()) return failed(bytes.error());
  auto read = read_rule_file(*bytes);
  if (!read.has_value()) return failed(file, describe(read.error()));
  for (LeftOutRule& one : read->left_out) one.file = file;
  if (!read->left_out.empty()) {
    print_error(file, left_out_summary(read->left_out, kMostLeftOutNamed));
  }
  override_rules(rules.rules, std::move(read->rules));
  rules.left_out.insert(rules.left_out.end(), std::make_move_iterator(read->left_out.begin()),
                        std::make_move_iterator(read->left_out.end()));
  return {};
}

// The rules that come with the tool, and those of the user's files.
std::expected<ReadRules, Failure> rules_of(const Options& options) {
  ReadRules rules{.rules = read_rules(built_in_rules()).value_or(std::vector<Rule>()),
                  .left_out = {}};
  for (const std::string& file : options.rule_files) OPENPERFLIB_TRY(add_rules_of(file, rules));
  return rules;
}

Outcome list_rules(const std::vector<Rule>& rules) {
  for (const Rule& rule : rules) {
    print_out(fmt::format("{:<16} {}\n", printable(rule.id), printable(rule.title)));
    for (const RuleLevel& level : rule.levels) {
      print_out(
          fmt::format("{:<16}   {}: {}\n", "", name_of(level.severity), printable(level.text)));
    }
  }
  return Ending::success;
}

// What the user knows about all machines. nullopt after a message.
std::optional<std::vector<GivenFact>> given_facts(const std::vector<std::string>& given) {
  std::vector<GivenFact> facts;
  for (const std::string& one : given) {
    const std::size_t equals = one.find('=');
    const auto known = std::ranges::find(kFactNames, std::string_view(one).substr(0, equals));
    const auto number =
        equals == std::string::npos
            ? std::expected<Expression, ExpressionFault>(std::unexpected(ExpressionFault{}))
            : Expression::parse(std::string_view(one).substr(equals + 1), {},
                                ExpressionKind::number);
    if (known == kFactNames.end() || !number.has_value() || !(number->evaluate({}) >= 0)) {
      print_error("--fact", one + " is not valid; write ram=16 GB, cpus=8, flash=1 or linux=1");
      return std::nullopt;
    }
    facts.push_back({static_cast<Fact>(known - kFactNames.begin()), number->evaluate({})});
  }
  return facts;
}

// The format of a report.
enum class Form : std::uint8_t { text, page, json };

// Chosen by --json and the name of the file. nullopt after a message.
std::optional<Form> form_of(const Options& options) {
  if (options.json) return Form::json;
  if (options.output.empty()) return Form::text;
  const std::string extension = extension_of(options.output);
  if (extension.empty() || is_extension_of_page(extension)) return Form::page;
  if (extension == ".json") return Form::json;
  if (extension == ".txt") return Form::text;
  print_error(options.output,
              fmt::format("a report cannot be written as {}; name the file .html, .json or .txt",
                          extension));
  return std::nullopt;
}

TextStyle text_style(const Options& options) {
  const bool is_shown = options.output.empty() && ::isatty(STDOUT_FILENO) == 1;
  return {
      .colours = is_shown && !refuses_colours() ? TextStyle::Colours::on : TextStyle::Colours::off,
      .skipped = options.list_skipped ? TextStyle::Skipped::listed : TextStyle::Skipped::counted,
      .width = options.output.empty() ? output_columns(TextStyle().width) : TextStyle().width};
}

Step write_report(const Report& report, const Options& options, Form form) {
  const std::string text = form == Form::json   ? report_json(report)
                           : form == Form::page ? report_page(report, OPENPERFLIB_VERSION)
                                                : report_text(report, text_style(options));
  if (options.output.empty()) {
    print_styled_out(text);
    if (!flush_output()) return reported(Ending::failed);
    return {};
  }
  return write_output(options.output, as_bytes(text),
                      options.overwrite ? Overwrite::yes : Overwrite::no);
}

Outcome write_and_judge(const Report& report, const Options& options, Form form) {
  OPENPERFLIB_TRY(write_report(report, options, form));
  const Verdict verdict = verdict_of(report);
  if (verdict.is_given()) return Ending::success;
  std::string fault = "no rule could be judged";
  // Who reads the text has read the reason.
  if (form != Form::text || !options.output.empty()) fault += ": " + verdict.why_none;
  return failed("report", fault);
}

Outcome report_logs(const Options& options, ReadRules rules, std::vector<GivenFact> facts,
                    Form form) {
  const LogWindow window = OPENPERFLIB_TRY(window_of(options.log));
  ThreadWorkers workers(thread_count(options.threads));
  auto job = OPENPERFLIB_TRY(run_reported(
      ReportJob::begin({.logs = inputs_of(options.log),
                        .window = window,
                        .rules = std::move(rules.rules),
                        .facts = std::move(facts),
                        .left_out = std::move(rules.left_out),
                        .notes = written_notes(notes_in(notes_of(options.log.files), window)),
                        .overview = form == Form::page,
                        .workers = &workers},
                       titles_of(options.log))));
  const ReportModel model = job.take_model();
  report_anomalies(model.findings);
  return write_and_judge(model.report, options, form);
}

// Why there are no samples.
Failure why_not_watched(const LiveReportJob& job, const JobFault& fault) {
  if (fault.kind != JobFault::Kind::no_series) return failure_of(fault);
  (void)report_unmatched_paths(job.session());
  return reported(Ending::does_not_exist).error();
}

// Collects the samples, with progress on a terminal; a signal ends them early.
Step collect_samples(LiveReportJob& job, const LiveOptions& live) {
  auto waiter = EventWaiter::open();
  if (!waiter.has_value()) return failed("cannot wait for signals");
  const bool is_live = job.session().is_live();
  RecordProgress progress(interval_seconds_of(live), is_live);
  for (;;) {
    const auto step = job.step();
    if (!step.has_value()) return std::unexpected(why_not_watched(job, step.error()));
    if (!job.is_collecting()) return {};
    if (progress.is_due()) progress.show_watched(job.progress().position, samples_of(live));
    if (!is_live || wait_until(*waiter, job.due())) continue;
    job.end_samples();
    return {};
  }
}

// Collects the samples, and judges them.
std::expected<ReportModel, Failure> watched_machine(LiveReportJob& job, const LiveOptions& live) {
  OPENPERFLIB_TRY(collect_samples(job, live));
  if (job.is_full()) {
    print_error("-n",
                "the samples take 1 GB of memory; `perflib record` and a report of its log can "
                "cover more time");
  }
  const auto ended = openperflib::run(job);
  if (!ended.has_value()) return std::unexpected(failure_of(ended.error()));
  return job.take_model();
}

Outcome report_machine(const Options& options, ReadRules rules, std::vector<GivenFact> facts,
                       Form form) {
  const LiveOptions& live = options.live;
  CounterSession session =
      OPENPERFLIB_TRY(open_machine_session(live.source, {}, interval_seconds_of(live)));
  ThreadWorkers workers(thread_count(options.threads));
  auto job = LiveReportJob::begin(std::move(session),
                                  {.rules = std::move(rules.rules),
                                   .facts = std::move(facts),
                                   .left_out = std::move(rules.left_out),
                                   .samples = samples_of(live),
                                   .overview = form == Form::page,
                                   .workers = &workers},
                                  titles_of(options.log));
  if (!job.has_value()) return std::unexpected(failure_of(job.error()));
  const ReportModel model = OPENPERFLIB_TRY(watched_machine(*job, live));
  return write_and_judge(model.report, options, form);
}

// Fails for a word that is not a log.
Step refuse_word(const std::string& word, const LogOptions& log) {
  OPENPERFLIB_TRY(refuse_folder(word));
  if (word.starts_with('\\') || find_watch_preset(word) != nullptr) {
    return usage_error(word,
                       "a report is about whole logs, not about some of their counters; use "
                       "`perflib summary LOG PATH...` for these");
  }
  const std::string extension = extension_of(word);
  const bool is_output = is_extension_of_page(extension) || extension == ".json";
  return failed(
      word, why_not_read(word, log,
                         "no such file" + (is_output ? fmt::format("; use -o {} to write it", word)
                                                     : missing_file_advice(word))));
}

Outcome run(const Subcommand& self, std::span<char*> arguments) {
  Options options = OPENPERFLIB_TRY(read_options(self, arguments, add_options));
  auto rules = OPENPERFLIB_TRY(rules_of(options));
  if (options.list_rules) return list_rules(rules.rules);
  OPENPERFLIB_TRY(
      report_log_words(take_log_words(options.words, nullptr, options.log, OtherWords::logs)));
  if (!options.words.empty()) {
    return outcome_of(refuse_word(options.words.front(), options.log));
  }
  OPENPERFLIB_TRY(fit_together(options.log, options.live));
  auto facts = given_facts(options.facts);
  if (!facts.has_value()) return Ending::usage_error;
  const Overwrite overwrite = options.overwrite ? Overwrite::yes : Overwrite::no;
  const auto form = form_of(options);
  if (!form.has_value()) return Ending::usage_error;
  if (!options.output.empty() && options.output != "-" && refuses(options.output, overwrite))
    return Ending::failed;
  if (options.log.files.empty()) {
    return report_machine(options, std::move(rules), *std::move(facts), *form);
  }
  return report_logs(options, std::move(rules), *std::move(facts), *form);
}

}  // namespace
}  // namespace report_command

const Subcommand kReport = {
    .name = "report",
    .summary = "Check a log or this machine against rules and report problems",
    .examples =
        "  perflib report                  this machine, for a minute\n"
        "  perflib report server.blg\n"
        "  perflib report server.blg -o report.html\n"
        "  perflib report monday.csv --rules ours.json --json\n"
        "  perflib report web1.blg --rules IIS.xml --rules SystemOverview.xml\n",
    .run = report_command::run,
};

}  // namespace openperflib::apps
