#include "apps/logman/collector/counter_check.h"

#include <fmt/core.h>

#include "apps/drop_in/messages.h"
#include "apps/drop_in/unmatched_path.h"

namespace openperflib::logman {
Outcome check_some_can_match(const Query& query, const Snapshot& snapshot,
                             std::span<const std::string> paths) {
  for (std::uint32_t i = 0; i < paths.size(); ++i) {
    if (can_match(query.match(i))) return {};
  }
  if (paths.empty()) return std::unexpected(Failure{"No valid counters.", {}});
  return std::unexpected(
      Failure{fmt::format("No valid counters: {}: {}", paths.front(),
                          drop_in::why_unmatched(query, snapshot, paths.front(), 0)),
              {}});
}

Outcome check_counters(const apps::Environment& environment, std::span<const std::string> paths,
                       Named named) {
  const auto reading = read_once(environment, paths);
  if (!reading.has_value()) return {};
  const auto& [query, snapshot, added] = *reading;  // a start names the other paths
  const Outcome checked = check_some_can_match(query, snapshot, added);
  if (named == Named::typed && !checked.has_value()) return checked;
  for (std::uint32_t i = 0; i < added.size(); ++i) {
    if (can_match(query.match(i))) continue;
    drop_in::remark(kTool, fmt::format("{}: {}", added[i],
                                       drop_in::why_unmatched(query, snapshot, added[i], i)));
  }
  return {};
}

}  // namespace openperflib::logman
