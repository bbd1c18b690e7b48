#include "apps/typeperf/fixed_columns.h"

#include <map>

namespace openperflib::typeperf {

FixedColumns::Key FixedColumns::key_of(const Series& series) noexcept {
  return {.identity = series.is_named ? 0 : series.identity, .path = series.path};
}

FixedColumns::FixedColumns(std::span<const Series> series) {
  for (std::size_t i = 0; i < series.size(); ++i) {
    keys_.push_back(key_of(series[i]));
    positions_.push_back(i);
  }
}

void FixedColumns::follow(std::span<const Series> series) {
  std::map<Key, std::size_t> by_key;
  for (std::size_t i = 0; i < series.size(); ++i) by_key.emplace(key_of(series[i]), i);
  for (std::size_t column = 0; column < keys_.size(); ++column) {
    const auto found = by_key.find(keys_[column]);
    positions_[column] = found == by_key.end() ? kGone : found->second;
  }
}

}  // namespace openperflib::typeperf
