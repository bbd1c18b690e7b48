#include "apps/perflib/run/meant_option.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <vector>

#include "openperflib/query/catalog/suggestions.h"

namespace openperflib::apps {
namespace {

// What other programs, or other subcommands, call it.
struct OtherOption {
  std::string_view subcommand;
  std::string_view option;
  std::string_view advice;
};
constexpr auto kOtherOptions = std::to_array<OtherOption>({
    {"query", "-o", "redirect the output (> FILE), or use `perflib record -o FILE`"},
    {"query", "--output", "redirect the output (> FILE), or use `perflib record -o FILE`"},
    {"query", "--csv", "use --format csv"},
    {"query", "--json", "use --format json"},
    {"query", "-sc", "use -n"},
    {"query", "-si", "use -i"},
    {"convert", "-f", "use --to"},
    {"convert", "--format", "use --to"},
    {"report", "--html", "use -o FILE.html"},
    {"report", "--pdf", "use -o FILE.html, and print that page as a PDF"},
    {"report", "--format", "use -o FILE.html, -o FILE.txt or --json"},
    {"summary", "--format", "use --json, or nothing for a table"},
    {"diff", "--format", "use --json, or nothing for a table"},
});

}  // namespace

std::string meant_option(std::string_view subcommand, const std::string& word,
                         std::span<const std::string> names) {
  const std::string option = word.substr(0, word.find('='));
  const auto* const other = std::ranges::find_if(kOtherOptions, [&](const OtherOption& one) {
    return one.subcommand == subcommand && one.option == option;
  });
  if (other != kOtherOptions.end()) return std::string(other->advice);
  if (!option.starts_with("--")) return {};
  const std::vector<std::string_view> views(names.begin(), names.end());
  const auto nearest = nearest_names(option, views, 1);
  return nearest.empty() ? std::string() : fmt::format("did you mean {}?", nearest.front());
}

}  // namespace openperflib::apps
