#include "apps/perflib/sources/chosen_paths.h"

#include <fmt/core.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "apps/perflib/sources/job_messages.h"
#include "apps/perflib/sources/log_window.h"
#include "apps/perflib/sources/log_words.h"
#include "apps/perflib/sources/open_session.h"
#include "apps/perflib/sources/searched_names.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/present_paths_job.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/log/time/written_time.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/text/utf16.h"
#include "openperflib/view/paths/process_counters.h"
#include "openperflib/view/paths/watch_presets.h"
#include "openperflib/view/paths/word_search.h"

namespace openperflib::apps {
namespace {

// What words may be, and what they mean.
struct WordRules {
  Sets sets = Sets::taken;
  ProcessNames processes = ProcessNames::all_counters;
};

// Reads a log up to the first record with one of the paths, and returns those that it has.
std::expected<std::vector<std::string>, Failure> paths_present(const LogOptions& options,
                                                               std::vector<std::string> paths) {
  LogOptions chosen = options;
  chosen.request = request_of(paths, options);
  const LogWindow window = OPENPERFLIB_TRY(window_of(options));
  auto job = OPENPERFLIB_TRY(
      run_to_end(PresentPathsJob::begin(
                     {.logs = inputs_of(chosen), .window = window, .paths = std::move(paths)},
                     titles_of(options)),
                 options.begin_progress_line));
  const bool has_window = !options.begin.empty() || !options.end.empty();
  if (has_window && !job.has_samples()) return std::unexpected(why_no_samples(options));
  return job.take_model();
}

Step add_set(const WatchPreset& set, const LogOptions& log, ChosenPaths& chosen) {
  if (log.files.empty()) {
    chosen.add_set(set);
    return {};
  }
  const auto present = OPENPERFLIB_TRY(paths_present(log, possible_paths(set)));
  chosen.add_set_of_log(set, present, shown_log_name(log.files.front()));
  return {};
}

// Returns whether the object that a path names has its counter.
bool has_counter(const Names& names, const std::string& path) {
  const auto pattern = PathPattern::parse(path);
  const auto is_meant = [](std::string_view) { return true; };
  return pattern.has_value() && names.find(*pattern, is_meant).counter != nullptr;
}

// What to do about a word that is written as names are not. Empty: it may be a name.
std::string spelling_advice(const std::string& word, const LogOptions& log) {
  if (parse_written_time(word).has_value() && word.find_first_of(":-/") != std::string::npos) {
    return "it looks like a time: write a date and a time in one pair of quotes";
  }
  if (word.size() > 1 && word.front() == '"' && word.back() == '"') {
    return "leave out the inner quotes";
  }
  if (word.find(',') != std::string::npos) return "separate names by blanks, not by commas";
  if (folded(word).ends_with(".exe")) return "write the name of a process without .exe";
  if (log.files.empty() && is_named_as_log(word)) {
    return fmt::format("use -o {} to write a log of that name", word);
  }
  return {};
}

// What a name that nothing has is answered with.
std::unexpected<Failure> nothing_is_named(const std::string& word, const LogOptions& log) {
  std::string advice = spelling_advice(word, log);
  if (advice.empty()) {
    const std::string list = log.files.empty() ? "" : " " + shown_log_name(log.files.front());
    advice = fmt::format("perflib list{} shows all", list);
  }
  return usage_error(fmt::format("no counter, set or process is named \"{}\"; {}{}", word, advice,
                                 other_reading(word, log)));
}

// Adds what the only meaning of a word has: of a process, its main counters if they are wanted.
Step add_only_meaning(const std::string& word, const std::string& meaning, const LogOptions& log,
                      const Names& names, const WordRules& rules, ChosenPaths& chosen) {
  std::vector<std::string> paths;
  if (rules.processes == ProcessNames::main_counters) paths = main_paths_of_process(word, meaning);
  if (!paths.empty() && !log.files.empty()) {
    paths = OPENPERFLIB_TRY(paths_present(log, std::move(paths)));
  } else {
    std::erase_if(paths, [&](const std::string& path) { return !has_counter(names, path); });
  }
  chosen.add_process(word, meaning, paths);
  return {};
}

Step add_named(const std::string& word, const Error& error, const LogOptions& log,
               SearchedNames& searched, const WordRules& rules, ChosenPaths& chosen) {
  const Names names = OPENPERFLIB_TRY(searched.get());
  const WordMeanings meanings = meanings_of(word, names);
  const bool is_name = !word.starts_with('\\');  // otherwise a path that was cut off
  if (is_name && meanings.exact.size() == 1) {
    return add_only_meaning(word, meanings.exact.front(), log, names, rules, chosen);
  }
  if (is_name && meanings.exact.empty()) OPENPERFLIB_TRY(refuse_folder(word));
  const std::string hint = did_you_mean(word, meanings, rules.sets);
  if (!hint.empty()) {
    return usage_error(word,
                       fmt::format("not a counter path{}; {}", other_reading(word, log), hint));
  }
  return is_name ? nothing_is_named(word, log) : usage_error(word, not_a_path(error));
}

Step add_word(const std::string& word, const LogOptions& log, SearchedNames& names,
              const WordRules& rules, ChosenPaths& chosen) {
  const WatchPreset* preset = rules.sets == Sets::taken ? find_watch_preset(word) : nullptr;
  if (preset != nullptr) return add_set(*preset, log, chosen);
  if (word.starts_with('@') && rules.sets == Sets::taken) {
    return usage_error(
        word, "no such set; the sets are @overview, @cpu, @memory, @disk, @network and @process");
  }
  const bool is_path_of_files = !word.starts_with('\\') && word.find('/') != std::string::npos;
  if (is_path_of_files) OPENPERFLIB_TRY(refuse_folder(word));
  const auto pattern = PathPattern::parse(word);
  if (!pattern.has_value()) return add_named(word, pattern.error(), log, names, rules, chosen);
  chosen.paths.push_back(word);
  return {};
}

// Adds what `more` has and `chosen` lacks.
void join(const ChosenPaths& more, ChosenPaths& chosen) {
  for (const std::string& path : more.paths) {
    if (std::ranges::find(chosen.paths, path) == chosen.paths.end()) chosen.paths.push_back(path);
  }
  for (const ChosenPaths::Remark& remark : more.remarks) {
    const bool is_new = std::ranges::find(chosen.remarks, remark) == chosen.remarks.end();
    if (is_new) chosen.remarks.push_back(remark);
  }
  chosen.lacks_a_set = chosen.lacks_a_set || more.lacks_a_set;
}

// The failure is that of the first log.
Step add_word_of_any(const std::string& word, std::span<const LogOptions> logs,
                     std::deque<SearchedNames>& names, Sets sets, ChosenPaths& chosen) {
  std::optional<Step> failure;
  bool is_found = false;
  for (std::size_t i = 0; i < logs.size(); ++i) {
    ChosenPaths of_log;
    Step added = add_word(word, logs[i], names[i], {.sets = sets}, of_log);
    if (added.has_value()) {
      is_found = true;
      join(of_log, chosen);
    } else if (!failure.has_value()) {
      failure = std::move(added);
    }
  }
  return is_found ? Step() : *std::move(failure);
}

}  // namespace

PathChoice choose_paths(const std::vector<std::string>& words, const SourceOptions& source,
                        const LogOptions& log, Sets sets, ProcessNames processes) {
  PathChoice choice{.chosen = {}, .ended = check_quoted(words, source.environment->titles)};
  SearchedNames names(source, log);
  const WordRules rules{.sets = sets, .processes = processes};
  for (const std::string& word : words) {
    if (!choice.ended.has_value()) break;
    choice.ended = add_word(word, log, names, rules, choice.chosen);
  }
  return choice;
}

PathChoice choose_paths(const std::vector<std::string>& words, const LogOptions& log, Sets sets) {
  return choose_paths(words, SourceOptions{.environment = log.environment, .roots = {}}, log, sets);
}

PathChoice choose_paths(const std::vector<std::string>& words, std::span<const LogOptions> logs,
                        Sets sets) {
  PathChoice choice;
  if (logs.empty()) return choice;
  const SourceOptions source{.environment = logs.front().environment, .roots = {}};
  choice.ended = check_quoted(words, source.environment->titles);
  std::deque<SearchedNames> names;  // one for each log; they refer to their options
  for (const LogOptions& log : logs) names.emplace_back(source, log);
  for (const std::string& word : words) {
    if (!choice.ended.has_value()) break;
    choice.ended = add_word_of_any(word, logs, names, sets, choice.chosen);
  }
  return choice;
}

}  // namespace openperflib::apps
