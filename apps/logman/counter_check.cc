#include "apps/logman/counter_check.h"

#include <fmt/core.h>

#include <vector>

#include "apps/drop_in/messages.h"
#include "apps/drop_in/unmatched_path.h"
#include "openperflib/machine/local_source.h"

namespace openperflib::logman {
namespace {

bool can_match(Query::Match match) {
  switch (match) {
    case Query::Match::matched:
    case Query::Match::left_out:
    case Query::Match::no_instance:
      return true;
    case Query::Match::no_machine:
    case Query::Match::no_object:
    case Query::Match::no_counter:
      break;
  }
  return false;
}

}  // namespace

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
                       Counters counters) {
  const auto source =
      LocalSource::open(environment.titles, {.providers = environment.providers,
                                             .log_event = environment.log_event,
                                             .time_limit = apps::kSingleCollectionLimit});
  if (!source.has_value()) return {};  // reported when the collection is started
  Query query((*source)->titles());
  std::vector<std::string> added;
  for (const std::string& path : paths) {
    if (query.add(path).has_value()) added.push_back(path);  // a start names the others
  }
  Snapshot snapshot;
  if (!(*source)->read(query.request(), snapshot).has_value()) return {};
  query.take(snapshot);
  const Outcome checked = check_some_can_match(query, snapshot, added);
  if (counters == Counters::typed && !checked.has_value()) return checked;
  for (std::uint32_t i = 0; i < added.size(); ++i) {
    if (can_match(query.match(i))) continue;
    drop_in::remark(kTool, fmt::format("{}: {}", added[i],
                                       drop_in::why_unmatched(query, snapshot, added[i], i)));
  }
  return {};
}

}  // namespace openperflib::logman
