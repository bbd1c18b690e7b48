// ShownRows: the rows of a query into a sink: those of all series, or of the largest instances.
#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <utility>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/query/query.h"
#include "openperflib/query/row_sink.h"
#include "openperflib/view/summary/top_instances.h"

namespace openperflib {

// Resource: what it has told the sink, which must outlive it.
class ShownRows {
 public:
  // Tells the sink nothing yet.
  ShownRows(RowSink& sink, ShownSeries shown) : sink_(&sink), shown_(std::move(shown)) {}

  // Writes the newest row of a query, which is always the same one, after the names of its series
  // if they changed. Errors: those of the sink.
  [[nodiscard]] std::expected<void, SourceFault> write(const Query& query);

  // The number of rows that were written.
  [[nodiscard]] std::uint64_t rows() const noexcept { return rows_; }
  // Returns whether any of them had a value.
  [[nodiscard]] bool has_values() const noexcept { return has_values_; }
  // TopRanking::unreadable_text() of the row in which the instances were chosen.
  [[nodiscard]] const std::string& unreadable_text() const noexcept {
    return shown_.unreadable_text();
  }
  // Returns the paths of the series that came since the last call and have no column (RowSink).
  [[nodiscard]] std::vector<std::string> take_without_column() {
    return std::exchange(without_column_, {});
  }

 private:
  RowSink* sink_;
  ShownSeries shown_;
  std::vector<std::string> without_column_;
  std::uint64_t rows_ = 0;
  bool has_values_ = false;
};

}  // namespace openperflib
