#include "openperflib/query/row_feed.h"

#include <numeric>

#include "openperflib/base/try_internal.h"

namespace openperflib {

std::expected<void, SourceFault> RowFeed::follow(const Query& query) {
  if (!has_new_layout(query)) return {};
  const Binding& binding = query.binding();
  shown_.resize(binding.series().size());
  std::iota(shown_.begin(), shown_.end(), std::size_t{0});
  OPENPERFLIB_TRY(sink_->begin(binding, shown_));
  generation_ = binding.generation();
  return {};
}

std::expected<void, SourceFault> RowFeed::write_older(const Query& query) {
  const Sample& older = query.older();
  no_values_.time_utc = older.time_utc;
  no_values_.values.assign(older.counters.size(), Value::unusable(CStatus::invalid_data));
  return sink_->write(older, no_values_);
}

std::expected<void, SourceFault> RowFeed::write(const Query& query) {
  OPENPERFLIB_TRY(follow(query));
  return sink_->write(query.newer(), query.row());
}

}  // namespace openperflib
