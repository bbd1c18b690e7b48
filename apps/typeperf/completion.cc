#include "apps/typeperf/completion.h"

#include <string>
#include <utility>
#include <vector>

#include "apps/drop_in/completion.h"
#include "apps/drop_in/messages.h"
#include "openperflib/machine_jobs/machine_names.h"
#include "openperflib/view/paths/path_completion.h"

namespace openperflib::typeperf {
namespace {

using drop_in::Completion;
using drop_in::CursorLine;

KnownNames names_of(const apps::Environment& environment, std::vector<std::string> roots) {
  LocalSourceOptions machine = environment.described_machine;
  machine.roots = std::move(roots);
  return names_of_machine(std::move(machine), environment.titles);
}

Completion paths(const apps::Environment& environment, const CursorLine& line) {
  return {.words = path_completions(line.word(), names_of(environment, line.values_of("-root")))};
}

Completion objects(const apps::Environment& environment, const CursorLine& line) {
  return {.words = object_completions(line.word(), names_of(environment, {}))};
}

Completion completion_of(const apps::Environment& environment, const CursorLine& line) {
  const std::string_view option = line.option();
  if (line.begins_an_option()) return {.words = option_names()};
  if (option.empty() || option == "c") return paths(environment, line);
  if (option == "f") return {.words = {"CSV", "TSV", "BIN", "SQL"}};
  if (option == "q" || option == "qx") return objects(environment, line);
  if (option == "s") return {.words = {"localhost"}};
  if (option == "o") return drop_in::file_or_database(line);
  return {.words = {}, .files = option == "cf" || option == "config" || option == "-root"};
}

}  // namespace

Outcome complete(const apps::Environment& environment, std::span<char* const> words) {
  const CursorLine line(words, find_option);
  return drop_in::print(completion_lines(line, completion_of(environment, line)));
}

}  // namespace openperflib::typeperf
