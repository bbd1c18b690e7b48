#include "apps/drop_in/quoted_paths.h"

#include <fmt/core.h>

#include <vector>

#include "openperflib/query/paths/unquoted_path.h"

namespace openperflib::drop_in {

Outcome check_quoted_paths(std::span<const GivenOption> given, std::string_view option,
                           const TitleTable& titles) {
  std::vector<std::string> words;
  for (const GivenOption& one : given) {
    if (is_called(one, option) && one.place.empty()) words.push_back(one.value.value_or(""));
  }
  const auto unquoted = find_unquoted_paths(words, titles);
  if (unquoted.empty()) return {};
  return failure(
      with_code(fmt::format("{}: {}", unquoted.front().typed, describe(unquoted.front())),
                CStatus::bad_counter_name));
}

std::string not_a_path(std::string_view path) {
  return fmt::format(
      "{} is not a counter path; write '\\Object(instance)\\Counter', in single quotes", path);
}

}  // namespace openperflib::drop_in
