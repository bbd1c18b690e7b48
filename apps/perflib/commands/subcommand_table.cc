#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "apps/perflib/commands/commands.h"
#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/messages.h"
#include "apps/perflib/run/subcommand.h"
#include "apps/perflib/run/usage_text.h"
#include "apps/perflib/sources/log_input.h"
#include "apps/perflib/text/log_progress.h"
#include "apps/program/prepare_process.h"
#include "openperflib/query/catalog/suggestions.h"
#include "openperflib/text/utf16.h"
#include "openperflib/view/paths/watch_presets.h"

namespace openperflib::apps {
namespace {

constexpr auto kSubcommands = std::to_array<const Subcommand*>({
    &kList,   &kPick,    &kQuery, &kWatch,    &kAt,      &kExplain, &kDump, &kInspect,
    &kRecord, &kConvert, &kCut,   &kMerge,    &kSummary, &kChart,   &kDiff, &kAnnotate,
    &kReport, &kAlert,   &kSets,  &kProvider, &kDoctor,  &kError,   &kMcp,
});

// Explains the words that the help of the subcommands uses. Completions take lines that begin with
// two blanks and a small letter for subcommands.
constexpr std::string_view kWords =
    "\n`perflib SUBCOMMAND --help` and `perflib help SUBCOMMAND` show options and\n"
    "examples. They use these words:\n\n"
    "  LOG       A .blg, .csv, .tsv or .perfrec file, or SQL:DATABASE!SET (a log in\n"
    "            a database). Text logs are .csv and .tsv. Recordings (.perfrec) and\n"
    "            some .blg are logs of whole objects, with every instance and counter\n"
    "            of these objects; the others are logs of single counters.\n"
    "  PATH      A counter path: '\\Processor(_Total)\\% Processor Time', or in short\n"
    "            'Processor/_Total/% Processor Time'. * and ? are wildcards. The\n"
    "            quotes are for the shell.\n"
    "  @cpu      A set of counters; the other sets are @overview, @memory, @disk,\n"
    "            @network and @process. Most commands take it in place of a PATH, and\n"
    "            also the name of an object, a counter, a process or an instance.\n"
    "  TIME      15:45 (the last one in the log), 2026-11-21 or '2026-11-21 15:45',\n"
    "            on the log's own clock.\n"
    "  DURATION  0.5, 5s, 10m, 2h or 7d; without a unit, it is in seconds.\n\n"
    "Exit codes: 0 success, 1 failure or no value at all, 2 usage error, 3 something\n"
    "requested does not exist (the rest is shown).\n";

std::string help_text() {
  std::string text = "perflib " OPENPERFLIB_VERSION
                     ": Windows performance counters of this machine and of logs.\n\n"
                     "Usage: perflib SUBCOMMAND ...\n\n";
  for (const Subcommand* subcommand : kSubcommands) {
    text += fmt::format("  {:<9}  {}\n", subcommand->name, subcommand->summary);
  }
  return help_in_columns(text, kHelpColumns) + std::string(kWords);
}

const Subcommand* find(std::string_view name) {
  if (name == kComplete.name) return &kComplete;  // only for shells: not in --help
  const auto* row = std::ranges::find(kSubcommands, name, &Subcommand::name);
  return row == kSubcommands.end() ? nullptr : *row;
}

// Names of other programs, and of what they have for our subcommands, in lower case.
struct OtherName {
  std::string_view name;
  std::string_view ours;  // the words after perflib
};
constexpr auto kOtherNames = std::to_array<OtherName>({
    {"top", "watch @process"},
    {"htop", "watch @process"},
    {"ps", "query @process"},
    {"show", "query"},
    {"get", "query"},
    {"typeperf", "query"},
    {"live", "watch"},
    {"monitor", "watch"},
    {"info", "summary"},
    {"stat", "summary"},
    {"stats", "summary"},
    {"relog", "convert"},
    {"export", "convert"},
    {"compare", "diff"},
    {"log", "record"},
    {"check", "report"},
    {"diagnose", "report"},
    {"analyze", "report"},
    {"plot", "chart"},
    {"graph", "chart"},
    {"draw", "chart"},
    {"analyse", "report"},
    {"code", "error"},
    {"ls", "list"},
    {"find", "list"},
    {"search", "list"},
    {"view", "summary"},
    {"open", "summary"},
    {"import", "query LOG"},
    {"start", "record"},
    {"collect", "record"},
    {"capture", "record"},
    {"trim", "cut"},
    {"join", "merge"},
    {"note", "annotate"},
    {"status", "doctor"},
    {"install", "provider install"},
    {"publish", "provider publish"},
    {"statsd", "provider statsd"},
    {"browse", "pick"},
    {"choose", "pick"},
    {"atop", "watch"},
    {"glances", "watch"},
    {"sar", "watch"},
    {"iostat", "watch @disk"},
    {"vmstat", "watch @memory"},
    {"free", "query @memory"},
    {"mpstat", "watch @cpu"},
    {"pidstat", "watch @process"},
    {"ifstat", "watch @network"},
    // of Windows
    {"get-counter", "query"},
    {"import-counter", "query LOG"},
    {"export-counter", "record -o FILE"},
    {"perfmon", "watch"},
    {"resmon", "watch"},
    {"taskmgr", "watch @process"},
    {"get-process", "query @process"},
    {"tasklist", "query @process"},
});

bool is_program_of_windows(std::string_view word) {
  constexpr auto kPrograms = std::to_array<std::string_view>(
      {"typeperf", "relog", "logman", "lodctr", "unlodctr", "ctrpp"});
  return std::ranges::find(kPrograms, word) != kPrograms.end();
}

// Whether it is one that users know.
bool is_subcommand(std::string_view word) {
  return find(word) != nullptr && find(word) != &kComplete;
}

// What to do instead: the command with a similar spelling or the same purpose, or one that takes
// the word as a file or path. `next`: the word after it.
std::string unknown_subcommand(const std::string& word, std::string_view next) {
  const auto* const other = std::ranges::find(kOtherNames, folded(word), &OtherName::name);
  std::string meant;
  if (other != kOtherNames.end()) {
    meant = other->ours;
  } else if (word.starts_with('\\')) {
    meant = fmt::format("query '{}'", word);
  } else if (is_log_file(word)) {
    meant = fmt::format("{} {}", is_subcommand(next) ? next : "summary", word);
  } else if (find_watch_preset(word) != nullptr) {
    meant = fmt::format("watch {}", find_watch_preset(word)->name);
  } else {
    std::vector<std::string_view> names = {"help"};
    for (const Subcommand* subcommand : kSubcommands) names.emplace_back(subcommand->name);
    const auto nearest = nearest_names(word, names, 1);
    if (!nearest.empty()) meant = nearest.front();
  }
  if (is_program_of_windows(word)) {
    return fmt::format("is a program of its own; run `{}` without perflib{}", word,
                       meant.empty() ? "" : fmt::format(", or `perflib {}`", meant));
  }
  if (meant.empty()) return "no such subcommand; `perflib --help` lists them";
  return fmt::format("no such subcommand; did you mean `perflib {}`?", meant);
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::ranges::find(words, word) != words.end();
}

// Options before the subcommand.
std::unexpected<Failure> misplaced_option(std::span<char*> arguments) {
  const std::string_view option = arguments.front();
  const auto name = std::ranges::find_if(arguments, is_subcommand);
  if (name == arguments.end()) {
    return usage_error(option, "is not an option of perflib itself; options follow a subcommand",
                       "`perflib --help` lists the subcommands.");
  }
  return usage_error(
      option, fmt::format("options follow the subcommand: perflib {} {} ...", *name, option));
}

Outcome run_subcommand(const Subcommand& subcommand, const Environment& environment,
                       std::span<char*> arguments) {
  Subcommand self = subcommand;
  self.environment = &environment;
  self.begin_progress_line = &begin_log_progress;
  return self.run(self, arguments);
}

// "help query" is "query --help".
Outcome print_help(const Environment& environment, std::span<char*> topics) {
  if (topics.empty()) {
    print_out(help_text());
    return Ending::success;
  }
  const std::string topic = topics.front();
  const Subcommand* const subcommand = find(topic);
  if (subcommand == nullptr) return usage_error(topic, unknown_subcommand(topic, {}));
  std::string option = "--help";
  std::array<char*, 1> arguments = {option.data()};
  return run_subcommand(*subcommand, environment, arguments);
}

Outcome dispatch(const Environment& environment, std::span<char*> arguments) {
  if (arguments.empty()) {
    std::fputs(help_text().c_str(), stderr);
    return Ending::usage_error;
  }
  const std::string_view name = arguments.front();
  if (is_one_of(name, {"--help", "-h", "-help", "help", "/?", "-?"})) {
    return print_help(environment, arguments.subspan(1));
  }
  if (is_one_of(name, {"--version", "version", "-v", "-V"})) {
    print_out("perflib " OPENPERFLIB_VERSION "\n");
    return Ending::success;
  }
  const Subcommand* const subcommand = find(name);
  if (subcommand != nullptr) {
    return run_subcommand(*subcommand, environment, arguments.subspan(1));
  }
  if (name.starts_with('-')) return misplaced_option(arguments);
  const std::string_view next = arguments.size() > 1 ? arguments[1] : "";
  return usage_error(name, unknown_subcommand(std::string(name), next));
}

// The exit codes are a contract: docs/perflib.md, section 1.
int exit_code_of(Ending ending) noexcept {
  switch (ending) {
    case Ending::success:
      return 0;
    case Ending::failed:
      return 1;
    case Ending::usage_error:
      return 2;
    case Ending::does_not_exist:
      return 3;
  }
  return 1;
}

// How a run ended, and what is to be said about it.
Failure end_of(Outcome outcome) {
  return outcome.has_value() ? Failure{.ending = *outcome} : std::move(outcome).error();
}

void print_failure(const Failure& failure) {
  if (!failure.what.empty() || !failure.why.empty()) print_error(failure.what, failure.why);
  if (!failure.advice.empty()) print_error_line(failure.advice);
}

}  // namespace

std::span<const Subcommand* const> subcommands() noexcept { return kSubcommands; }

int run_perflib(const Environment& environment, std::span<char*> arguments) {
  prepare_process();
  const Failure end = end_of(dispatch(environment, arguments));
  const bool is_written = flush_output();
  print_failure(end);
  const int code = end.command_status.value_or(exit_code_of(end.ending));
  if (is_written || code != 0) return code;
  print_error("standard output", "cannot be written");
  return exit_code_of(Ending::failed);
}

}  // namespace openperflib::apps
