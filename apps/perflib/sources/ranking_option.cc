#include "apps/perflib/sources/ranking_option.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "openperflib/text/utf16.h"

namespace openperflib::apps {
namespace {

constexpr auto kRankings = std::to_array<std::pair<std::string_view, RankedBy>>(
    {{"average", RankedBy::average}, {"max", RankedBy::maximum}, {"growth", RankedBy::growth}});

}  // namespace

CommandOption add_ranking_option(CommandLine& line, RankedBy& by) {
  const auto set_number = [&by](const std::string& word) {
    const auto row =
        std::ranges::find(kRankings, folded(word), &std::pair<std::string_view, RankedBy>::first);
    if (row == kRankings.end()) return word + " is not one of average, max and growth";
    by = row->second;
    return std::string();
  };
  return line
      .add_option("--by", set_number,
                  "What --top ranks by: average (default), max, or growth from first to last")
      .value_name("STATISTIC");
}

}  // namespace openperflib::apps
