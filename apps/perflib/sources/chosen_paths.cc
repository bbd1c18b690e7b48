#include "apps/perflib/sources/chosen_paths.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "apps/perflib/run/failure.h"
#include "apps/perflib/run/messages.h"
#include "apps/perflib/sources/job_messages.h"
#include "apps/perflib/sources/log_series.h"
#include "apps/perflib/sources/log_window.h"
#include "apps/perflib/sources/open_session.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/jobs/present_paths_job.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/query/catalog/suggestions.h"
#include "openperflib/query/names.h"
#include "openperflib/query/paths/path_pattern.h"
#include "openperflib/titles/title_table.h"
#include "openperflib/view/paths/watch_presets.h"
#include "openperflib/view/paths/word_search.h"

namespace openperflib::apps {
namespace {

bool is_in(const std::vector<std::string>& paths, std::string_view path) {
  return std::ranges::find(paths, path) != paths.end();
}

// The part of a set that a log has.
class SetInLog {
 public:
  explicit SetInLog(const WatchPreset& preset) : preset_(preset) {
    for (const PresetPath& path : preset.paths) {
      candidates_.emplace_back(path.path);
      candidates_.insert(candidates_.end(), path.or_else.begin(), path.or_else.end());
    }
    candidates_.insert(candidates_.end(), preset.objects.begin(), preset.objects.end());
    std::erase(candidates_, "");
  }

  // Reads the log up to the first record that has one of the candidates.
  std::expected<void, Failure> look(const LogOptions& options) {
    LogOptions chosen = options;
    chosen.request = request_of(candidates_, options);
    const LogWindow window = OPENPERFLIB_TRY(window_of(options));
    auto job = OPENPERFLIB_TRY(run_to_end(PresentPathsJob::begin(
        {.logs = inputs_of(chosen), .window = window, .paths = candidates_}, titles_of(options))));
    matched_ = job.take_model();
    return {};
  }

  void append_to(ChosenPaths& chosen) const {
    const std::size_t before = chosen.paths.size();
    for (const PresetPath& path : preset_.paths) {
      std::vector<std::string_view> ways = {path.path};
      ways.insert(ways.end(), path.or_else.begin(), path.or_else.end());
      const auto way = std::ranges::find_if(ways, [&](auto one) { return has(one); });
      if (way == ways.end() || is_in(chosen.paths, *way)) continue;
      if (path.worth == PresetPath::Worth::extra) chosen.extra.push_back(chosen.paths.size());
      chosen.paths.emplace_back(*way);
    }
    if (chosen.paths.size() != before) return;
    for (const std::string_view path : preset_.objects) {
      if (has(path)) chosen.paths.emplace_back(path);
    }
  }

 private:
  [[nodiscard]] bool has(std::string_view path) const { return is_in(matched_, path); }
  const WatchPreset& preset_;
  std::vector<std::string> candidates_;
  std::vector<std::string> matched_;
};

std::expected<void, Failure> append_set(const WatchPreset& preset, const LogOptions& log,
                                        ChosenPaths& chosen) {
  if (log.files.empty()) {
    for (const PresetPath& path : preset.paths) {
      if (path.worth == PresetPath::Worth::extra) chosen.extra.push_back(chosen.paths.size());
      chosen.paths.emplace_back(path.path);
    }
    return {};
  }
  SetInLog in_log(preset);
  OPENPERFLIB_TRY(in_log.look(log));
  const std::size_t before = chosen.paths.size();
  in_log.append_to(chosen);
  if (chosen.paths.size() != before) return {};
  print_error(shown_log_name(log.files.front()),
              fmt::format("this log has no counters of {}", preset.name));
  chosen.lacks_a_set = true;
  return {};
}

// The names of the source, read when the first word is searched for.
class SourceNames {
 public:
  SourceNames(const SourceOptions& source, const LogOptions& log) : source_(source), log_(log) {}

  // They live as long as this.
  std::expected<Names, Failure> get() {
    if (!log_.files.empty()) return of_log();
    if (!machine_.has_value()) machine_.emplace(OPENPERFLIB_TRY(read_machine()));
    return Names(*machine_);
  }

 private:
  std::expected<Catalog, Failure> read_machine() {
    const auto local = OPENPERFLIB_TRY(open_source(source_));
    Snapshot snapshot;
    const auto result = local->read(ObjectRequest(), snapshot);
    if (result.has_value()) return catalog_of(snapshot, local->titles()->table());
    return failed(result.error());
  }
  std::expected<Names, Failure> of_log() {
    if (!summary_.has_value()) summary_.emplace(OPENPERFLIB_TRY(survey(log_)));
    return Names(summary_->survey.catalog());
  }

  const SourceOptions& source_;
  const LogOptions& log_;
  std::optional<Catalog> machine_;
  std::optional<LogSummary> summary_;
};

// "did you mean @disk or \\PhysicalDisk(*)\\*?"
std::string did_you_mean(std::string_view word, const WordMeanings& meanings, Sets sets) {
  std::vector<std::string> all;
  if (sets == Sets::taken && word.size() > 2) {
    std::vector<std::string_view> names;
    for (const WatchPreset& preset : watch_presets()) names.push_back(preset.name.substr(1));
    for (const std::string_view name : nearest_names(word, names, 1))
      all.push_back(fmt::format("@{}", name));
  }
  constexpr std::size_t kMost = 4;
  for (const auto* paths : {&meanings.exact, &meanings.near}) {
    for (const std::string& path : *paths) {
      if (all.size() < kMost) all.push_back(path);
    }
  }
  if (all.empty()) return {};
  const std::string last = all.back();
  all.pop_back();
  if (all.empty()) return fmt::format("did you mean {}?", last);
  return fmt::format("did you mean {} or {}?", fmt::join(all, ", "), last);
}

std::expected<void, Failure> append_word(const std::string& word, const Error& error,
                                         SourceNames& names, Sets sets, ChosenPaths& chosen) {
  const WordMeanings meanings = meanings_of(word, OPENPERFLIB_TRY(names.get()));
  const bool is_name = !word.starts_with('\\');  // otherwise a path that was cut off
  if (is_name && meanings.exact.size() == 1) {
    print_error(word, fmt::format("read as {}", meanings.exact.front()));
    chosen.paths.push_back(meanings.exact.front());
    return {};
  }
  const std::string hint = did_you_mean(word, meanings, sets);
  return usage_error(
      word, hint.empty() ? not_a_path(error) : fmt::format("not a counter path; {}", hint));
}

std::expected<void, Failure> append(const std::string& word, const LogOptions& log,
                                    SourceNames& names, Sets sets, ChosenPaths& chosen) {
  const WatchPreset* preset = sets == Sets::taken ? find_watch_preset(word) : nullptr;
  if (preset != nullptr) return append_set(*preset, log, chosen);
  if (word.starts_with('@') && sets == Sets::taken) {
    return usage_error(
        word, "no such set; the sets are @overview, @cpu, @memory, @disk, @network and @process");
  }
  const auto pattern = PathPattern::parse(word);
  if (!pattern.has_value()) return append_word(word, pattern.error(), names, sets, chosen);
  chosen.paths.push_back(word);
  return {};
}

}  // namespace

std::expected<ChosenPaths, Failure> choose_paths(const std::vector<std::string>& words,
                                                 const SourceOptions& source, const LogOptions& log,
                                                 Sets sets) {
  OPENPERFLIB_TRY(check_quoted(words, source.environment->titles));
  ChosenPaths chosen;
  SourceNames names(source, log);
  for (const std::string& word : words) OPENPERFLIB_TRY(append(word, log, names, sets, chosen));
  return chosen;
}

}  // namespace openperflib::apps
