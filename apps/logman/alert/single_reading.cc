#include "apps/logman/alert/single_reading.h"

#include <utility>

namespace openperflib::logman {

std::optional<SingleReading> read_once(const apps::Environment& environment,
                                       std::span<const std::string> paths) {
  auto source = LocalSource::open(environment.titles, {.providers = environment.providers,
                                                       .log_event = environment.log_event,
                                                       .time_limit = apps::kSingleCollectionLimit});
  if (!source.has_value()) return std::nullopt;
  Query query((*source)->titles());
  std::vector<std::string> added;
  for (const std::string& path : paths) {
    if (query.add(path).has_value()) added.push_back(path);
  }
  Snapshot snapshot;
  if (!(*source)->read(query.request(), snapshot).has_value()) return std::nullopt;
  query.take(snapshot);
  return SingleReading{.source = *std::move(source),
                       .query = std::move(query),
                       .snapshot = std::move(snapshot),
                       .paths = std::move(added)};
}

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

}  // namespace openperflib::logman
