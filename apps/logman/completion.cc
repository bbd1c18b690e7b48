#include "apps/logman/completion.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "apps/drop_in/completion.h"
#include "apps/drop_in/messages.h"
#include "apps/logman/collection/collection_store.h"
#include "apps/logman/options.h"
#include "openperflib/base/try_internal.h"
#include "openperflib/machine_jobs/machine_names.h"
#include "openperflib/text/utf16.h"
#include "openperflib/view/paths/path_completion.h"

namespace openperflib::logman {
namespace {

using apps::Environment;
using drop_in::Completion;
using drop_in::CursorLine;
using Words = std::vector<std::string>;

const Words kOfferedVerbs = {"create", "query",  "start",  "stop",
                             "delete", "update", "import", "export"};
const Words kOfferedKinds = {"counter", "alert"};

// The names of the collections, as given.
Words collections(const Environment& environment) {
  Words names;
  const auto store = CollectionStore::open(environment);
  if (!store.has_value()) return names;
  for (const std::string& name : store->names().value_or(Words())) {
    const auto set = store->load(name);
    names.push_back(set.has_value() ? set->name : name);
  }
  return names;
}

// The words that are not options: a verb, for create and update a kind, and a name.
Completion own_word(const Environment& environment, const CursorLine& line) {
  Words words = line.values_of("");
  if (words.empty()) return {.words = kOfferedVerbs};
  const std::string verb = folded(words.front());
  words.erase(words.begin());
  const bool takes_kind = verb == "create" || verb == "update";
  const bool has_kind =
      takes_kind && !words.empty() &&
      std::ranges::find(kOfferedKinds, folded(words.front())) != kOfferedKinds.end();
  if (has_kind) words.erase(words.begin());
  if (!words.empty()) return {};  // the name was given
  if (verb == "create" || verb == "import")
    return {.words = has_kind || !takes_kind ? Words() : kOfferedKinds};
  Completion completion{.words = collections(environment)};
  if (takes_kind && !has_kind)
    completion.words.insert(completion.words.begin(), kOfferedKinds.begin(), kOfferedKinds.end());
  return completion;
}

Completion options(const CursorLine& line) {
  const Words words = line.values_of("");
  const std::string kind = words.size() > 1 ? folded(words[1]) : "";
  return {.words = option_names(words.empty() ? "" : folded(words.front()), kind)};
}

Completion paths(const Environment& environment, const CursorLine& line) {
  const KnownNames names = names_of_machine(environment.described_machine, environment.titles);
  return {.words = path_completions(line.word(), names)};
}

Completion value_of(const Environment& environment, std::string_view option,
                    const CursorLine& line) {
  constexpr std::array<std::string_view, 6> kFiles = {"cf", "config", "rc", "rules", "tn", "xml"};
  if (option == "c" || option == "th") return paths(environment, line);
  if (option == "f") return {.words = {"bin", "bincirc", "csv", "tsv", "sql"}};
  if (option == "v") return {.words = {"nnnnnn", "mmddhhmm"}};
  if (option == "m") return {.words = {"start", "stop"}};
  if (option == "n" || option == "rdcs") return {.words = collections(environment)};
  if (option == "s") return {.words = {"localhost"}};
  if (option == "o") return drop_in::file_or_database(line);
  return {.words = {}, .files = std::ranges::find(kFiles, option) != kFiles.end()};
}

}  // namespace

Outcome complete_words(const Environment& environment, std::span<char* const> words) {
  const CursorLine line(words, find_option);
  const std::string_view option = line.option();
  const Completion completion = line.begins_an_option() ? options(line)
                                : option.empty()        ? own_word(environment, line)
                                                        : value_of(environment, option, line);
  OPENPERFLIB_TRY(drop_in::print(completion_lines(line, completion)));
  return {};
}

}  // namespace openperflib::logman
