// perflib complete: what a word of a command line may become. Called by the shell's completion; not
// in --help.
#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/perflib/command_line.h"
#include "apps/perflib/commands.h"
#include "apps/perflib/path_completion.h"
#include "apps/perflib/watch_presets.h"
#include "openperflib/linux/linux_provider.h"
#include "openperflib/query/catalog.h"
#include "openperflib/session/local_source.h"

namespace openperflib::apps {
namespace {

struct Options {
  std::string word;
  std::string subcommand = "query";
  std::vector<std::string> roots;
};

std::vector<const CatalogueObject*> objects_here() {
  std::vector<const CatalogueObject*> objects;
  for (const TitleIndex index : collected_objects()) {
    if (const CatalogueObject* object = find_catalogue_object(index)) objects.push_back(object);
  }
  return objects;
}

// The instances of one object, of which no counter is read. Empty where that fails: a completion
// has nobody to tell.
std::vector<std::string> instances_here(const CatalogueObject& object,
                                        const std::vector<std::string>& roots) {
  constexpr TitleIndex kNoCounter = 0;
  std::vector<std::string> names;
  const auto source =
      LocalSource::open({.roots = roots, .kept_descriptors = 0, .collection_status = false});
  if (!source.has_value()) return names;
  ObjectRequest request = ObjectRequest::nothing();
  request.add_counter(object.name_index, kNoCounter);
  Snapshot snapshot;
  if (!(*source)->read(request, snapshot).has_value()) return names;
  const Catalog catalog = catalog_of(snapshot, fixed_titles());
  const Catalog::Object* found = catalog.find(object.name_index);
  if (found == nullptr) return names;
  for (const Catalog::Instance& instance : found->instances) {
    names.push_back(display_name(instance));
  }
  return names;
}

void add_watch_sets(std::vector<std::string>& words, std::string_view word) {
  for (const WatchPreset& set : watch_presets()) {
    if (set.name.starts_with(word)) words.emplace_back(set.name);
  }
}

std::vector<std::string> words_for(const Options& options) {
  std::vector<std::string> words;
  const std::vector<const CatalogueObject*> objects = objects_here();
  if (options.subcommand == "list") {  // takes names of objects
    for (const CatalogueObject* object : objects) {
      if (matches_beginning(object->name, options.word)) words.emplace_back(object->name);
    }
    return words;
  }
  if (options.subcommand == "watch") add_watch_sets(words, options.word);
  if (options.word.starts_with('@')) return words;
  const auto instances = [&options](const CatalogueObject& object) {
    return instances_here(object, options.roots);
  };
  std::vector<std::string> paths =
      path_completions(options.word, {.objects = objects, .instances = instances});
  words.insert(words.end(), paths.begin(), paths.end());
  return words;
}

int run(const Subcommand& self, std::span<char*> arguments) {
  CommandLine command_line(self);
  Options options;
  CLI::App& app = command_line.app();
  app.add_option("WORD", options.word, "What stands before the cursor, without quotes");
  app.add_option("--for", options.subcommand, "The subcommand that the word is an argument of")
      ->check(CLI::IsMember({"list", "query", "watch", "explain", "record"}));
  app.add_option("--root", options.roots, "As of that subcommand")->expected(1)->take_all();
  if (const auto code = command_line.parse(arguments)) return *code;
  for (const std::string& word : words_for(options)) fmt::print("{}\n", word);
  return kAllWell;
}

}  // namespace

const Subcommand kComplete = {
    .name = "complete",
    .summary = "Print what a word of a command line may become, a line each",
    .examples =
        "  perflib complete --for watch -- '@c'\n"
        "  perflib complete -- '\\Processor(_T'\n",
    .run = run,
};

}  // namespace openperflib::apps
