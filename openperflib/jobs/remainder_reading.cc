#include "openperflib/jobs/remainder_reading.h"

#include <algorithm>

namespace openperflib {

std::vector<std::string> remainder_paths_for(std::span<const std::string> paths) {
  if (std::ranges::none_of(paths, shows_time_of_processes)) return {};
  return {std::string(kTimeOfProcessors), std::string(kForksPerSecond)};
}

// Both paths are valid.
void RemainderReading::add_to(CounterSession& session) {
  if (RemainderReading(session).paths().has_value()) return;
  for (const std::string& path : remainder_paths_for(session.paths())) {
    (void)session.add_beside(path);
  }
}

RemainderReading::RemainderReading(const CounterSession& session) {
  const auto paths = session.paths();
  const auto number_of = [&](std::string_view path) -> std::optional<Query::PathId> {
    for (Query::PathId i = 0; i < paths.size(); ++i) {
      if (session.is_beside(i) && paths[i] == path) return i;
    }
    return std::nullopt;
  };
  const auto shown = std::ranges::find_if(paths, shows_time_of_processes);
  const auto processors = number_of(kTimeOfProcessors);
  if (shown == paths.end() || !processors.has_value()) return;
  paths_ = RemainderPaths{.processes = static_cast<Query::PathId>(shown - paths.begin()),
                          .processors = *processors,
                          .forks = number_of(kForksPerSecond)};
}

std::optional<CpuRemainder> RemainderReading::of(const Query& query) const {
  if (!paths_.has_value()) return std::nullopt;
  return cpu_remainder(query, *paths_);
}

}  // namespace openperflib
