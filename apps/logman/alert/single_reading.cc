#include "apps/logman/alert/single_reading.h"

#include <utility>

namespace openperflib::logman {

std::optional<PathReading> read_once(const apps::Environment& environment,
                                     std::span<const std::string> paths) {
  auto reading = read_paths(environment.machine, paths, environment.titles);
  if (!reading.has_value()) return std::nullopt;
  return *std::move(reading);
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
