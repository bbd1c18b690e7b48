// perflib alert: tests alert rules against a log, or against this machine for a while.
#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "apps/collection/alert_event_text.h"
#include "apps/collection/alert_rules.h"
#include "apps/perflib/commands/commands.h"
#include "apps/perflib/commands/live_run.h"
#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/sources/log_input.h"
#include "apps/perflib/sources/log_window.h"
#include "apps/perflib/sources/open_session.h"
#include "apps/perflib/text/log_messages.h"
#include "apps/perflib/text/shown_jobs.h"
#include "apps/perflib/text/summary_text.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/rehearsal_job.h"
#include "openperflib/text/printable.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/summary/alert_rehearsal.h"
#include "openperflib/view/summary/alert_rehearsal_json.h"

namespace openperflib::apps {
namespace alert_command {
namespace {

constexpr std::size_t kMostEvents = 1'000'000;  // in JSON

struct Options {
  std::vector<std::string> words;  // "test", the logs, the rules
  LogOptions log;
  LiveOptions live;  // without a log
  std::size_t events = 20;
  bool json = false;
};

void add_options(CommandLine& line, Options& options) {
  line.add_option(
          "test [LOG...] RULES.json", options.words,
          "The word test, logs of any format (merged by time; default: watch this machine), "
          "and a file of alert rules, as for `logman create alert -rules`")
      .required();
  add_live_options(line, options.live);
  line.add_option("--events", options.events, "Show the first N events (default: 20)")
      .value_name("N")
      .check(not_a_count);
  add_json_options(line, options.json, "Print one JSON document with everything");
  add_window_options(line, options.log);
}

std::string time_text(FileTime local) {
  std::string text = iso_8601(system_time_from(local)).value_or("");
  std::ranges::replace(text, 'T', ' ');
  return text.substr(0, text.find('.'));
}

// "1:02:03".
std::string span_text(FileTime span) {
  const FileTime seconds = span / kTicksPerSecond;
  return fmt::format("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

void print_tallies(const AlertRehearsal& rehearsal) {
  std::size_t width = 4;
  for (const AlertRule& rule : rehearsal.watch().rules()) {
    width = std::max(width, printable(rule.name).size());
  }
  std::string text = fmt::format(" {:<{}}  {:>7}  {:>9}  {:>7}  {:>8}  {:>9}\n", "rule", width,
                                 "fired", "held back", "over", "still on", "longest");
  for (std::size_t i = 0; i < rehearsal.tallies().size(); ++i) {
    const RuleTally& tally = rehearsal.tallies()[i];
    fmt::format_to(std::back_inserter(text), " {:<{}}  {:>7}  {:>9}  {:>7}  {:>8}  {:>9}\n",
                   printable(rehearsal.watch().rules()[i].name), width, tally.fired,
                   tally.suppressed, tally.over, tally.still_on,
                   tally.fired == 0 ? "-" : span_text(tally.longest));
  }
  print_out(text);
}

void print_events(const AlertRehearsal& rehearsal) {
  if (!rehearsal.events().empty()) print_out("\n");
  for (const auto& [time, event] : rehearsal.events()) {
    print_out(fmt::format(" {}  {}\n", time_text(time),
                          printable(event_text(event, rehearsal.watch().rules()[event.rule]))));
  }
  const std::uint64_t left = rehearsal.all_events() - rehearsal.events().size();
  if (left > 0) print_out(fmt::format(" and {} more; --events shows them\n", left));
}

void print_results(const AlertRehearsal& rehearsal, const SummaryExtent& extent, bool json) {
  if (json) {
    return write_rehearsal_json(rehearsal, extent, print_out);
  }
  print_out(summary_head(extent, summary_width()));
  print_tallies(rehearsal);
  print_events(rehearsal);
}

Outcome rehearse_on_logs(const Options& options, std::vector<AlertRule> rules) {
  const LogWindow window = OPENPERFLIB_TRY(window_of(options.log));
  auto job = OPENPERFLIB_TRY(
      run_reported(RehearsalJob::begin({.logs = inputs_of(options.log),
                                        .window = window,
                                        .rules = std::move(rules),
                                        .most_events = options.json ? kMostEvents : options.events},
                                       titles_of(options.log))));
  const RehearsalModel model = job.take_model();
  print_results(model.rehearsal, model.extent, options.json);
  report_anomalies(model.findings);
  if (!flush_output()) return Ending::failed;
  if (model.extent.records == 0) return std::unexpected(why_no_samples(options.log));
  for (const UnmatchedPath& one : model.unmatched) report_unmatched_path(one.path, one.hint);
  return model.unmatched.empty() ? Ending::success : Ending::does_not_exist;
}

// A counter that the machine has at some time is not missing.
Outcome rehearse_on_machine(const Options& options, std::vector<AlertRule> rules) {
  AlertRehearsal rehearsal(std::move(rules), options.json ? kMostEvents : options.events);
  SummaryExtent extent;
  const auto take = [&](const CounterSession& session, LiveMoment moment) {
    if (moment == LiveMoment::before) return true;
    const FileTime time_utc = session.query().row().time_utc;
    extent.bias_minutes = session.zone_at(time_utc).bias_minutes;
    const FileTime time_local = to_local(time_utc, *extent.bias_minutes);
    extent.note(time_local);
    rehearsal.take(session.query(), time_local);
    return true;
  };
  const auto paths = paths_of(rehearsal.watch().rules());
  const PacedSession watched =
      OPENPERFLIB_TRY(run_live(options.live, paths, ShortLives::ignored, take));
  rehearsal.end();
  if (extent.records == 0) {
    return failed("alert", "there is no sample");
  }
  print_results(rehearsal, extent, options.json);
  if (!flush_output()) return Ending::failed;
  bool lacks_some = false;
  for (std::uint32_t path = 0; path < paths.size(); ++path) {
    if (rehearsal.had_path(path)) continue;
    print_error(paths[path], watched.session().unmatched_text(path));
    lacks_some = true;
  }
  return lacks_some ? Ending::does_not_exist : Ending::success;
}

Outcome run(const Subcommand& self, std::span<char*> arguments) {
  Options options = OPENPERFLIB_TRY(read_options(self, arguments, add_options));
  constexpr std::string_view kUsage = "usage: perflib alert test [LOG...] RULES.json";
  if (options.words.front() != "test") {
    return usage_error(self.name, fmt::format("the first word must be test, and is {}; {}",
                                              options.words.front(), kUsage));
  }
  const bool has_rules = options.words.size() > 1 && !is_named_as_log(options.words.back());
  if (!has_rules) return usage_error(self.name, fmt::format("no rule file is named; {}", kUsage));
  options.log.files.assign(options.words.begin() + 1, options.words.end() - 1);
  OPENPERFLIB_TRY(fit_together(options.log, options.live));
  if (std::error_code error; std::filesystem::is_directory(options.words.back(), error)) {
    return failed(options.words.back(), "is a folder, not a rule file");
  }
  auto rules = alert_rules_of(options.words.back());
  if (!rules.has_value()) {
    return failed(rules.error());
  }
  if (options.log.files.empty()) return rehearse_on_machine(options, *std::move(rules));
  return rehearse_on_logs(options, *std::move(rules));
}

}  // namespace
}  // namespace alert_command

const Subcommand kAlert = {
    .name = "alert",
    .summary = "Test alert rules against a log or this machine",
    .examples =
        "  perflib alert test server.blg rules.json\n"
        "  perflib alert test monday.csv tuesday.csv rules.json --json\n"
        "  perflib alert test rules.json -n 300    this machine, for five minutes\n",
    .run = alert_command::run,
};

}  // namespace openperflib::apps
