#include "apps/relog/completion.h"

#include <string>
#include <vector>

#include "apps/drop_in/completion.h"
#include "apps/drop_in/messages.h"
#include "openperflib/jobs/log_names.h"
#include "openperflib/view/paths/path_completion.h"

namespace openperflib::relog {
namespace {

using drop_in::Completion;
using drop_in::CursorLine;

// Also after a time: its words and the following inputs are distinguished only by their contents.
std::vector<std::string> inputs(const CursorLine& line) {
  std::vector<std::string> all;
  for (const std::string_view option : {"", "i", "b", "e"}) {
    for (std::string& word : line.values_of(option)) all.push_back(std::move(word));
  }
  return all;
}

Completion paths(const apps::Environment& environment, const CursorLine& line) {
  const KnownNames names = names_of_logs(inputs(line), environment.titles);
  return {.words = path_completions(line.word(), names)};
}

Completion completion_of(const apps::Environment& environment, const CursorLine& line) {
  const std::string_view option = line.option();
  if (line.begins_an_option()) return {.words = option_names()};
  if (option == "c") return paths(environment, line);
  if (option == "f") return {.words = {"CSV", "TSV", "BIN", "SQL"}};
  if (option == "t") return {};
  return drop_in::file_or_database(line);
}

}  // namespace

Outcome complete(const apps::Environment& environment, std::span<char* const> words) {
  const CursorLine line(words, find_option);
  return drop_in::print(completion_lines(line, completion_of(environment, line)));
}

}  // namespace openperflib::relog
