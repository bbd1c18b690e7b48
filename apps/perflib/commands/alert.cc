// perflib alert: tests alert rules against a log, or against this machine for a while.
#include <fmt/core.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/collection/alert_event_text.h"
#include "apps/collection/alert_rules.h"
#include "apps/perflib/alert_rehearsal.h"
#include "apps/perflib/command_line.h"
#include "apps/perflib/commands/commands.h"
#include "apps/perflib/exit_code.h"
#include "apps/perflib/json_text.h"
#include "apps/perflib/live_run.h"
#include "apps/perflib/log_input.h"
#include "apps/perflib/log_progress.h"
#include "apps/perflib/log_source.h"
#include "apps/perflib/log_window.h"
#include "apps/perflib/source_query.h"
#include "apps/perflib/summary_text.h"
#include "apps/program/printable.h"
#include "openperflib/query/catalog/suggestions.h"
#include "openperflib/titles/title_table.h"

namespace openperflib::apps {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostEvents = 1'000'000;  // in JSON

struct Options {
  std::vector<std::string> words;  // "test", the logs, the rules
  LogOptions log;
  LiveOptions live;  // without a log
  std::size_t events = 20;
  bool json = false;
};

void add_options(CommandLine& line, Options& options) {
  line.add_option("test LOG... RULES", options.words,
                  "The word test, logs (merged by time; default: watch this machine), and a rule "
                  "file")
      .required();
  add_live_options(line, options.live);
  line.add_option("--events", options.events, "Show the first N events (default: 20)")
      .value_name("N")
      .check(not_a_count);
  line.add_flag("--json", options.json, "Print one JSON document with everything");
  add_window_options(line, options.log);
}

std::string time_text(FileTime local) {
  std::string text = iso_8601(system_time_from(local)).value_or("");
  std::ranges::replace(text, 'T', ' ');
  return text.substr(0, text.find('.'));
}

double seconds_of(FileTime span) {
  return static_cast<double>(span) / static_cast<double>(kTicksPerSecond);
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

Json json_of(const AlertRehearsal& rehearsal, const SummaryExtent& extent) {
  Json rules = Json::array();
  for (std::size_t i = 0; i < rehearsal.tallies().size(); ++i) {
    const RuleTally& tally = rehearsal.tallies()[i];
    rules.push_back({{"name", rehearsal.watch().rules()[i].name},
                     {"counter", rehearsal.watch().rules()[i].counter},
                     {"in_log", rehearsal.had_path(i)},
                     {"fired", tally.fired},
                     {"held_back", tally.suppressed},
                     {"over", tally.over},
                     {"still_on", tally.still_on},
                     {"longest_seconds", seconds_of(tally.longest)}});
  }
  Json events = Json::array();
  for (const auto& [time, event] : rehearsal.events()) {
    events.push_back({{"time", iso_8601(system_time_from(time)).value_or("")},
                      {"rule", rehearsal.watch().rules()[event.rule].name},
                      {"state", state_word(event.kind)},
                      {"counter", event.series},
                      {"value", event.value.usable() ? Json(event.value.number) : Json(nullptr)}});
  }
  return {{"records", extent.records}, {"rules", std::move(rules)}, {"events", std::move(events)}};
}

int read_log(LogSource& log, Query& query, AlertRehearsal& rehearsal, SummaryExtent& extent) {
  LogProgress progress;
  for (;;) {
    const auto taken = log.take_next_shown(query, progress);
    if (!taken.has_value()) return taken.error();
    if (!*taken) return kSuccess;
    extent.note(log.record().time_local);
    rehearsal.take(query, log.record().time_local);
  }
}

// Whether the log lacks a counter of a rule.
bool report_unmatched(const LogSource& log, const AlertRehearsal& rehearsal) {
  bool lacks_some = false;
  const auto paths = paths_of(rehearsal.watch().rules());
  for (std::size_t i = 0; i < paths.size(); ++i) {
    if (rehearsal.had_path(i)) continue;
    const std::string hint = suggestion_for(paths[i], log.reader().catalog());
    print_error(paths[i], hint.empty() ? "is not in the log" : "is not in the log; " + hint);
    lacks_some = true;
  }
  return lacks_some;
}

void print_results(const AlertRehearsal& rehearsal, const SummaryExtent& extent, bool json) {
  if (json) {
    print_out(json_lines(json_of(rehearsal, extent)) + "\n");
    return;
  }
  print_out(summary_head(extent, summary_width()));
  print_tallies(rehearsal);
  print_events(rehearsal);
}

int rehearse(LogSource& log, const Options& options, std::vector<AlertRule> rules) {
  AlertRehearsal rehearsal(std::move(rules), options.json ? kMostEvents : options.events);
  Query query(fixed_titles());
  if (const auto added = rehearsal.watch().add_paths(query); !added.has_value()) {
    print_error("alert", describe(added.error()));
    return kFailed;
  }
  SummaryExtent extent{.bias_minutes = log.reader().header().bias_minutes};
  if (const int code = read_log(log, query, rehearsal, extent)) return code;
  rehearsal.end();
  print_results(rehearsal, extent, options.json);
  report_anomalies(log.reader());
  if (!flush_output()) return kFailed;
  if (extent.records == 0) {
    report_no_samples(log.options());
    return kFailed;
  }
  return report_unmatched(log, rehearsal) ? kDoesNotExist : kSuccess;
}

// A counter that the machine has at some time is not missing.
int rehearse_on_machine(const Options& options, std::vector<AlertRule> rules) {
  AlertRehearsal rehearsal(std::move(rules), options.json ? kMostEvents : options.events);
  SummaryExtent extent;
  const auto take = [&](const SourceQuery& source, LiveMoment moment) {
    if (moment == LiveMoment::before) return true;
    const FileTime time_utc = source.query().row().time_utc;
    extent.bias_minutes = source.zone_at(time_utc).bias_minutes;
    const FileTime time_local = to_local(time_utc, *extent.bias_minutes);
    extent.note(time_local);
    rehearsal.take(source.query(), time_local);
    return true;
  };
  SourceQuery source;
  const auto paths = paths_of(rehearsal.watch().rules());
  if (const int code = run_live(source, options.live, paths, take)) return code;
  rehearsal.end();
  if (extent.records == 0) {
    print_error("alert", "there is no sample");
    return kFailed;
  }
  print_results(rehearsal, extent, options.json);
  if (!flush_output()) return kFailed;
  bool lacks_some = false;
  for (std::uint32_t path = 0; path < paths.size(); ++path) {
    if (rehearsal.had_path(path)) continue;
    print_error(paths[path], unmatched_text(source, path));
    lacks_some = true;
  }
  return lacks_some ? kDoesNotExist : kSuccess;
}

int run(const Subcommand& self, std::span<char*> arguments) {
  auto given = read_options(self, arguments, add_options);
  if (!given.has_value()) return given.error();
  Options& options = *given;
  const bool has_rules = options.words.size() > 1 && !is_named_as_log(options.words.back());
  if (!has_rules || options.words.front() != "test") {
    print_error(self.name, "usage: perflib alert test LOG... RULES.json");
    return kUsageError;
  }
  options.log.files.assign(options.words.begin() + 1, options.words.end() - 1);
  if (!fit_together(options.log, options.live)) return kUsageError;
  auto rules = alert_rules_of(options.words.back());
  if (!rules.has_value()) {
    print_error(rules.error());
    return kFailed;
  }
  if (options.log.files.empty()) return rehearse_on_machine(options, *std::move(rules));
  auto log = LogSource::open(options.log);
  if (!log.has_value()) return log.error();
  return rehearse(*log, options, *std::move(rules));
}

}  // namespace

const Subcommand kAlert = {
    .name = "alert",
    .summary = "Test alert rules against a log or this machine",
    .examples =
        "  perflib alert test server.blg rules.json\n"
        "  perflib alert test monday.csv tuesday.csv rules.json --json\n"
        "  perflib alert test rules.json -n 300    this machine, for five minutes\n",
    .run = run,
};

}  // namespace openperflib::apps
