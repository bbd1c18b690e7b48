// perflib report: what is wrong with a machine, by rules over a log of it.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/perflib/command_line.h"
#include "apps/perflib/commands.h"
#include "apps/perflib/locale.h"
#include "apps/perflib/log_input.h"
#include "apps/perflib/log_progress.h"
#include "apps/perflib/log_source.h"
#include "apps/perflib/output_file.h"
#include "apps/perflib/report_json.h"
#include "apps/perflib/report_page.h"
#include "apps/perflib/report_text.h"
#include "apps/perflib/report_words.h"
#include "apps/program/input_file.h"
#include "apps/program/printable.h"
#include "openperflib/analysis/analysis.h"
#include "openperflib/analysis/rule_file.h"
#include "openperflib/log/log_survey.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/os/time_zone.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {
namespace {

struct Options {
  std::vector<std::string> words;
  LogOptions log;
  std::string output;
  std::vector<std::string> rule_files;
  std::vector<std::string> facts;  // "ram=16 GB"
  bool json = false;
  bool list_rules = false;
  bool overwrite = false;
};

void add_options(CLI::App& app, Options& options) {
  app.add_option("FILE", options.words, "Logs (BLG, CSV, TSV)");
  app.add_option("-o,--output", options.output, "Page of HTML to write; - is standard output");
  app.add_flag("-y", options.overwrite, "Overwrite an existing file");
  app.add_flag("--json", options.json, "One JSON document instead of text or a page");
  app.add_option("--rules", options.rule_files,
                 "Rules of FILE too; one with a known id replaces it")
      ->type_name("FILE")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  app.add_option(
         "--fact", options.facts,
         "What the log does not tell: ram=16 GB, cpus=8, flash=1 (disks without moving parts)")
      ->type_name("NAME=N")
      ->expected(1)
      ->allow_extra_args(false)
      ->take_all();
  app.add_flag("--list-rules", options.list_rules, "List the rules, then end");
  add_log_options(app, options.log);
}

// The rules that come with the tool, and those of the user's files. An exit code after a message.
std::expected<std::vector<Rule>, int> rules_of(const Options& options) {
  std::vector<Rule> rules = read_rules(built_in_rules()).value_or(std::vector<Rule>());
  for (const std::string& file : options.rule_files) {
    const auto bytes = read_input(file, kMostRuleBytes);
    if (!bytes.has_value()) {
      complain(bytes.error());
      return std::unexpected(kFailed);
    }
    auto read = read_rules(as_text(*bytes));
    if (!read.has_value()) {
      complain(file, describe(read.error()));
      return std::unexpected(kFailed);
    }
    override_rules(rules, *std::move(read));
  }
  return rules;
}

int list_rules(const std::vector<Rule>& rules) {
  for (const Rule& rule : rules) {
    print_out(fmt::format("{:<16} {}\n", printable(rule.id), printable(rule.title)));
    for (const RuleLevel& level : rule.levels) {
      print_out(
          fmt::format("{:<16}   {}: {}\n", "", name_of(level.severity), printable(level.text)));
    }
  }
  return kAllWell;
}

// Takes what the user knows into the facts of all machines. Whether all of it could be understood.
bool add_given(const std::vector<std::string>& given, std::vector<Facts>& facts) {
  for (const std::string& one : given) {
    const std::size_t equals = one.find('=');
    const auto known = std::ranges::find(kFactNames, std::string_view(one).substr(0, equals));
    const auto number =
        equals == std::string::npos
            ? std::expected<Expression, ExpressionFault>(std::unexpected(ExpressionFault{}))
            : Expression::parse(std::string_view(one).substr(equals + 1), {},
                                ExpressionKind::number);
    if (known == kFactNames.end() || !number.has_value()) {
      complain("--fact", one + " is none of ram=, cpus=, flash=, linux= and a number");
      return false;
    }
    for (Facts& machine : facts) {
      machine.set(static_cast<Fact>(known - kFactNames.begin()), number->evaluate({}), "as given");
    }
  }
  return true;
}

// The first pass.
struct FirstPass {
  LogSurvey series;
  RecordSurvey records;
  FactFinder facts{fixed_titles()};
};

int read_first(const LogOptions& options, FirstPass& pass) {
  auto log = LogSource::open(options);
  if (!log.has_value()) return log.error();
  LogProgress progress;
  for (;;) {
    const auto more = log->read_next_shown(progress);
    if (!more.has_value()) return more.error();
    if (!*more) return kAllWell;
    const Row* const row = log->holds_values() ? &log->record().row : nullptr;
    const SeriesCatalog& catalog = log->reader().catalog();
    pass.series.add(log->reader(), log->record());
    pass.records.add(log->record().time_local, catalog, log->record().sample, row);
    pass.facts.add(catalog, log->record().sample, row);
  }
}

int read_again(LogSource& log, Analysis& analysis) {
  LogProgress progress;
  for (;;) {
    const auto result = log.read();
    if (!result.has_value()) {
      complain(result.error());
      return kFailed;
    }
    if (*result == ReadResult::end) return kAllWell;
    progress.show(log.reader().position(), log.reader().size());
    const LogRecord& record = log.record();
    const Row* const row = log.holds_values() ? &record.row : nullptr;
    if (log.is_in_window()) {
      analysis.add(record.time_local, log.reader().catalog(), record.sample, row);
    } else {
      analysis.take_before(log.reader().catalog(), record.sample, row);
    }
  }
}

// What the log's reader and its clock tell, before what the analysis does.
void add_log_notes(Report& report, const LogReader& log) {
  std::vector<QualityNote> notes;
  const auto lost = std::ranges::count_if(log.oddities(), &LogOddity::is_loss);
  if (lost != 0) {
    const auto first = std::ranges::find_if(log.oddities(), &LogOddity::is_loss);
    notes.push_back(
        {Severity::warning,
         "damage",
         fmt::format("The log is damaged in {} place{}, and readings are lost there (first: {}).",
                     lost, lost == 1 ? "" : "s", describe(first->what)),
         static_cast<std::uint64_t>(lost),
         {}});
  }
  const LogHeader& header = log.header();
  const int here = local_zone_at(header.to_utc(report.result.shape.first_local)).bias_minutes;
  if (report.result.shape.records != 0 && header.bias_minutes.value_or(here) != here) {
    notes.push_back({Severity::info,
                     "other_zone",
                     fmt::format("Times are those of the log's clock, {}; the clock here is {}.",
                                 name_of_offset(*header.bias_minutes), name_of_offset(here)),
                     1,
                     {}});
  }
  report.result.quality.insert(report.result.quality.begin(), notes.begin(), notes.end());
}

int write_report(const Report& report, const Options& options) {
  const bool is_page = !options.output.empty() && !options.json;
  const std::string text =
      options.json ? report_json(report)
      : is_page
          ? report_page(report)
          : report_text(report, ::isatty(STDOUT_FILENO) == 1 && !refuses_colours() ? Colours::on
                                                                                   : Colours::off);
  if (options.output.empty()) {
    print_out(text);
    return flush_output() ? kAllWell : kFailed;
  }
  return write_output(options.output, as_bytes(text),
                      options.overwrite ? Overwrite::yes : Overwrite::no);
}

int report_logs(const Options& options, const std::vector<Rule>& rules) {
  FirstPass pass;
  if (const int code = read_first(options.log, pass)) return code;
  auto log = LogSource::open(options.log);
  if (!log.has_value()) return log.error();
  const std::vector<Series> series = pass.series.series();
  std::vector<Facts> facts = pass.facts.result();
  (void)add_given(options.facts, facts);  // could be understood: run() has seen to that
  Analysis analysis({rules, series, pass.records.result(), std::move(facts)}, fixed_titles());
  if (const int code = read_again(*log, analysis)) return code;
  std::vector<std::string> names;
  for (const std::string& file : options.log.files) names.push_back(shown_log_name(file));
  Report report{.files = std::move(names),
                .zone_name = log->reader().header().zone_name,
                .bias_minutes = log->reader().header().bias_minutes,
                .rules = rules,
                .result = analysis.result()};
  report_oddities(log->reader());
  add_log_notes(report, log->reader());
  if (const int code = write_report(report, options)) return code;
  if (report.result.shape.records != 0) return kAllWell;
  complain("no sample of the log is in that time");
  return kFailed;
}

int run(const Subcommand& self, std::span<char*> arguments) {
  auto given = read_options(self, arguments, add_options);
  if (!given.has_value()) return given.error();
  Options& options = *given;
  const auto rules = rules_of(options);
  if (!rules.has_value()) return rules.error();
  if (options.list_rules) return list_rules(*rules);
  take_log_files(options.words, options.log);
  if (!options.words.empty() || options.log.files.empty()) {
    complain(options.words.empty() ? "report" : options.words.front(), "is no file");
    return kFailed;
  }
  std::vector<Facts> of_nobody;
  if (!add_given(options.facts, of_nobody)) return kWrongUsage;
  const Overwrite overwrite = options.overwrite ? Overwrite::yes : Overwrite::no;
  if (!options.output.empty() && options.output != "-" && refuses(options.output, overwrite))
    return kFailed;
  return report_logs(options, *rules);
}

}  // namespace

const Subcommand kReport = {
    .name = "report",
    .summary = "Tell what is wrong with a machine, by rules over a log of it",
    .examples =
        "  perflib report server.blg\n"
        "  perflib report server.blg -o report.html\n"
        "  perflib report monday.csv --rules ours.json --json\n",
    .run = run,
};

}  // namespace openperflib::apps
