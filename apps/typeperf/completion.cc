#include "apps/typeperf/completion.h"

#include <string>

#include "apps/completion/known_names.h"
#include "apps/drop_in/completion.h"
#include "apps/drop_in/messages.h"

namespace openperflib::typeperf {
namespace {

using drop_in::Completion;
using drop_in::CursorLine;

Completion paths(const apps::Environment& environment, const CursorLine& line) {
  return {.words = apps::path_completions(
              line.word(), apps::names_of_machine(environment, line.values_of("-root")))};
}

Completion objects(const apps::Environment& environment, const CursorLine& line) {
  return {.words = apps::object_completions(line.word(), apps::names_of_machine(environment, {}))};
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
