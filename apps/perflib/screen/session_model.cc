#include "apps/perflib/screen/session_model.h"

#include <fmt/core.h>

#include <algorithm>

#include "openperflib/jobs/remainder_reading.h"

namespace openperflib::apps {

namespace {

WatchModel empty_model_of(const CounterSession& source) {
  if (source.log() == nullptr) return WatchModel(Policy{.wrap = Wrap::modulo_2_32});
  return WatchModel(Policy{}, source.holds_values() ? RowsOf::values : RowsOf::readings);
}

}  // namespace

WatchModel watch_model_of(const CounterSession& source) {
  WatchModel model = empty_model_of(source);
  for (Query::PathId path = 0; path < source.paths().size(); ++path) {
    if (source.is_beside(path)) model.hide_path(path);
  }
  const RemainderReading remainder(source);
  if (remainder.paths().has_value()) model.set_remainder_paths(*remainder.paths());
  return model;
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
