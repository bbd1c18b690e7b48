#include "apps/perflib/sources/log_words.h"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "apps/perflib/sources/detected_file.h"
#include "apps/perflib/sources/searched_names.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/log/sql_log_name.h"
#include "openperflib/snapshot/object_request.h"
#include "openperflib/view/paths/watch_presets.h"
#include "openperflib/view/paths/word_search.h"
#include "openperflib/view/text/word_match.h"

namespace openperflib::apps {
namespace {

// Returns whether a word may be a name as well as a file. SQL:DATABASE!SET is never a name.
bool is_bare(std::string_view word) {
  return word.find_first_of("./\\") == std::string_view::npos && !SqlLogName::is_one(word);
}

std::expected<bool, Failure> is_part_of_an_object(const std::string& word, SearchedNames& names) {
  const Names all = OPENPERFLIB_TRY(names.get());
  return std::ranges::any_of(all.objects(), [&](const Names::Object& object) {
    return matches_word(object.name(), word);
  });
}

std::expected<bool, Failure> is_a_name(const std::string& word, OtherWords others,
                                       SearchedNames& names) {
  switch (others) {
    case OtherWords::requests:
      return ObjectRequest::parse(word).has_value();
    case OtherWords::objects:
      if (OPENPERFLIB_TRY(is_part_of_an_object(word, names))) return true;
      break;
    case OtherWords::logs:
      return false;
    case OtherWords::paths:
      break;
  }
  if (find_watch_preset(word) != nullptr) return true;
  return !meanings_of(word, OPENPERFLIB_TRY(names.get())).exact.empty();
}

enum class Meaning : std::uint8_t { log, other };

// Decides for the words that may be both.
class BareWords {
 public:
  BareWords(SearchedNames& names, OtherWords others, LogOptions& options)
      : names_(names), others_(others), options_(options) {}

  std::expected<Meaning, Failure> meaning_of(const std::string& word) {
    const auto detected = detect_file(word);
    if (!detected.has_value()) return Meaning::other;
    if (!detected->format.has_value()) {
      options_.not_logs.emplace_back(word, why_no_log(*detected));
      return Meaning::other;
    }
    if (!OPENPERFLIB_TRY(is_a_name(word, others_, names_))) return Meaning::log;
    hidden_logs_.push_back(
        {.subject = word,
         .text = fmt::format("is read as a name; write ./{} for the log of that name", word)});
    return Meaning::other;
  }
  // Returns what the user should know of names that are logs, too.
  [[nodiscard]] std::vector<ChosenPaths::Remark> take_hidden_logs() noexcept {
    return std::move(hidden_logs_);
  }

 private:
  SearchedNames& names_;
  OtherWords others_;
  LogOptions& options_;
  std::vector<ChosenPaths::Remark> hidden_logs_;
};

std::string_view as_file(std::string_view word, const LogOptions& options) {
  const auto known =
      std::ranges::find(options.not_logs, word, &std::pair<std::string, std::string>::first);
  return known == options.not_logs.end() ? std::string_view() : std::string_view(known->second);
}

}  // namespace

std::expected<std::vector<ChosenPaths::Remark>, Failure> take_log_words(
    std::vector<std::string>& words, const SourceOptions* source, LogOptions& options,
    OtherWords others) {
  LogOptions certain = options;  // the source of the names
  for (const std::string& word : words) {
    if (!is_bare(word) && is_log_file(word)) certain.files.push_back(word);
  }
  if (source == nullptr && certain.files.empty()) others = OtherWords::logs;
  SearchedNames names =
      source != nullptr ? SearchedNames(*source, certain) : SearchedNames(certain);
  BareWords bare(names, others, options);
  std::vector<std::string> rest;
  for (std::string& word : words) {
    const Meaning meaning = is_bare(word)       ? OPENPERFLIB_TRY(bare.meaning_of(word))
                            : is_log_file(word) ? Meaning::log
                                                : Meaning::other;
    (meaning == Meaning::log ? options.files : rest).push_back(std::move(word));
  }
  words = std::move(rest);
  return bare.take_hidden_logs();
}

std::string other_reading(std::string_view word, const LogOptions& options) {
  const std::string_view why = as_file(word, options);
  return why.empty() ? std::string() : fmt::format("; the file of that name {}", why);
}

std::string why_not_read(std::string_view word, const LogOptions& options,
                         std::string_view otherwise) {
  const std::string_view why = as_file(word, options);
  return std::string(why.empty() ? otherwise : why);
}

}  // namespace openperflib::apps
