#include "apps/perflib/screen/session_model.h"

#include <fmt/core.h>

#include <algorithm>

namespace openperflib::apps {

WatchModel watch_model_of(const CounterSession& source) {
  if (source.log() == nullptr) return WatchModel(Policy{.wrap = Wrap::modulo_2_32});
  return WatchModel(Policy{}, source.holds_values() ? RowsOf::values : RowsOf::readings);
}

void append_unmatched(const CounterSession& source, std::vector<WatchGroup>& groups) {
  const std::span<const Series> series = source.query().binding().series();
  for (std::uint32_t path = 0; path < source.paths().size(); ++path) {
    const std::string why = source.why_unmatched(path);
    if (why.empty() || std::ranges::count(series, path, &Series::path) != 0) continue;
    groups.push_back({.title = fmt::format("{}  not available: {}", source.paths()[path], why),
                      .is_list = false,
                      .lines = {}});
  }
}

}  // namespace openperflib::apps
