#include "apps/typeperf/completion.h"

#include <string>

#include "apps/completion/known_names.h"
#include "apps/drop_in/completion.h"
#include "apps/drop_in/messages.h"

namespace openperflib::typeperf {
namespace {

using drop_in::Completion;
using drop_in::CursorLine;

Completion paths(const CursorLine& line) {
  return {.words =
              apps::path_completions(line.word(), apps::names_of_machine(line.values_of("-root")))};
}

Completion objects(const CursorLine& line) {
  return {.words = apps::object_completions(line.word(), apps::names_of_machine({}))};
}

Completion completion_of(const CursorLine& line) {
  const std::string_view option = line.option();
  if (line.begins_an_option()) return {.words = option_names()};
  if (option.empty() || option == "c") return paths(line);
  if (option == "f") return {.words = {"CSV", "TSV", "BIN", "SQL"}};
  if (option == "q" || option == "qx") return objects(line);
  if (option == "s") return {.words = {"localhost"}};
  if (option == "o") return drop_in::file_or_database(line);
  return {.words = {}, .files = option == "cf" || option == "config" || option == "-root"};
}

}  // namespace

Outcome complete(std::span<char* const> words) {
  const CursorLine line(words, find_option);
  return drop_in::print(completion_lines(line, completion_of(line)));
}

}  // namespace openperflib::typeperf
