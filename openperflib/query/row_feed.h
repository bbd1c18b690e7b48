// RowFeed: writes a query's rows to a sink, announcing each new layout first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <vector>

#include "openperflib/base/source_fault.h"
#include "openperflib/query/query.h"
#include "openperflib/query/row_sink.h"

namespace openperflib {

// Resource: remembers which layout it has announced to the sink, which must outlive it. All series
// are written, in the order of the binding.
class RowFeed {
 public:
  // Announces nothing yet.
  explicit RowFeed(RowSink& sink) noexcept : sink_(&sink) {}

  // Returns whether the series of the query differ from those that were announced to the sink.
  [[nodiscard]] bool has_new_layout(const Query& query) const noexcept {
    return generation_ != query.binding().generation();
  }
  // Announces them to the sink if they differ. Errors: those of the sink.
  [[nodiscard]] std::expected<void, SourceFault> follow(const Query& query);
  // Writes the readings before the newest row, as a row without values; after follow(). A log of
  // readings that begins there also has the rates of the newest row. Errors: those of the sink.
  [[nodiscard]] std::expected<void, SourceFault> write_older(const Query& query);
  // Writes the newest row; after follow(). Errors: those of the sink.
  [[nodiscard]] std::expected<void, SourceFault> write(const Query& query);

 private:
  RowSink* sink_;
  std::optional<std::uint64_t> generation_;  // of the binding that was announced
  std::vector<std::size_t> shown_;
  Row no_values_;
};

}  // namespace openperflib
