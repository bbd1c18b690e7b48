// perflib complete: the completions of a word of a command line. Called by the completion of the
// shell; not in --help.
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "apps/collection/environment.h"
#include "apps/completion/database_completion.h"
#include "apps/perflib/commands/commands.h"
#include "apps/perflib/run/command_line.h"
#include "apps/perflib/run/failure.h"
#include "openperflib/base/error_codes.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/log_names.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/machine_jobs/machine_names.h"
#include "openperflib/text/utf16.h"
#include "openperflib/view/paths/path_completion.h"
#include "openperflib/view/paths/watch_presets.h"

namespace openperflib::apps {
namespace complete_command {
namespace {

struct Options {
  std::string word;
  std::vector<std::string> before;  // the words between the subcommand and the word
  std::string subcommand = "query";
  std::vector<std::string> roots;
};

// The sources named before the cursor.
struct Sources {
  std::vector<std::string> roots;
  std::vector<std::string> logs;
};

// Options whose value is a file that is not read as a log.
bool names_another_file(std::string_view option) {
  constexpr std::array<std::string_view, 3> kOptions = {"-o", "--output", "--rules"};
  return std::ranges::find(kOptions, option) != kOptions.end();
}

bool may_be_log(const std::string& word) {
  if (SqlLogName::is_one(word)) return true;
  const bool is_other =
      word.empty() || word.front() == '\\' || word.front() == '@' || word.front() == '-';
  std::error_code error;
  return !is_other && std::filesystem::exists(word, error);
}

// The last file of these commands is the output.
bool writes_its_last_file(std::string_view subcommand) {
  return subcommand == "convert" || subcommand == "cut" || subcommand == "merge";
}

Sources sources_of(const Options& options) {
  Sources sources{.roots = options.roots, .logs = {}};
  std::string_view option;  // the previous word, if it is an option
  for (const std::string& word : options.before) {
    if (option == "--root") {
      sources.roots.push_back(word);
    } else if (!names_another_file(option) && may_be_log(word)) {
      sources.logs.push_back(word);
    }
    option = word.starts_with('-') ? std::string_view(word) : std::string_view();
  }
  if (writes_its_last_file(options.subcommand) && sources.logs.size() > 1) sources.logs.pop_back();
  return sources;
}

bool reads_machine(std::string_view subcommand) {
  constexpr std::array<std::string_view, 7> kLive = {"list",    "pick",   "query", "watch",
                                                     "explain", "record", "chart"};
  return std::ranges::find(kLive, subcommand) != kLive.end();
}

KnownNames names_for(const Environment& environment, const Options& options) {
  const Sources sources = sources_of(options);
  const bool is_log = !sources.logs.empty() || !reads_machine(options.subcommand);
  if (is_log) return names_of_logs(sources.logs, environment.titles);
  LocalSourceOptions machine = environment.described_machine;
  machine.roots = sources.roots;
  return names_of_machine(std::move(machine), environment.titles);
}

bool takes_sets(std::string_view subcommand) {
  constexpr std::array<std::string_view, 11> kTakers = {"list",    "query",   "watch", "at",
                                                        "record",  "summary", "chart", "diff",
                                                        "convert", "cut",     "merge"};
  return std::ranges::find(kTakers, subcommand) != kTakers.end();
}

void add_watch_sets(std::vector<std::string>& words, std::string_view word) {
  for (const WatchPreset& set : watch_presets()) {
    if (set.name.starts_with(word)) words.emplace_back(set.name);
  }
}

// Names of codes that begin as the word does, whatever its case.
std::vector<std::string> code_names(std::string_view word) {
  std::vector<std::string> names;
  for (const std::span<const ErrorCode> codes : {pdh_codes(), system_codes()}) {
    for (const ErrorCode& code : codes) {
      if (folded(code.name).starts_with(folded(word))) names.emplace_back(code.name);
    }
  }
  return names;
}

std::vector<std::string> words_for(const Environment& environment, const Options& options) {
  if (options.subcommand == "error") return code_names(options.word);
  if (SqlLogName::is_one(options.word)) return database_completions(options.word);
  std::vector<std::string> words;
  const bool shows_sets = options.subcommand == "watch" || options.subcommand == "at";
  const bool is_set = options.word.starts_with('@') && takes_sets(options.subcommand);
  if (shows_sets || is_set) add_watch_sets(words, options.word);
  if (options.word.starts_with('@')) return words;
  if (options.subcommand == "list")
    return object_completions(options.word, names_for(environment, options));
  const std::vector<std::string> paths =
      path_completions(options.word, names_for(environment, options));
  words.insert(words.end(), paths.begin(), paths.end());
  return words;
}

Outcome run(const Subcommand& self, std::span<char*> arguments) {
  CommandLine line(self);
  Options options;
  line.add_option("WORD", options.word, "The word at the cursor, without quotes");
  line.add_option("BEFORE", options.before, "The words between the subcommand and it");
  line.add_option("--for", options.subcommand, "The subcommand that the word is an argument of")
      .one_of({"list", "pick", "query", "watch", "at", "explain", "record", "summary", "chart",
               "diff", "convert", "cut", "merge", "sets", "inspect", "report", "error"});
  line.add_option("--root", options.roots, "As for that subcommand").repeatable();
  OPENPERFLIB_TRY(line.parse(arguments));
  for (const std::string& word : words_for(*self.environment, options)) fmt::print("{}\n", word);
  return Ending::success;
}

}  // namespace
}  // namespace complete_command

const Subcommand kComplete = {
    .name = "complete",
    .summary = "Print the completions of a word of a command line, one per line",
    .examples =
        "  perflib complete --for watch -- '@c'\n"
        "  perflib complete -- '\\Processor(_T'\n"
        "  perflib complete -- '\\Process(' server.blg\n",
    .run = complete_command::run,
};

}  // namespace openperflib::apps
