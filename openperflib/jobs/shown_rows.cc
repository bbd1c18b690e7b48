#include "openperflib/jobs/shown_rows.h"

#include <algorithm>
#include <iterator>

#include "openperflib/base/try_internal.h"

namespace openperflib {

std::expected<void, SourceFault> ShownRows::write(const Query& query) {
  if (shown_.update(query)) {
    const auto begun = sink_->begin(query.binding(), shown_.indices());
    std::ranges::copy(sink_->without_column(), std::back_inserter(without_column_));
    if (!begun.has_value()) return begun;
  }
  OPENPERFLIB_TRY(sink_->write(query.newer(), query.row()));
  ++rows_;
  const auto& values = query.row().values;
  has_values_ = has_values_ || std::ranges::any_of(shown_.indices(), [&](std::size_t series) {
                  return values[series].usable();
                });
  return {};
}

}  // namespace openperflib
