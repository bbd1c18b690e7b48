#include "openperflib/view/paths/process_counters.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "openperflib/text/utf16.h"

namespace openperflib {
namespace {

constexpr auto kObjectsOfProcesses =
    std::to_array<std::string_view>({R"(\Process()", R"(\Process V2()"});
constexpr auto kMainCounters = std::to_array<std::string_view>(
    {"% Processor Time", "Private Bytes", "Working Set", "IO Data Bytes/sec"});

// Returns whether a path begins with an object of processes and names their instances.
bool names_a_process(std::string_view path) {
  return std::ranges::any_of(kObjectsOfProcesses, [&](std::string_view object) {
    return equal_ignoring_case(path.substr(0, object.size()), object) &&
           path.substr(object.size()) != R"(*)\*)";
  });
}

}  // namespace

std::vector<std::string> main_paths_of_process(std::string_view word, std::string_view meaning) {
  const bool has_wildcard = word.find_first_of("*?") != std::string_view::npos;
  if (has_wildcard || !meaning.ends_with(R"()\*)") || !names_a_process(meaning)) return {};
  const std::string_view process = meaning.substr(0, meaning.size() - 1);
  std::vector<std::string> paths;
  for (const std::string_view counter : kMainCounters) {
    paths.push_back(fmt::format("{}{}", process, counter));
  }
  return paths;
}

}  // namespace openperflib
